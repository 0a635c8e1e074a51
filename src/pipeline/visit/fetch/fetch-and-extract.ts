import { NewshawkError } from '../../../errors.ts';
import type { Comparison } from '../../../model/page/format-evidence.ts';
import type { StepTaken } from '../../../model/page/page-step.ts';
import type { PlayerTrial } from '../../../model/page/player-evidence.ts';
import { playerHints } from '../../../stages/media/player-hints.ts';
import {
  browserErrors,
  type ComparisonVerdict,
  compareReadings,
  type NoReading,
  onlyBrowserHasMedia,
  shortfallOf,
  toleratedErrors,
} from '../../../stages/schedule/same-article.ts';
import { isMisdecoded } from '../../../text/garbled.ts';
import type { Crawl } from '../../crawl/crawl.ts';
import { type ExtractedPage, extractWithMediaOf } from '../../crawl.ts';
import { declaresData } from '../own-data.ts';
import { type EndedResult, type PageExtraction, resultOfReading, resultUnread } from '../page-result.ts';
import type { PageVisit } from '../page-visit.ts';
import { compareWithApi, fetchByApi } from './api/fetch-by-api.ts';
import { sampleAnswers } from './api/sample-answers.ts';
import {
  extractOpened,
  type FetchResult,
  mediaRequest,
  noFinding,
  openWay,
  stepsOn,
  withExpansion,
} from './one-way.ts';
import type { Choice } from './way-chooser.ts';

/** Fetches a page in the chosen ways, at most twice, and extracts it. The page is closed when this returns. @throws NewshawkError */
export async function fetchAndExtract(services: Crawl, visit: PageVisit, choice: Choice): Promise<FetchResult> {
  const { ways } = choice;
  if (ways === 'static') return await fetchStatically(services, visit);
  if (ways === 'browser') return await render(services, visit, choice);
  if (ways === 'api' || ways === 'api-compared') return await useApi(services, visit, choice);
  const plain = await tryStatic(services, visit);
  if ('kind' in plain) return { ...noFinding, page: plain };
  const isAll = ways === 'static-first' && choice.listsAreSame && isShortList(plain);
  const lack = isAll ? null : 'failure' in plain ? plain.failure : shortfallOf(plain.extracted);
  if ('failure' in plain || lack !== null) return await fallBack(services, visit, choice, { plain, lack: lack ?? '' });
  const isCutShort = plain.extracted.reading.pageType === 'listing' && plain.extracted.reading.loadsMore;
  if (ways === 'both' || isCutShort) return await compareWithBrowser(services, visit, plain);
  const page = await resultOfReading(services, visit, plain);
  return { ...noFinding, staticGave: true, page, ranScripts: false };
}

/** A list with few entries, by its own controls without more. */
const isShortList = (plain: PageExtraction | NoReading): boolean =>
  !('failure' in plain) && plain.extracted.reading.reason === 'list' && !plain.extracted.reading.loadsMore;

async function fetchStatically(services: Crawl, visit: PageVisit): Promise<FetchResult> {
  await using opened = await openWay(services, visit, 'static');
  const unread = resultUnread(services, visit, opened);
  if (unread !== null) return { ...noFinding, page: unread };
  const extracted = await extractOpened(services, visit, opened);
  return { ...noFinding, page: await resultOfReading(services, visit, { opened, extracted }), ranScripts: false };
}

async function render(services: Crawl, visit: PageVisit, choice: Choice): Promise<FetchResult> {
  await using opened = await openWay(services, visit, 'browser', isLearning(choice));
  const steps = stepsOn(opened);
  const unread = resultUnread(services, visit, opened);
  if (unread !== null) return { ...noFinding, page: unread, steps };
  const first = await extractOpened(services, visit, opened);
  const api = isLearning(choice) ? await sampleAnswers(services, visit, opened, first) : undefined;
  const { extracted, expansion } = await withExpansion(services, visit, opened, first);
  return { ...noFinding, page: await resultOfReading(services, visit, { opened, extracted }), steps, api, expansion };
}

