import type { NoDraftReason, PageType } from '../../model/article/draft.ts';
import { ruleText } from '../../model/crawl/own-rule.ts';
import type { RequiredField } from '../../model/crawl/site.ts';
import { describeType, unsupportedType } from '../../model/web/content-type.ts';
import { garbledShare } from '../../text/garbled.ts';
import type { DraftParts } from './draft.ts';
import { claimsArticle } from './kind/list-evidence.ts';
import { isLocked } from './kind/locked.ts';
import type { PageEvidence } from './kind/page-evidence.ts';
import { otherAddress } from './kind/page-type.ts';
import { isShortArticle, sentenceLength } from './kind/short-article.ts';
import { type FieldRule, rulesWithoutMatch } from './own-rules.ts';
import { type Block, blocksText } from './page/blocks.ts';

/** Letters. A shorter generic body is an error of the model: the page has no text, unless it is a short post. */
const minGenericBody = 120;

/** Whether a page gives an article, and if not, why. */
export interface DraftVerdict {
  readonly reason: NoDraftReason | null;
  readonly detail: string;
}

/** Why the page is no article, by its content type, its length or its page type. */
function describeAnswer({ pageType, snapshot: { headers, html, status } }: DraftParts): string {
  const type = describeType(headers);
  if (type.startsWith('unsupported')) return type;
  if (/^\s*(?:<!doctype[^>]*>)?\s*$/i.test(html))
    return `the page is empty (the site answered ${status})${type === '' ? '' : `; ${type}`}`;
  return `page type: ${pageType}${type === '' ? '' : `; ${type}`}`;
}

/** Whether the page gives an article; if not, whether the page is none or its layout changed. */
export function judgeDraft(parts: DraftParts, evidence: PageEvidence, blocks: readonly Block[]): DraftVerdict {
  const { pageType, output } = parts;
  const garbled = pageType === 'listing' ? null : whyUnreadable(output.body || blocksText(blocks));
  if (garbled !== null) return { reason: 'not-an-article', detail: garbled };
  if (unsupportedType(parts.snapshot.headers) !== null)
    return { reason: 'not-an-article', detail: describeAnswer(parts) };
  if (!parts.site.articles)
    return { reason: 'not-an-article', detail: 'the scraper says that the site has no articles' };
  if (isLocked(evidence)) return { reason: 'login-required', detail: evidence.lock ?? '' };
  if (pageType === 'login-wall' && claimsArticle(evidence))
    return { reason: 'login-required', detail: 'a form to log in stands in the place of an article' };
  if (pageType === 'listing') return { reason: 'list', detail: describeAnswer(parts) };
  if (isStored(parts)) {
    const missing = parts.site.required.flatMap((field) => missingPart(field, parts, evidence));
    if (missing.length === 0) return { reason: null, detail: '' };
    const isKnown = parts.hasKnownLayout || evidence.isArticleUrl === true;
    const isShort = missing.length === 1 && missing[0] === 'body' && !isKnown;
    if (isShort) return { reason: isPost(evidence) ? 'too-short' : 'not-an-article', detail: describeShort(evidence) };
    return { reason: 'layout-changed', detail: `required, but not found: ${missing.join(', ')}` };
  }
  if (pageType === 'other' && claimsArticle(evidence)) {
    const detail = 'its address or metadata say that it is an article, but it has no article text';
    const isKnown = parts.hasKnownLayout && !isShortOfLearned(parts, evidence);
    if (isKnown || evidence.isArticleUrl === true) return { reason: 'layout-changed', detail };
    // without a known layout, an address alone is a guess
    const isShortPost = evidence.claim !== null && isPost(evidence);
    return { reason: isShortPost ? 'too-short' : 'not-an-article', detail: describeShort(evidence) };
  }
  const isOtherAddress = pageType === 'other' && evidence.isArticleUrl === false;
  return { reason: 'not-an-article', detail: `${describeAnswer(parts)}${isOtherAddress ? `; ${otherAddress}` : ''}` };
}

