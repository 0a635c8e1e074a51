import type { Region, TraceLine, UnweighedReading } from '../../model/article/draft.ts';
import { type Site, wrapperAt } from '../../model/crawl/site.ts';
import { valuesOf } from '../../model/data/own-data.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import { type CanonicalUrl, tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import type { LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import { chooseBody } from './body.ts';
import { type BlockModel, shippedModel } from './classifier/block-model.ts';
import { type ConfidenceModel, shippedConfidence } from './confidence/confidence-model.ts';
import type { Signals } from './confidence/signals.ts';
import { judgeOwnData, type OwnDataVerdict } from './data/judge-own-data.ts';
import { type OwnDataReading, readOwnData } from './data/read-own-data.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import { type DraftParts, draftOf } from './draft.ts';
import type { PageFields } from './fields.ts';
import { findFeeds } from './head/feed-links.ts';
import { type DraftVerdict, judgeDraft, relevantRules } from './judge-draft.ts';
import { bodyEvidence, pageEvidence, sourceAt } from './kind/evidence.ts';
import type { PageEvidence } from './kind/page-evidence.ts';
import { pageFeatures } from './kind/page-model/body-features.ts';
import type { PageFeatures } from './kind/page-model/feature-names.ts';
import { judgePageType } from './kind/page-type.ts';
import { surerOfShort } from './kind/short-article.ts';
import { findWall, typeOfWall } from './kind/wall.ts';
import { findLinks } from './links/links.ts';
import { loadsMore } from './links/loads-more.ts';
import { findNextPage } from './links/next-page.ts';
import { type OpenedDocument, openDocument } from './opened-page.ts';
import { type Block, foldSpace } from './page/blocks.ts';
import { encodingTrace } from './page/page-encoding.ts';
import { allRulesOn, type RulesOff } from './rules-off.ts';
import { callSiteFields, readAnswerFields, readWrapper, type SiteFields } from './site-rules.ts';
import { renderBody } from './text/output.ts';
import { readBylineRegions, readRegions } from './text/regions.ts';
import { postsOf, threadOutput } from './thread-output.ts';

/** A reading without the fields that the tokenizer computes later, from the body and its headings. */
export interface Extraction extends UnweighedReading {
  readonly headings: readonly string[];
  /** What the body's confidence is computed from; null: the body is not generic. */
  readonly signals: Signals | null;
  /** What the page's type is estimated from. */
  readonly features: PageFeatures;
}

interface ExtractOptions {
  /** Give a draft of every page, also if it is no article or lacks a required field: for batches that want all text. */
  readonly draftAlways?: boolean;
  /** Add a trace line for each block of the text: its probability, and why. */
  readonly explain?: boolean;
  /** Gives regions also by the positions of texts (`data-g`), which stored pages have. */
  readonly places?: boolean;
  /** For cross-validation. Default: the shipped model. */
  readonly model?: BlockModel;
  /** For cross-validation. Default: the shipped model. */
  readonly confidenceModel?: ConfidenceModel;
  /** What is learned of the site. Default: nothing. */
  readonly learned?: LearnedWrapper | null;
  /** For ablations. Default: none. */
  readonly off?: RulesOff;
}

/** Versions of the generic rules, and of those by which pages are made from answers. Raised when their results change. */
const [genericExtractor, answerExtractor] = ['generic/7', 'api/1'];

/**
 * The draft of a snapshot, or a reason from a closed list. Order of trust per field: site script, wrapper, structured data, the page's text.
 * Pure: the same snapshot and rules give the same draft.
 * @throws NewshawkError misconfigured if the site's own rules are broken, too-large above 500,000 nodes
 */
export function extract(snapshot: Snapshot, site: Site, options: ExtractOptions = {}): Extraction {
  const { off = allRulesOn, model = shippedModel(), learned = null } = options;
  const readOwn = (document: Document) => readSiteFields(snapshot, site, document);
  const opened = openDocument(snapshot, site, { off, wrapper: learned, readOwn });
  const { parsed, document, tree, structured, siteFields, fields } = opened;
  const { blocks } = tree;
  const encoding = encodingTrace(document, snapshot);
  const links = linksOf(snapshot, site, document);
  const listed = { links, loadsMore: loadsMore(document), feeds: findFeeds(document, snapshot.finalUrl) };
  const wall = findWall(document, blocks, snapshot, off);
  const declared = declaredLanguage(document, structured, site);
  const nextPage = findNextPage(document, links, snapshot.finalUrl) ?? learnedNextPage(opened, snapshot);
  const pageFacts = pageEvidence({ snapshot, site, links, opened });
  const posts = postsOf(opened);
  const data = readOwnData({ snapshot, site, parsed, structured, blocks, language: declared, nextPage, learned });
  const byline = bylineOf(document.body, fields); // from here on the document changes
  const { confidenceModel = shippedConfidence(), explain = false } = options;
  const body = chooseBody({
    opened,
    model,
    confidenceModel,
    html: snapshot.html,
    titles: titlesOf(opened),
    off,
    learned,
    explain,
  });
  const regions = regionsOf(opened, byline, body.element, options.places === true);
  const output = renderBody(body.element, document, snapshot.finalUrl, off);
  const evidence = joinEvidence(pageFacts, bodyEvidence(output, fields), body, fields);
  const features = pageFeatures(evidence, body.signals);
  const type = judgePageType(evidence, features, off);
  const sure = surerOfShort(body.provenance, type.type, evidence);
  const thread = threadOutput(type, posts, { output, fields, bodyProvenance: sure.provenance }, body.byRule);
  const parts: DraftParts = {
    snapshot,
    site,
    structured,
    ...thread,
    learned: opened.learned,
    hasKnownLayout: site.file !== null || learned !== null,
    extractor: extractorOf(site, siteFields, body.byRule, model),
    declaredLanguage: declared,
    pageType: typeOfWall(wall) ?? type.type,
    data: valuesOf(data.fields),
  };
  const verdict = judgePage(parts, { evidence, blocks, wall, data });
  const hasDraft = verdict.reason === null || options.draftAlways === true;
  return {
    pageType: parts.pageType,
    ownRules: [...relevantRules(parts.pageType, fields.ownRules), ...verdict.ownRules],
    ownData: { fields: data.fields, records: data.records, isDataPage: verdict.isDataPage },
    draft: hasDraft ? draftOf(parts) : null,
    reason: hasDraft ? null : verdict.reason,
    detail: verdict.detail,
    ...listed,
    regions,
    nextPage: hasDraft && (type.type === 'article' || thread.posts.length > 0) ? nextPage : null,
    evidence: body.evidence,
    signals: body.signals,
    features,
    headings: hasDraft ? headingsOf(body.element) : [],
    trace: [...encoding, ...traceOf([wall, ...fields.trace, ...body.trace, ...sure.trace, ...data.trace, type])],
  };
}