/** Whether the answers to the page's scripts are kept, to learn the API behind the format. */
const isLearning = ({ format, api }: Choice): boolean => format !== null && (api === null || api.state === 'learning');

/** By the API; in the browser where that gives too little, or for a comparison. */
async function useApi(services: Crawl, visit: PageVisit, choice: Choice): Promise<FetchResult> {
  const { api, ways } = choice;
  // the declared rules are for the page, not for what its API answers
  if (declaresData(visit.site)) return await render(services, visit, choice);
  if (api === null) throw new NewshawkError('bug', 'an API is used that is not known');
  if (ways === 'api-compared') return await compareWithApi(services, visit, api);
  const asked = await fetchByApi(services, visit, api);
  return 'page' in asked ? asked : await compareWithApi(services, visit, api, asked);
}

/** A browser may pass where a plain client is blocked; other errors are the same for both. */
async function tryStatic(services: Crawl, visit: PageVisit): Promise<EndedResult | PageExtraction | NoReading> {
  try {
    await using opened = await openWay(services, visit, 'static');
    return resultUnread(services, visit, opened) ?? { opened, extracted: await extractOpened(services, visit, opened) };
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind !== 'blocked') throw error;
    return { failure: `turned away: ${error.message}` };
  }
}

/** The static fetch gave too little: the browser's page is kept, unless it has less of the text, or none that can be read. */
async function fallBack(
  services: Crawl,
  visit: PageVisit,
  choice: Choice,
  { plain, lack }: { readonly plain: PageExtraction | NoReading; readonly lack: string },
): Promise<FetchResult> {
  await using opened = await openWay(services, visit, 'browser', isLearning(choice));
  const fetch = {
    outcome: `fell back to the browser: ${lack}`,
    otherBytes: 'failure' in plain ? 0 : plain.opened.page.bytes,
    steps: stepsOn(opened),
    ranScripts: true,
  };
  const unread = resultUnread(services, visit, opened);
  if (unread !== null) return { ...noFinding, ...fetch, page: unread };
  const before = 'failure' in plain ? plain : plain.extracted;
  const first = await extractOpened(services, visit, opened, 'failure' in plain ? null : plain.extracted);
  const api = isLearning(choice) ? await sampleAnswers(services, visit, opened, first) : undefined;
  const { extracted, expansion } = await withExpansion(services, visit, opened, first);
  const compared = compareReadings(before, extracted);
  const kept =
    !('failure' in plain) && lacksText(extracted, plain.extracted)
      ? { opened: plain.opened, extracted: await extractOpened(services, visit, plain.opened, extracted) }
      : { opened, extracted };
  return {
    ...fetch,
    api,
    expansion,
    page: await resultOfReading(services, visit, kept),
    // a page that is no article in either way says nothing of the format; a short list is all there is
    staticGave: compared === null ? null : compared.result === 'same',
    comparison: compared === null ? null : comparisonOf(services, visit, compared, extracted),
  };
}

/** Share of the static text that the browser's page has, at least. Animations hide texts until they have run; then only the media are the browser's. */
const minShownText = 0.5;

const lacksText = (rendered: ExtractedPage, plain: ExtractedPage): boolean =>
  plain.reading.draft === null
    ? isMisdecoded(rendered.snapshot.html) && !isMisdecoded(plain.snapshot.html)
    : (rendered.reading.draft?.body.length ?? 0) < minShownText * plain.reading.draft.body.length;

