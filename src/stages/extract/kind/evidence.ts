import type { Site } from '../../../model/crawl/site.ts';
import type { SourceSpec } from '../../../model/crawl/source.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import { tryCanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Link } from '../../../model/web/link.ts';
import type { Document } from '../dom/document.ts';
import type { Structured } from '../head/structured.ts';
import { type Block, foldSpace, isLinkLine, isLong, textLength } from '../page/blocks.ts';
import type { PageTree } from '../page/page-tree.ts';
import type { BodyOutput } from '../text/output.ts';
import { aroundContent } from './around-content.ts';
import type { PostBoxes } from './forum/find-posts.ts';
import { isDated, type ListEntries, readListEntries } from './list-entries.ts';
import { hasArticleType } from './list-evidence.ts';
import { findLock } from './locked.ts';
import { hasLoginForm } from './login-form.ts';
import type { PageEvidence } from './page-evidence.ts';
import { addressFeatures } from './page-model/address-features.ts';
import { declaredFeatures } from './page-model/declared-features.ts';
import { shapeFeatures } from './page-model/shape-features.ts';
import { countRepositoryLinks } from './repository.ts';
import { wikiPart } from './wiki.ts';

/** Latin letters. A shorter link text is no headline. */
const minHeadlineLength = 25;

/** Titles of error pages: "404 - Not Found", "Oops! Page not found", "Seite nicht gefunden | Gazette", "页面不存在". */
const notFoundTitle =
  /^(?:oops\W+|error\W+|fehler\W+|404\W+)*(?:404$|not found\b|(?:the |this |that )?page (?:was )?not found|(?:the |this |that )?page (?:you |that |can'?t |cannot |could not |does not |doesn't |no longer )|seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|pagina non trovata|pagina niet gevonden|страница не найдена|(?:您访问的|你访问的)?(?:页面|网页|頁面)(?:不存在|未找到|找不到)|ページが見つかりません|페이지를 찾을 수 없습니다)/iu;
/** Forum software in `<meta name="generator">`. */
const forumSoftware =
  /\b(?:phpbb|vbulletin|xenforo|discourse|mybb|simple machines|smf|vanilla forums|flarum|invision|nodebb)\b/i;

/** The site's source at the page's address; null if there is none. */
export function sourceAt({ url, finalUrl }: Snapshot, { sources }: Site): SourceSpec | null {
  const addresses: readonly (string | null)[] = [url, finalUrl];
  return sources.find((source) => addresses.includes(tryCanonicalUrl(source.url))) ?? null;
}

/** What is read of a page before its body. */
interface OpenedPage {
  readonly document: Document;
  readonly structured: Structured;
  readonly tree: PageTree;
  readonly fields: { readonly titleBlock: Block | null };
  readonly isThread: boolean;
  readonly posts: PostBoxes | null;
}

/** The evidence for the page's type from the page as a whole. Must be read before `chooseBody` changes the document. */
export function pageEvidence(page: {
  readonly snapshot: Snapshot;
  readonly site: Site;
  readonly links: readonly Link[];
  readonly opened: OpenedPage;
}) {
  const { snapshot, site, links, opened } = page;
  const { document, structured, tree, fields } = opened;
  const { blocks } = tree;
  const { finalUrl } = snapshot;
  const isAround = aroundContent(tree, fields.titleBlock);
  const ownUrls = new Set([finalUrl, tryCanonicalUrl(structured.meta.canonical ?? '', finalUrl) ?? finalUrl]);
  const entries = readListEntries({ tree, titleBlock: fields.titleBlock, baseUrl: finalUrl, ownUrls, isAround });
  return {
    url: snapshot.finalUrl,
    isFeed: feedStart.test(snapshot.html.slice(0, 2_000)),
    types: structured.types,
    ogType: structured.meta.first('og:type')?.toLowerCase() ?? '',
    isArticleUrl: site.articleUrls.length === 0 ? null : site.articleUrls.some((pattern) => matches(pattern, snapshot)),
    isSource: sourceAt(snapshot, site) !== null || site.listUrls.some((pattern) => matches(pattern, snapshot)),
    paragraphLength: sum(blocks.filter(isLong).map(({ length }) => length)),
    linkShare: linkShareOf(blocks),
    headlineLinks: links.filter(
      ({ region, anchorText }) => region === 'content' && textLength(anchorText) >= minHeadlineLength,
    ).length,
    hasVideo: snapshot.media.some(({ role }) => role === 'main'),
    isNotFoundPage: [structured.meta.title, blocks.find(({ element }) => element.localName === 'h1')?.text ?? ''].some(
      (text) => notFoundTitle.test(text),
    ),
    entries,
    hasListName: hasListName(document),
    lock: findLock(document, tree, isAround),
    repositoryLinks: countRepositoryLinks(links),
    hasLoginForm: hasLoginForm(document),
    claim: claimOf(structured, entries),
    wiki: wikiPart({ url: finalUrl, generator: structured.meta.first('generator') ?? '', links }),
    isThread: opened.isThread,
    isNamedTopic: isNamedTopic(document),
    about: {
      ...addressFeatures(finalUrl),
      ...declaredFeatures(structured, document),
      ...shapeFeatures(tree, { posts: opened.posts, titleBlock: fields.titleBlock }, { links, url: finalUrl }),
    },
    isForumSoftware: forumSoftware.test(structured.meta.first('generator') ?? '') || linksForum(links),
  };
}