const titlesOf = ({ hints, structured: { meta } }: OpenedDocument): string[] => [
  hints.title,
  meta.title,
  meta.first('og:title') ?? '',
];

const traceOf = (lines: readonly (TraceLine | null)[]): TraceLine[] =>
  lines.flatMap((line) => (line === null ? [] : [{ rule: line.rule, why: line.why }]));

function learnedNextPage({ learned }: OpenedDocument, { finalUrl }: Snapshot): CanonicalUrl | null {
  const address = learned.nextPage?.texts[0];
  return address === undefined ? null : tryCanonicalUrl(address, finalUrl);
}

/** Cleaning removes the geometry attributes, so regions are read before. */
function regionsOf({ geometry, document, fields }: OpenedDocument, byline: Region[], body: Element, places: boolean) {
  const isPlaced = geometry !== null && (places || document.body.hasAttribute('data-r'));
  return isPlaced ? [...byline, ...readRegions(fields.titleBlock, body)] : [];
}

const bylineOf = (page: Element, { authors, published }: PageFields): Region[] =>
  readBylineRegions(page, authors?.value ?? [], published?.value.value ?? null);

function linksOf(snapshot: Snapshot, site: Site, document: Document): Link[] {
  const { finalUrl: baseUrl, url: foundOn, headers } = snapshot;
  const selector = sourceAt(snapshot, site)?.linkSelector ?? null;
  return findLinks({ document, baseUrl, foundOn, selector, contentType: headers['content-type'] ?? '' });
}

interface PageJudgement {
  readonly evidence: PageEvidence;
  readonly blocks: readonly Block[];
  readonly wall: TraceLine | null;
  readonly data: OwnDataReading;
}

/** What the page gives, by the generic rules, then by the declared data. */
function judgePage(parts: DraftParts, { evidence, blocks, wall, data }: PageJudgement): OwnDataVerdict {
  const generic: DraftVerdict =
    wall === null ? judgeDraft(parts, evidence, blocks) : { reason: 'blocked', detail: wall.why };
  const { pageType, snapshot, site } = parts;
  const { isSource } = evidence;
  return judgeOwnData(site, data, { ...generic, pageType, isSource, url: snapshot.finalUrl });
}

const joinEvidence = (
  page: ReturnType<typeof pageEvidence>,
  ofBody: ReturnType<typeof bodyEvidence>,
  { sureLength, byRule, isGuess, isWhole, isUnseen }: ReturnType<typeof chooseBody>,
  { title, authors, published }: DraftParts['fields'],
): PageEvidence => ({
  ...page,
  ...ofBody,
  // doubtful blocks improve the text, but do not make the page an article
  bodyLength: Math.min(ofBody.bodyLength, sureLength),
  bodyByRule: byRule,
  bodyIsGuess: isGuess,
  bodyIsWhole: isWhole,
  bodyIsUnseen: isUnseen,
  hasHeadline: title !== null,
  hasAuthor: authors?.provenance.by === 'generic',
  hasDate: published !== null,
});

/** The versions that read the page: `gazette.example/2` for site rules, `generic/7+blocks-4` for generic rules and model, both if only the body is generic. */
function extractorOf(site: Site, siteFields: readonly SiteFields[], byRule: boolean, model: BlockModel): string {
  if (siteFields[0]?.by === 'api') return `${answerExtractor} ${genericExtractor}`;
  const hasRules = siteFields.length > 0;
  const rules = `${site.host}/${Math.max(1, site.wrappers.length)}`;
  const generic = `${genericExtractor}+${model.version}`;
  return byRule ? rules : hasRules ? `${rules} ${generic}` : generic;
}

function readSiteFields(snapshot: Snapshot, site: Site, document: Document) {
  const answered = snapshot.via === 'api' ? readAnswerFields(document) : null;
  if (answered !== null) return [answered]; // the site's own rules are for its pages
  const wrapper = wrapperAt(site, snapshot.takenAt);
  const siteFields = [
    callSiteFields(site, document, snapshot.finalUrl),
    wrapper === null ? null : readWrapper(site, wrapper, document),
  ];
  return siteFields.filter((fields) => fields !== null);
}

const declaredLanguage = (document: Document, { article, meta }: DraftParts['structured'], site: Site): string | null =>
  document.documentElement.getAttribute('lang') ||
  (article?.language ?? meta.first('og:locale', 'content-language', 'language') ?? site.language);

const headingsOf = (body: Element): string[] =>
  [...body.querySelectorAll('h1, h2, h3, h4')]
    .map((heading) => foldSpace(heading.textContent ?? ''))
    .filter((text) => text !== '');
