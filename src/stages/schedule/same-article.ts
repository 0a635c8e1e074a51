import type { Draft, Reading } from '../../model/article/draft.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import { isSameValue } from '../../model/data/data-value.ts';
import type { OwnData } from '../../model/data/own-data.ts';
import type { ComparisonResult } from '../../model/page/format-evidence.ts';
import type { NoMediaReason } from '../../model/page/page.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import type { Link } from '../../model/web/link.ts';
import { likeness, wordTokens } from '../../text/likeness.ts';

/** A page's extraction, as far as the comparison needs it. */
export interface PageReading {
  readonly reading: Reading;
  readonly snapshot: Snapshot;
}

/** A page that could not be read: a bot wall, a timeout. */
export interface NoReading {
  readonly failure: string;
}

export interface ComparisonVerdict {
  readonly result: ComparisonResult;
  readonly detail: string;
}

/** Errors of the browser's fetch that a comparison tolerates: the static result is kept. A throttling host reports it again at the next task. */
export const toleratedErrors: readonly ErrorKind[] = [
  ...(['unreachable', 'blocked', 'throttled', 'timed-out', 'too-large'] as const),
];

/** Errors of the browser itself: the static result is kept, and another page is compared. */
export const browserErrors: readonly ErrorKind[] = ['no-browser', 'browser-crashed'];

/** F1 of the two bags of words, from which texts count as the same. Counters of views, shares and times change less. */
const minBodyOverlap = 0.95;
/** Share of the browser's content links that a static list must have; teasers rotate between two fetches. */
const minLinkOverlap = 0.9;
/** A listing with fewer links counts as the empty shell of a client-rendered one. */
export const fewLinks = 5;

/** Reasons for no media that a browser does not change: nothing plays here, or it may not be played. */
const withoutPlayer: ReadonlySet<NoMediaReason> = new Set([
  'not-video-page',
  'not-play-page',
  'domain-not-allowed',
  'no-resolver',
]);

/** Why a static fetch may lack content that a browser would show; null: it is enough. */
export function shortfallOf({ reading, snapshot }: PageReading): string | null {
  if (reading.draft === null) {
    const isOther = reading.reason === 'not-an-article' || reading.reason === 'list';
    if (isOther && hasOwnData(reading.ownData)) return null;
    if (reading.reason === 'login-required') return null;
    const isList = reading.reason === 'list' && contentLinks(reading.links).length >= fewLinks;
    return isList ? null : reading.detail || 'no article';
  }
  if (snapshot.noMedia !== null && withoutPlayer.has(snapshot.noMedia)) return null;
  // only structured data is trusted: on 2 of 31 pages, markup alone gave a preroll or a preview as the main medium
  const isTrusted = snapshot.media.some(({ reasons }) => reasons.some((reason) => reason.startsWith('JSON-LD')));
  return isTrusted ? null : 'a video page whose medium only a player can tell';
}

/** Compares the two results; null where both are empty: such a page says nothing about its format. */
export function compareReadings(
  plain: PageReading | NoReading,
  rendered: PageReading | NoReading,
): ComparisonVerdict | null {
  const shortfall = 'failure' in plain ? plain.failure : shortfallOf(plain);
  const browserGave = !('failure' in rendered) && (rendered.reading.draft !== null || shortfallOf(rendered) === null);
  if (!browserGave && shortfall !== null)
    return isSameShortList(plain, rendered) ? { result: 'same', detail: '' } : null;
  if (shortfall !== null) return { result: 'static-lacks', detail: shortfall };
  if (!browserGave || 'failure' in plain || 'failure' in rendered) {
    const why = 'failure' in rendered ? rendered.failure : rendered.reading.detail || 'no article';
    return { result: 'browser-lacks', detail: why };
  }
  const difference = differenceOf(plain, rendered);
  if (difference === null) return { result: 'same', detail: '' };
  return isHiddenText(plain, rendered)
    ? { result: 'browser-lacks', detail: 'the browser shows hardly any of the text' }
    : { result: 'differs', detail: difference };
}

/** Share of the static text that a browser shows, below which its page was not ready: themes fade their text in by scripts, which may fail or come late. */
const minShownShare = 0.25;
/** Confidence in a static body from which it is the page's text, not something that a browser hides. */
const sureBody = 0.7;

function isHiddenText(plain: PageReading, rendered: PageReading): boolean {
  const [a, b] = [plain.reading.draft, rendered.reading.draft];
  if (a === null || b === null || (a.provenance.body?.confidence ?? 0) < sureBody) return false;
  if (mediaDifference(plain.snapshot, rendered.snapshot) !== null) return false;
  return wordTokens(b.body).length < minShownShare * wordTokens(a.body).length;
}

/** A list with few entries, the same in both ways: a browser shows no more of such lists. */
function isSameShortList(plain: PageReading | NoReading, rendered: PageReading | NoReading): boolean {
  if ('failure' in plain || 'failure' in rendered) return false;
  if (plain.reading.reason !== 'list' || rendered.reading.reason !== 'list') return false;
  const [a, b] = [plain, rendered].map(({ reading }) => new Set(addressesOf(reading.links))) as [
    Set<string>,
    Set<string>,
  ];
  return a.size > 0 && b.size === a.size && [...b].every((url) => a.has(url));
}

/** As `compareReadings`, for the links of a polled list. */
export function compareLinks(
  plain: readonly Link[] | NoReading,
  rendered: readonly Link[] | NoReading,
): ComparisonVerdict | null {
  const [shortfall, browserShortfall] = [listShortfall(plain), listShortfall(rendered)];
  if (shortfall !== null) return browserShortfall === null ? { result: 'static-lacks', detail: shortfall } : null;
  if (browserShortfall !== null) return { result: 'browser-lacks', detail: browserShortfall };
  const difference =
    'failure' in plain || 'failure' in rendered ? null : linkDifference(addressesOf(plain), addressesOf(rendered));
  return difference === null ? { result: 'same', detail: '' } : { result: 'differs', detail: difference };
}