/** Names by which programs for blogs tell their lists. */
const listName =
  /(?:^|\s)(?:archive|category|tag|author|date|paged|search|search-results|post-type-archive|taxonomy|blog|h-feed|hfeed)(?:\s|$)/;
/** And their articles: `hfeed` stands on those, too. */
const singleName =
  /(?:^|\s)(?:single|singular|post-template\S*|single-post|page|postid-\d+|page-id-\d+|h-entry|hentry)(?:\s|$)/;

const hasListName = ({ body: { className } }: Document): boolean =>
  listName.test(className) && !singleName.test(className);

/** Names by which content management systems tell the type of a page or an entry. */
const topicName =
  /(?:^|\s)(?:(?:page-)?node-{1,2}(?:type-)?forum(?:-topic)?|type-(?:forum-)?(?:topic|thread)|single-(?:forum-)?(?:topic|thread))(?=\s|$)/;

const isNamedTopic = (document: Document): boolean =>
  topicName.test(document.body.className) || topicName.test(document.querySelector('article')?.className ?? '');

/** The root element of a feed or sitemap, behind declarations and comments. */
const feedStart = /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!--[\s\S]*?-->\s*)*<(?:rss|feed|rdf:RDF|urlset|sitemapindex)[\s>]/i;

/** Directories of a forum's parts. */
const forumPath = /\/(?:forums?|boards?|threads?|topics?|members?|viewforum\.php|viewtopic\.php)(?=[/?]|$)/gi;
/** Links to them, at least: the forum, its other topics, who wrote. */
const minForumLinks = 4;

/** Whether the page is in a forum: several links are of a forum's parts, of at least two kinds. */
function linksForum(links: readonly Link[]): boolean {
  // most links of a page are of no forum: only the others are taken apart
  const parts = links
    .filter(({ url }) => url.search(forumPath) >= 0)
    .map(({ url }) => new URL(url).pathname.match(forumPath) ?? [])
    .filter(({ length }) => length > 0);
  const kinds = new Set(parts.flat().map((part) => part.toLowerCase().replace(/s?[/?]*$/, '')));
  return parts.length >= minForumLinks && kinds.size > 1;
}

/** A list may have the data of the articles that it names. */
function claimOf({ article, meta, types }: Structured, { titles }: ListEntries): PageEvidence['claim'] {
  const isEntry = (title: string): boolean => titles.has(foldSpace(title));
  if (article?.headline != null && hasArticleType(types) && !isEntry(article.headline)) return 'data';
  return meta.first('og:type')?.toLowerCase() === 'article' && !isEntry(meta.first('og:title') ?? '') ? 'meta' : null;
}

/** The headline and the authors of a page. */
interface NamedFields {
  readonly title: { readonly value: string } | null;
  readonly authors: { readonly value: readonly string[] } | null;
}

/** The evidence for the page's type from its body. */
export function bodyEvidence({ body, blocks }: BodyOutput, { title, authors }: NamedFields) {
  const names = [title?.value ?? '', ...(authors?.value ?? [])];
  return {
    bodyLength: textLength(body),
    ownTextLength: sum(blocks.map((block) => (isMetaLine(block) ? 0 : textLength(without(block.text, names))))),
    bodyLinkShare: linkShareOf(blocks),
    bodyHeadlines: blocks.filter((block) => block.length >= minHeadlineLength && isLinkLine(block)).length,
  };
}

/** Latin letters of a line with a date, an author, "3 min read". */
const maxMetaLetters = 80;

const isMetaLine = (block: Block): boolean => block.length <= maxMetaLetters && isDated(block);

const without = (text: string, names: readonly string[]): string =>
  names.reduce((rest, name) => rest.replace(name, ''), text).trim();

const linkShareOf = (blocks: readonly Block[]): number => {
  const all = sum(blocks.map(({ length }) => length));
  return all === 0 ? 0 : sum(blocks.map(({ linkLength }) => linkLength)) / all;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Not `test`: a pattern with a `g` flag would keep its position between calls. */
function matches(pattern: RegExp, { url, finalUrl }: Snapshot): boolean {
  return [url, finalUrl].some((address) => address.search(pattern) !== -1);
}
