import { kindOf } from '../../errors.ts';
import type { PlayerTrial } from '../../model/page/player-evidence.ts';
import type { TrialVerdict } from '../../stages/media/judge-trial.ts';
import { playerHints } from '../../stages/media/player-hints.ts';
import type { Crawl } from '../crawl.ts';
import { checkReading, extractByTrial, mediaRequest } from '../page-reader.ts';
import type { EndedPage } from '../page-status.ts';
import type { PageVisit } from '../visit-result.ts';
import type { VisitedPage } from '../visited-page.ts';
import type { Fetched } from './fetch-modes.ts';

/** Time to play one page, ms: most that are tried have no media. */
const limitMs: Readonly<Record<Exclude<TrialVerdict, 'leave'>, number>> = { try: 10_000, play: 20_000 };

/**
 * Plays an article whose source shows no media, where something in it speaks for a player that scripts build (docs/adr/0038). It comes after all that is learned
 * of the page's format: the way of its pages and the API behind them do not depend on it. A page without media stays as it was read.
 * @throws NewshawkError, TurnRefused as `extractPage`, but not no-browser
 */
export async function tryForPlayer(
  crawl: Crawl,
  visit: PageVisit,
  read: Fetched<VisitedPage | EndedPage>,
): Promise<Fetched<VisitedPage | EndedPage>> {
  const page = read.result;
  if (!('reading' in page) || !mayHavePlayer(crawl, visit, page)) return read;
  const { host } = new URL(visit.task.url);
  const hints = (await crawl.playerTrials.mayTry(host))
    ? playerHints(page.page.html, page.page.finalUrl, page.page.network)
    : [];
  if (hints.length === 0) return read;
  let played: VisitedPage | null = null;
  let trial: PlayerTrial | null = null;
  try {
    trial = await crawl.playerTrials.run(host, hints, async (verdict) => {
      const request = { ...mediaRequest(visit), readsOnly: read.ranScripts, limitMs: limitMs[verdict] };
      played = await extractByTrial(crawl, page.page, request);
      return played !== null;
    });
  } catch (error) {
    if (kindOf(error) !== 'no-browser') throw error;
    crawl.log.info('media.not-tried', { url: visit.task.url, detail: String(error) });
  }
  if (trial === null) return read;
  const outcome = `${read.outcome === '' ? '' : `${read.outcome}; `}played for ${hints[0]?.name}: ${trial.found ? 'media' : 'no media'}`;
  const tried = { ...read, outcome, players: trial };
  return played === null ? tried : { ...tried, result: await withMedia(crawl, visit, page, played) };
}

/** An article that was not played, of a site that leaves media to the generic resolver. */
function mayHavePlayer(
  { browserHealth, config }: Crawl,
  { site }: PageVisit,
  { page, reading, mediaSearch, failedAs }: VisitedPage,
): boolean {
  return (
    reading.draft !== null &&
    failedAs === null &&
    mediaSearch.noMedia === 'not-video-page' &&
    page.via !== 'api' &&
    site.media === null &&
    site.render !== 'static' &&
    config.media === 'generic' &&
    browserHealth().state !== 'absent'
  );
}

/** The same page with the media that its player showed. They never cost it its text. */
async function withMedia(crawl: Crawl, visit: PageVisit, page: VisitedPage, played: VisitedPage): Promise<VisitedPage> {
  const kept = played.reading.draft === null ? { ...played, reading: page.reading } : played;
  return await checkReading(crawl, visit, kept, null);
}
