import { getDomain } from 'tldts';
import type { ArticleField, Draft, PageType, Provenance } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { DataValues } from '../../model/data/data-value.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import { type CanonicalUrl, tryCanonicalUrl, webUrl } from '../../model/web/canonical-url.ts';
import { withoutControlsIn } from '../../text/controls.ts';
import type { PageFields } from './fields.ts';
import type { Structured } from './head/structured.ts';
import { findLanguage } from './language.ts';
import type { BodyOutput } from './text/output.ts';
import type { LearnedValues } from './wrapper/read-fields.ts';

export interface DraftParts {
  readonly snapshot: Snapshot;
  readonly site: Site;
  readonly structured: Structured;
  readonly fields: PageFields;
  readonly pageType: PageType;
  /** By the site's learned selectors. */
  readonly learned: LearnedValues;
  /** The site has a scraper or a learned wrapper: what these do not find has changed. */
  readonly hasKnownLayout: boolean;
  readonly output: BodyOutput;
  readonly bodyProvenance: Provenance;
  readonly data: DataValues;
  /** Language code that the page or its site declares. */
  readonly declaredLanguage: string | null;
  readonly extractor: string;
}

/** The draft, each field with its provenance. */
export function draftOf(parts: DraftParts): Draft {
  const { snapshot, structured, fields, output } = parts;
  const { meta, article } = structured;
  const language = findLanguage(parts.declaredLanguage, output.body);
  const description =
    meta.first('og:description', 'description', 'twitter:description', 'dc.description') ??
    article?.description ??
    null;
  const source = sourceOf(parts);
  const tags = fields.tags === null ? tagsOf(structured) : distinctTags(fields.tags.value);
  const leadImage = fields.leadImage?.value ?? leadImageOf(parts);
  const provenance: Partial<Record<ArticleField, Provenance>> = {};
  const note = (field: ArticleField, by: Provenance | undefined | null) => {
    if (by) provenance[field] = by;
  };
  note('title', fields.title?.provenance);
  note('body', output.body === '' ? null : parts.bodyProvenance);
  note('authors', fields.authors?.provenance);
  note('publishedAt', fields.published?.provenance);
  note('modifiedAt', fields.modified?.provenance);
  note('section', fields.section?.provenance);
  note('lang', language?.provenance);
  note('description', description === null ? null : { by: 'meta', confidence: 0.9 });
  note('source', source?.provenance);
  note('tags', fields.tags?.provenance ?? provenanceOf(tags, article?.keywords.length ? 'json-ld' : 'meta'));
  note(
    'leadImage',
    fields.leadImage?.provenance ?? provenanceOf(leadImage, meta.first('og:image') ? 'meta' : 'generic'),
  );
  return withoutControlsIn<Draft>({
    url: snapshot.url,
    canonicalUrl: canonicalOf(snapshot, structured),
    site: snapshot.site,
    pageType: parts.pageType,
    title: fields.title?.value ?? '',
    body: output.body,
    bodyHtml: output.bodyHtml,
    markdown: output.markdown,
    authors: fields.authors?.value ?? [],
    publishedAt: fields.published?.value ?? null,
    modifiedAt: fields.modified?.value ?? null,
    source: source?.value ?? null,
    section: fields.section?.value ?? null,
    tags,
    description,
    lang: language?.value ?? null,
    leadImage,
    images: output.images,
    media: snapshot.media,
    data: parts.data,
    provenance,
    extractor: parts.extractor,
  });
}

/**
 * The page's canonical address. rel=canonical counts only within the page's registrable domain (a page must not replace another publisher's), and never if it is the front page:
 * some sites put that on every page.
 */
function canonicalOf({ finalUrl }: Snapshot, { meta }: Structured): CanonicalUrl {
  const named = tryCanonicalUrl(meta.canonical ?? meta.first('og:url') ?? '', finalUrl);
  if (named === null) return finalUrl;
  const [canonical, page] = [new URL(named), new URL(finalUrl)];
  const isOwn = canonical.host === page.host || (getDomain(named) !== null && getDomain(named) === getDomain(finalUrl));
  const isFront =
    canonical.pathname === '/' && canonical.search === '' && (page.pathname !== '/' || page.search !== '');
  return isOwn && !isFront ? named : finalUrl;
}

/** The outlet: as the page names it, else as the scraper does, else by the learned selector. */
function sourceOf({ structured: { article, meta }, site, learned }: DraftParts) {
  const by = (value: string | null | undefined, source: Provenance['by']) =>
    value ? { value, provenance: { by: source, confidence: 0.9 } satisfies Provenance } : null;
  return (
    by(article?.publisher, 'json-ld') ??
    by(meta.first('og:site_name', 'application-name'), 'meta') ??
    by(site.file === null ? null : site.name, 'scraper') ??
    by(learned.source?.texts[0], 'learned')
  );
}

const provenanceOf = (value: string | readonly string[] | null, by: Provenance['by']): Provenance | null =>
  value === null || value.length === 0 ? null : { by, confidence: 0.8 };

function tagsOf({ meta, article }: Structured): string[] {
  const tags = [...meta.all('article:tag'), ...(article?.keywords ?? [])];
  const chosen = tags.length > 0 ? tags : (meta.first('news_keywords', 'keywords') ?? '').split(/[,;，、]/);
  return distinctTags(chosen);
}

function distinctTags(tags: readonly string[]): string[] {
  const named = tags.map((tag) => tag.trim()).filter((tag) => tag !== '' && tag.length < 80);
  return [...new Map(named.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, 50);
}

function leadImageOf({ snapshot, structured, learned, output }: DraftParts): string | null {
  const named = [
    structured.meta.first('og:image', 'og:image:url', 'twitter:image'),
    ...(structured.article?.images ?? []),
    learned.leadImage?.texts[0],
    output.images[0]?.url,
  ];
  for (const image of named) {
    const url = image ? webUrl(image, snapshot.finalUrl) : null;
    if (url !== null) return url;
  }
  return null;
}
