import type { CaptureRequest, MediaCapture } from '../../app.ts';
import type { PlayerPage } from '../../browser-port.ts';
import { mediaPorts } from '../../crawl/media-ports.ts';
import { fetchAddress, withFragment } from '../../model/web/canonical-url.ts';
import type { Clock } from '../../ports.ts';
import type { PagePorts } from '../../services.ts';
import { type DrainedChunks, drainExpression } from '../../stages/media/in-page/drain.ts';
import { recorderScript, workerRecorderScript } from '../../stages/media/in-page/hooks.ts';
import { hookKey } from '../../stages/media/play/hook-key.ts';
import { playPage } from '../../stages/media/play/play-page.ts';
import { WatchedPage } from '../../stages/media/play/watched-page.ts';
import { requestedPage } from './read-page.ts';
import { type Drained, TrackFiles } from './track-files.ts';

const pollMs = 250;
const drainMs = 20_000;
/** A worker that computes all the time answers late or never; the page goes on meanwhile. */
const workerDrainMs = 1_500;
/** A page that gives its player no data for this time has ended or hangs, ms. */
const silenceMs = 15_000;
const openMs = 30_000;

/**
 * Plays a page and records what it and its workers give to MediaSource, one file per SourceBuffer: the last resort for a medium without an address. Not recorded:
 * what workers feed that other workers started.
 */
export async function captureMedia(io: PagePorts, request: CaptureRequest): Promise<MediaCapture> {
  const { site, task, identity } = await requestedPage(io, { url: request.url, render: 'browser' });
  const { adLists, budget } = mediaPorts(io, { site, identity, plays: true, isAllowed: () => true });
  const key = hookKey();
  const pool = await io.browsers();
  await using player = await pool.openPlayer({
    url: withFragment(fetchAddress(task), new URL(request.url).hash),
    identity,
    script: recorderScript(key),
    workerScript: workerRecorderScript(key),
    timeoutMs: request.timeLimitMs + openMs,
  });
  await using tracks = new TrackFiles(request);
  const watched = new WatchedPage(player, { key, declared: [], lists: await adLists() });
  const draining = new AbortController();
  const limits = budget ?? { totalMs: io.config.mediaBudgetMs, adMs: 0 };
  const played = playPage(player, watched, { key, budget: limits, onStep: async () => {}, signal: draining.signal });
  try {
    const endedBy = await drain(player, key, { tracks, request, clock: io.clock });
    return { tracks: tracks.list(), endedBy };
  } finally {
    draining.abort();
    await played.catch(() => null); // the page is gone: `drain` has failed with the same error
  }
}

async function drain(
  player: PlayerPage,
  key: string,
  { tracks, request, clock }: { readonly tracks: TrackFiles; readonly request: CaptureRequest; readonly clock: Clock },
): Promise<MediaCapture['endedBy']> {
  const begun = clock.monotonicMs();
  let lastAt = begun;
  for (;;) {
    const now = clock.monotonicMs();
    const drained = await drainAll(player, drainExpression(key, tracks.received()));
    const bytes = await tracks.write(drained);
    if (bytes > 0) lastAt = now;
    if (tracks.bytes >= request.maxBytes) return 'bytes';
    if (request.signal.aborted) return 'stopped';
    if (now - begun >= request.timeLimitMs) return 'time'; // also where more comes than is read
    const isLeft = drained.some(({ value }) => value !== null && value.left > 0);
    if (isLeft) continue;
    const isQuiet = bytes === 0 && tracks.bytes > 0; // the last chunks may come after the end
    if (isQuiet && drained.some(({ value }) => value?.hasEnded === true)) return 'end';
    if (now - lastAt >= Math.max(silenceMs, tracks.bytes === 0 ? openMs : 0)) return 'silence';
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function drainAll(player: PlayerPage, expression: string): Promise<readonly Drained[]> {
  const [frames, workers] = await Promise.all([
    player.inFrames<DrainedChunks | null>(expression, drainMs),
    player.inWorkers<DrainedChunks | null>(expression, workerDrainMs),
  ]);
  return [
    ...frames.map(({ frame, value }) => ({ source: `${frame}`, value })),
    ...workers.map(({ frame, value }) => ({ source: `worker-${frame}`, value })),
  ];
}
