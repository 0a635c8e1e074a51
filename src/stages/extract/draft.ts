import { getDomain } from 'tldts';
import type { ArticleField, Draft, PageType, Provenance, ThreadPost } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { DataValues } from '../../model/data/data-value.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import { type CanonicalUrl, tryCanonicalUrl, webUrl } from '../../model/web/canonical-url.ts';
import { withoutControlsIn } from '../../text/characters.ts';
import type { PageFields } from './fields.ts';
import type { Structured } from './head/structured.ts';
import { findLanguage } from './language.ts';
import { isFurniturePicture } from './pictures/lead-picture.ts';
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
  /** Of a topic; empty for other pages, and where the posts are not known. */
  readonly posts: readonly ThreadPost[];
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
  const published = fields.published ?? changedAsPublished(fields);
  // a change before the page was published is that of something else
  const isLater = fields.modified !== null && published !== null && dayOf(fields.modified) >= dayOf(published);
  const modified = isLater ? fields.modified : null;
  const leadImage = leadImageOf(parts);
  const provenance: Partial<Record<ArticleField, Provenance>> = {};
  const note = (field: ArticleField, by: Provenance | undefined | null) => {
    if (by) provenance[field] = by;
  };
  note('title', fields.title?.provenance);
  note('body', output.body === '' ? null : parts.bodyProvenance);
  note('authors', fields.authors?.provenance);
  note('publishedAt', published?.provenance);
  note('modifiedAt', modified?.provenance);
  note('section', fields.section?.provenance);
  note('lang', language?.provenance);
  note('description', description === null ? null : { by: 'meta', confidence: 0.9 });
  note('source', source?.provenance);
  note('tags', fields.tags?.provenance);
  note('leadImage', leadImage?.provenance);
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
    publishedAt: published?.value ?? null,
    modifiedAt: modified?.value ?? null,
    source: source?.value ?? null,
    section: fields.section?.value ?? null,
    tags: fields.tags?.value ?? [],
    description,
    lang: language?.value ?? null,
    leadImage: leadImage?.url ?? null,
    images: output.images,
    media: snapshot.media,
    data: parts.data,
    posts: parts.posts,
    provenance,
    extractor: parts.extractor,
  });
}

const dayOf = ({ value }: NonNullable<PageFields['modified']>): string => value.value.slice(0, 10);

/** Below the confidence of a date that a feed gives, and of any date that says when the page was published. */
const changedConfidence = 0.4;

/** The date of the last change, for a page that says no more: it was published then or before. */
const changedAsPublished = ({ modified }: PageFields): PageFields['published'] =>
  modified && { value: modified.value, provenance: { by: modified.provenance.by, confidence: changedConfidence } };

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

/** The picture that the metadata name, unless it is a logo or an icon; else the first one of the article. */
function leadImageOf({ snapshot, structured, learned, fields, output }: DraftParts): FoundPicture | null {
  if (fields.leadImage !== null) return { url: fields.leadImage.value, provenance: fields.leadImage.provenance };
  const { meta, article } = structured;
  const named: readonly (readonly [Provenance['by'], string | null | undefined])[] = [
    ['meta', meta.first('og:image', 'og:image:url', 'twitter:image')],
    ...(article?.images ?? []).map((image) => ['json-ld', image] as const),
    ['learned', learned.leadImage?.texts[0]],
    ['generic', fields.picture],
    ['generic', output.images[0]?.url],
  ];
  for (const [by, image] of named) {
    const url = image ? webUrl(image, snapshot.finalUrl) : null;
    if (url !== null && !isFurniturePicture(url)) return { url, provenance: { by, confidence: pictureConfidence } };
  }
  return null;
}

interface FoundPicture {
  readonly url: string;
  readonly provenance: Provenance;
}

/** Of a picture that the head names. Chosen by hand, not measured. */
const pictureConfidence = 0.8;
