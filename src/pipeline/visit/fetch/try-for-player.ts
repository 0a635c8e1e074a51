import { kindOf } from '../../../errors.ts';
import type { PlayerTrial } from '../../../model/page/player-evidence.ts';
import type { TrialVerdict } from '../../../stages/media/judge-trial.ts';
import { playerHints } from '../../../stages/media/player-hints.ts';
import type { Crawl } from '../../crawl/crawl.ts';
import { type ExtractedPage, extractByTrial } from '../../crawl.ts';
import { type ReadResult, resultOfReading } from '../page-result.ts';
import type { PageVisit } from '../page-visit.ts';
import { type FetchResult, mediaRequest } from './one-way.ts';

/** Time to play one page, ms: most that are tried have no media. */
const limitMs: Readonly<Record<Exclude<TrialVerdict, 'leave'>, number>> = { try: 10_000, play: 20_000 };

/**
 * Plays an article whose source shows no media, where something in it speaks for a player that scripts build (docs/adr/0038). It comes after all that is learned
 * of the page's format: the way of its pages and the API behind them do not depend on it. A page without media stays as it was read.
 * @throws NewshawkError, TurnRefused as `extractPage`, but not no-browser
 */
export async function tryForPlayer(services: Crawl, visit: PageVisit, read: FetchResult): Promise<FetchResult> {
  const { page } = read;
  if (page.kind !== 'read' || !mayHavePlayer(services, visit, page)) return read;
  const hints = playerHints(page.page);
  if (hints.length === 0) return read;
  const { host } = new URL(visit.task.url);
  let played: ExtractedPage | null = null;
  let trial: PlayerTrial | null = null;
  try {
    trial = await services.playerTrials.run(host, hints, async (verdict) => {
      const request = { ...mediaRequest(visit), readsOnly: read.ranScripts, limitMs: limitMs[verdict] };
      played = await extractByTrial(services, page.page, request);
      return played !== null;
    });
  } catch (error) {
    if (kindOf(error) !== 'no-browser') throw error;
    services.log.info('media.not-tried', { url: visit.task.url, detail: String(error) });
  }
  if (trial === null) return read;
  const outcome = `${read.outcome === '' ? '' : `${read.outcome}; `}played for ${hints[0]?.name}: ${trial.found ? 'media' : 'no media'}`;
  const tried = { ...read, outcome, players: trial };
  return played === null ? tried : { ...tried, page: await withMedia(services, visit, page, played) };
}

/** An article that was not played, of a site that leaves media to the generic resolver. */
function mayHavePlayer(
  { browserHealth, config }: Pick<Crawl, 'browserHealth' | 'config'>,
  { site }: PageVisit,
  { page, extracted, failedAs }: ReadResult,
): boolean {
  const { reading, mediaSearch } = extracted;
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
async function withMedia(
  services: Crawl,
  visit: PageVisit,
  { page, extracted }: ReadResult,
  played: ExtractedPage,
): Promise<FetchResult['page']> {
  const kept = played.reading.draft === null ? { ...played, reading: extracted.reading } : played;
  const opened = { page, live: null, [Symbol.asyncDispose]: async () => {} };
  return await resultOfReading(services, visit, { opened, extracted: kept });
}