/** Why a list may lack links that a browser would show; null: it is enough. */
export function listShortfall(list: readonly Link[] | NoReading): string | null {
  if ('failure' in list) return list.failure;
  return list.length < fewLinks ? `${list.length} links` : null;
}

function differenceOf(plain: PageReading, rendered: PageReading): string | null {
  const [a, b] = [plain.reading.draft, rendered.reading.draft];
  const data = ownDataDifference(plain.reading.ownData, rendered.reading.ownData);
  if (data !== null) return data;
  if (a === null && b === null)
    // a page of data may link whatever it likes
    return plain.reading.ownData.isDataPage
      ? null
      : linkDifference(contentLinks(plain.reading.links), contentLinks(rendered.reading.links));
  if (a === null || b === null)
    return `static: ${a === null ? 'a list' : 'an article'}, browser: ${b === null ? 'a list' : 'an article'}`;
  return textDifference(a, b) ?? mediaDifference(plain.snapshot, rendered.snapshot);
}

const hasOwnData = ({ isDataPage, records }: OwnData): boolean =>
  isDataPage || records.some((finding) => finding.records.length > 0);

/** What differs between the data and records of two readings; null: nothing. Records may change between two fetches: a tenth of them. */
export function ownDataDifference(plain: OwnData, rendered: OwnData): string | null {
  for (const { field, value } of rendered.fields) {
    const other = plain.fields.find((finding) => finding.field === field)?.value ?? null;
    if (!isSameValue(other, value)) return `data.${field} differs`;
  }
  for (const { kind, records } of rendered.records) {
    const keys = new Set(plain.records.find((other) => other.kind === kind)?.records.map(({ key }) => key));
    const shared = records.filter(({ key }) => keys.has(key)).length;
    if (shared < minLinkOverlap * records.length)
      return `${shared} of the browser's ${records.length} records of ${kind}`;
  }
  return null;
}

function textDifference(a: Draft, b: Draft): string | null {
  if (wordTokens(a.title).join(' ') !== wordTokens(b.title).join(' ')) return 'the titles differ';
  const overlap = likeness(wordTokens(a.body), wordTokens(b.body));
  return overlap >= minBodyOverlap ? null : `body overlap ${overlap.toFixed(2)}`;
}

/** What differs between an article read by an API and the same rendered; null: nothing that a reader would see. */
export function articleDifference(byApi: PageReading, rendered: PageReading): string | null {
  const [a, b] = [byApi.reading.draft, rendered.reading.draft];
  if (a === null || b === null)
    return a === b ? null : `only the ${a === null ? 'rendered page' : 'API'} gave an article`;
  const names = ({ authors }: Draft) =>
    authors
      .map((name) => wordTokens(name).join(' '))
      .sort()
      .join(', ');
  if (!isSameDate(a.publishedAt, b.publishedAt))
    return `the dates differ: ${a.publishedAt?.value ?? 'none'}, rendered ${b.publishedAt?.value ?? 'none'}`;
  if (names(a) !== names(b)) return `the authors differ: ${names(a)}; rendered: ${names(b)}`;
  if (isOwn(b.provenance.section?.by) && a.section !== b.section)
    return `the sections differ: ${a.section ?? 'none'}, rendered ${b.section}`;
  return textDifference(a, b) ?? paragraphDifference(a, b) ?? mediaDifference(byApi.snapshot, rendered.snapshot);
}

/** What the site's own rules read must be kept; a section of the page's metadata may be missing. */
const isOwn = (by: string | undefined): boolean => by === 'scraper' || by === 'wrapper';

/** Rendered pages have further lines: a standfirst, tags. Fewer than half of the paragraphs are lost ones. */
function paragraphDifference(byApi: Draft, rendered: Draft): string | null {
  const count = ({ body }: Draft) => body.split('\n\n').length;
  const [few, many] = [count(byApi), count(rendered)];
  return few * 2 < many ? `the paragraphs differ: ${few}, rendered ${many}` : null;
}

/** The same moment to the minute; of a page that shows only the day, the same day. */
function isSameDate(byApi: Draft['publishedAt'], rendered: Draft['publishedAt']): boolean {
  if (byApi === null || rendered === null) return byApi === rendered;
  if (rendered.precision === 'day') return byApi.value.slice(0, 10) === rendered.value.slice(0, 10);
  return byApi.precision !== 'day' && Math.abs(Date.parse(byApi.value) - Date.parse(rendered.value)) < 60_000;
}

/** The difference between two articles whose texts are the same. */
export const onlyBrowserHasMedia = 'only the browser found the medium';

const mediaDifference = (a: PageReading['snapshot'], b: PageReading['snapshot']): string | null =>
  b.noMedia === null && a.noMedia !== null ? onlyBrowserHasMedia : null;

function linkDifference(plain: readonly string[], rendered: readonly string[]): string | null {
  const plainUrls = new Set(plain);
  const share = rendered.filter((url) => plainUrls.has(url)).length / Math.max(1, rendered.length);
  return share >= minLinkOverlap ? null : `${Math.round(share * 100)} % of the browser's ${rendered.length} links`;
}

const contentLinks = (links: readonly Link[]): string[] => [
  ...new Set(links.filter(({ region }) => region === 'content').map(({ url }) => url)),
];

const addressesOf = (links: readonly Link[]): string[] => links.map(({ url }) => url);
