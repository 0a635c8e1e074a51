import type { Site } from '../../model/crawl/site.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import type { LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import type { PageHints } from './classifier/measures.ts';
import type { Document } from './dom/document.ts';
import { gatherFields, type PageFields } from './fields.ts';
import { readStructured, type Structured } from './head/structured.ts';
import { findPosts, type PostBoxes } from './kind/forum/find-posts.ts';
import { findThread, nameThread } from './kind/thread.ts';
import { lettersIn } from './page/blocks.ts';
import { parseWithoutScripts } from './page/noscript-text.ts';
import { geometryOf, type PageGeometry } from './page/page-geometry.ts';
import { type PageTree, readPageTree } from './page/page-tree.ts';
import { type ParsedPage, parsePage } from './page/parse.ts';
import type { RulesOff } from './rules-off.ts';
import type { SiteFields } from './site-rules.ts';
import { findTitle } from './title/title.ts';
import { type LearnedValues, readLearnedFields } from './wrapper/read-fields.ts';

/** A parsed page with the fields that are read before the body is searched. */
export interface OpenedDocument {
  readonly parsed: ParsedPage;
  readonly document: Document;
  readonly tree: PageTree;
  /** Null: no browser rendered the page. */
  readonly geometry: PageGeometry | null;
  readonly structured: Structured;
  readonly siteFields: readonly SiteFields[];
  readonly learned: LearnedValues;
  readonly fields: PageFields;
  readonly hints: PageHints;
  /** Whether it is a topic of a forum by its address and its posts. */
  readonly isThread: boolean;
  /** Boxes of one markup with a name, a date and a text each: posts of a topic, or comments. */
  readonly posts: PostBoxes | null;
}

interface OpenOptions {
  readonly off: RulesOff;
  /** What is learned of the site; null: nothing. */
  readonly wrapper: LearnedWrapper | null;
  /** Reads the fields by the site's own rules, most trusted first. */
  readonly readOwn: (document: Document) => readonly SiteFields[];
}

/** The parsed page and its lines; where only scripts show its text, what visitors without them see. A browser has run them. */
function readPage({ html, via }: Snapshot, off: RulesOff): { readonly parsed: ParsedPage; readonly tree: PageTree } {
  const parsed = parsePage(html, off);
  const tree = readPageTree(parsed.document.documentElement);
  const shown = lettersIn(tree.blocks);
  const other = via === 'browser' ? null : parseWithoutScripts(html, shown, off);
  return other === null ? { parsed, tree } : { parsed: other, tree: readPageTree(other.document.documentElement) };
}

/**
 * Parses a snapshot and reads its fields.
 * @throws NewshawkError too-large above 500,000 nodes
 */
export function openDocument(snapshot: Snapshot, site: Site, { off, wrapper, readOwn }: OpenOptions): OpenedDocument {
  const { parsed, tree } = readPage(snapshot, off);
  const { document } = parsed;
  const geometry = snapshot.via === 'browser' ? geometryOf(tree) : null;
  const structured = readStructured(parsed, snapshot.finalUrl);
  const siteFields = readOwn(document);
  const learned = readLearnedFields(document, wrapper);
  const title = findTitle(tree.blocks, structured, snapshot.finalUrl, { geometry, off });
  const posts = findPosts(tree); // before the posts are named
  const thread = findThread(snapshot.finalUrl, tree, title?.block ?? null);
  if (thread !== null) nameThread(thread);
  const fields = gatherFields({ snapshot, site, document, tree, title, structured, siteFields, learned, off });
  return {
    parsed,
    document,
    tree,
    geometry,
    structured,
    siteFields,
    learned,
    fields,
    hints: pageHintsOf(structured, fields.title, fields.titleBlock),
    isThread: thread !== null,
    posts,
  };
}

/** The page's title, description and structured bodies: features of the block model. */
export const pageHintsOf = (
  { meta, bodies, article }: Structured,
  title: PageFields['title'],
  titleBlock: PageFields['titleBlock'],
): PageHints => ({
  title: title?.value ?? '',
  titleBlock,
  headTitles: [...meta.all('og:title'), meta.title].filter((text) => text !== ''),
  bodies,
  description: meta.first('og:description', 'description') ?? '',
  authors: [...(article?.authors ?? []), ...meta.all('author')],
});