/** The whole text of a page in a learned layout, a sentence or two: the layout is as it was, the post is short. */
const isShortOfLearned = ({ site }: DraftParts, { bodyIsWhole, ownTextLength }: PageEvidence): boolean =>
  site.file === null && bodyIsWhole && ownTextLength >= sentenceLength;

/** A few words without a date, an author and an article's address are a page of contacts, whatever its data call it. */
const isPost = ({ hasDate, hasAuthor, isArticleUrl }: PageEvidence): boolean =>
  hasDate || hasAuthor || isArticleUrl === true;

const describeShort = ({ bodyLength }: PageEvidence): string =>
  bodyLength < 1 ? 'the page has no article text' : `the text has only ${Math.round(bodyLength)} characters`;

/** Stored of a site without a scraper: it consists of them. */
const itsOwn: ReadonlySet<PageType> = new Set(['forum', 'wiki', 'documentation']);

/** Articles and videos; of a site without a scraper also the topics of a forum, the pages of a wiki and of a documentation. */
const isStored = ({ pageType, site }: DraftParts): boolean =>
  pageType === 'article' || pageType === 'video' || (site.file === null && itsOwn.has(pageType));

/** The name of a required field that is missing, with the site's rules that did not match; nothing where it is found, or only by the generic rules and that is enough. */
function missingPart(field: RequiredField, parts: DraftParts, evidence: PageEvidence): string[] {
  const isFound = hasField(field, parts, evidence);
  if (isFound && !parts.site.strict.includes(field)) return [];
  const unmatched = rulesWithoutMatch(field, relevantRules(parts.pageType, parts.fields.ownRules));
  if (unmatched.length > 0) return [`${field} by the site's own rules (${unmatched.map(ruleText).join(', ')})`];
  return isFound ? [] : [field];
}

/** Body rules without a match do not count on a video's page: it needs no text. */
export const relevantRules = (pageType: PageType, rules: readonly FieldRule[]): FieldRule[] =>
  rules.filter(({ articleField, hasMatch }) => hasMatch || articleField !== 'body' || pageType !== 'video');

function hasField(
  field: RequiredField,
  { fields, output, pageType, snapshot, posts }: DraftParts,
  evidence: PageEvidence,
): boolean {
  switch (field) {
    case 'title':
      return fields.title !== null;
    case 'body':
      // a video's page needs no text
      return (
        pageType === 'video' || (output.body !== '' && (evidence.bodyByRule || posts.length > 0 || hasBody(evidence)))
      );
    case 'publishedAt':
      return fields.published !== null;
    case 'authors':
      return fields.authors !== null;
    case 'media': // a page whose video plays elsewhere lacks nothing; previews and advertisements do not count
      return (
        snapshot.noMedia === 'not-play-page' ||
        snapshot.media.some(({ role }) => !/^(ad|background|preview)$/.test(role))
      );
  }
}

/** A short text is an article's where a headline and a date stand above it, or the page's data say so. */
const hasBody = (evidence: PageEvidence): boolean =>
  isShortArticle(evidence) ||
  evidence.wiki === 'article' ||
  evidence.isThread ||
  (evidence.bodyLength >= minGenericBody && !evidence.bodyIsGuess);

/**
 * Share of a text's characters. Generated texts in five languages have at most 0.04 with one broken byte in a hundred (except EUC-JP, where a lost byte
 * shifts all that follow), and at least 0.12 with every second byte broken. The worst of 3,310 corpus pages has 0.03.
 */
const maxGarbledShare = 0.1;
/** Characters that are read. */
const sampleLength = 50_000;

/** Why a text is unreadable; null if it is readable. A few broken characters in comments or quotations are allowed. */
export function whyUnreadable(text: string): string | null {
  const share = garbledShare(text.slice(0, sampleLength));
  if (share < maxGarbledShare) return null;
  return `the text is unreadable: ${Math.round(share * 100)} % of its characters are damaged or were read in the wrong encoding`;
}