/** Compares the static page with the browser's. The static page is kept if they are the same, or if the browser gives less. */
async function compareWithBrowser(services: Crawl, visit: PageVisit, plain: PageExtraction): Promise<FetchResult> {
  let steps: readonly StepTaken[] = [];
  try {
    await using opened = await openWay(services, visit, 'browser');
    steps = stepsOn(opened);
    const { status, bytes } = opened.page;
    if (resultUnread(services, visit, opened) !== null) {
      const compared = browserLacks(`its page answered ${status}`);
      return await keepStatic(services, visit, plain, { compared, otherBytes: bytes, steps });
    }
    const first = await extractOpened(services, visit, opened, plain.extracted);
    const { extracted, expansion } = await withExpansion(services, visit, opened, first);
    const compared = compareReadings(plain.extracted, extracted) ?? browserLacks('nothing');
    const players = await playerFound(services, visit, plain, compared);
    if (players !== null) {
      const page = plain.opened.page;
      const withFilm = await extractWithMediaOf(services, page, mediaRequest(visit), extracted);
      const kept = { opened: plain.opened, extracted: withFilm };
      const asSame = { result: 'same', detail: 'pages like it are played for their media' } as const;
      return { ...(await keepStatic(services, visit, kept, { compared: asSame, otherBytes: bytes, steps })), players };
    }
    const hasMore = expansion !== null && expansion.links.length > 0;
    if (compared.result !== 'differs' && !(compared.result === 'same' && hasMore))
      return await keepStatic(services, visit, plain, { compared, otherBytes: bytes, steps });
    return {
      page: await resultOfReading(services, visit, { opened, extracted }),
      staticGave: true,
      comparison: comparisonOf(services, visit, compared, plain.extracted),
      outcome: `compared: ${compared.detail || 'the same first screen'}; the browser's is kept`,
      otherBytes: plain.opened.page.bytes,
      expansion,
      steps,
      ranScripts: true,
    };
  } catch (error) {
    if (!(error instanceof NewshawkError)) throw error;
    if (browserErrors.includes(error.kind)) {
      const page = await resultOfReading(services, visit, plain);
      return { ...noFinding, page, outcome: `not compared: ${error.message}`.slice(0, 200), steps };
    }
    if (!toleratedErrors.includes(error.kind)) throw error;
    const compared = browserLacks(`${error.kind}: ${error.message}`);
    return await keepStatic(services, visit, plain, { compared, otherBytes: 0, steps });
  }
}

/** Where the browser's page differs only by a player that its scripts build: pages like it are fetched statically and played. Null: it does not. */
async function playerFound(
  { playerTrials }: Crawl,
  { task }: PageVisit,
  { opened }: PageExtraction,
  { result, detail }: ComparisonVerdict,
): Promise<PlayerTrial | null> {
  if (result !== 'differs' || detail !== onlyBrowserHasMedia) return null;
  const hints = playerHints(opened.page);
  const arePlayed = hints.length > 0 && (await playerTrials.noteFound(new URL(task.url).host, hints));
  return arePlayed ? { hints: hints.map(({ name }) => name), found: true } : null;
}

const browserLacks = (detail: string): ComparisonVerdict => ({ result: 'browser-lacks', detail });

async function keepStatic(
  services: Crawl,
  visit: PageVisit,
  plain: PageExtraction,
  { compared, otherBytes, steps }: Pick<FetchResult, 'otherBytes' | 'steps'> & { readonly compared: ComparisonVerdict },
): Promise<FetchResult> {
  return {
    page: await resultOfReading(services, visit, plain),
    staticGave: true,
    comparison: comparisonOf(services, visit, compared, plain.extracted),
    outcome: compared.result === 'same' ? 'compared: the same' : `compared: the browser gave less (${compared.detail})`,
    otherBytes,
    expansion: null,
    steps,
    ranScripts: true,
  };
}

const comparisonOf = (
  { clock }: Pick<Crawl, 'clock'>,
  { task }: PageVisit,
  compared: ComparisonVerdict,
  { reading }: ExtractedPage,
): Comparison => ({
  at: clock.now(),
  url: task.url,
  ...(reading.draft === null && { isList: true }),
  ...compared,
  detail: compared.detail.slice(0, 200),
});
