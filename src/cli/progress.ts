import type { CrawlProgress } from '../pipeline/report.ts';
import { printable, redactText } from '../printable.ts';
import { bytesText, countText, durationText } from './amounts.ts';
import type { Session } from './session.ts';

/** Redrawn at most so often: more is not seen and costs CPU that the browser needs. */
const redrawMs = 200;
const summaryMs = 60_000;

export interface ProgressView extends Disposable {
  update(progress: CrawlProgress): void;
}

/** What is shown while a crawl runs: a block that is redrawn on a terminal, one line a minute elsewhere, nothing with -q. */
export function openProgress(session: Session): ProgressView {
  if (session.options.quiet) return { update: () => {}, [Symbol.dispose]: () => {} };
  return session.io.isTty ? liveView(session) : minuteLines(session);
}

function liveView({ screen, colors }: Session): ProgressView {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(progress) {
      if (progress.elapsedMs - drawnAt < redrawMs) return;
      drawnAt = progress.elapsedMs;
      screen.show(progressLines(progress, colors));
    },
    [Symbol.dispose]: () => screen.clear(),
  };
}

function minuteLines(session: Session): ProgressView {
  let saidAt = 0;
  return {
    update(progress) {
      if (progress.elapsedMs - saidAt < summaryMs) return;
      saidAt = progress.elapsedMs;
      session.say(progressLine(progress));
    },
    [Symbol.dispose]: () => {},
  };
}

type Paint = Pick<Session['colors'], 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow'>;

/** The live view's lines: what is done, what came of it, what it costs, what was last. */
export function progressLines(progress: CrawlProgress, paint: Paint): string[] {
  const { done, queued, running } = progress;
  const share = done + queued + running === 0 ? 0 : done / (done + queued + running);
  const bad = progress.failures > 0 ? paint.red : paint.dim;
  return [
    `${paint.cyan(bar(share, 24))} ${paint.bold(countText(done))} done  ${countText(running)} running  ${countText(queued)} queued  ${progress.pagesPerSecond.toFixed(1)} pages/s`,
    `${paint.green(`${countText(progress.stored)} stored`)}  ${countText(progress.duplicates)} duplicates  ${countText(progress.offTopic)} off topic  ${countText(progress.mediaItems)} media  ${bad(`${countText(progress.failures)} failures`)}`,
    paint.dim(
      `${durationText(progress.elapsedMs)} elapsed  ETA ${progress.etaMs === null ? 'unknown' : durationText(progress.etaMs)}  memory ${bytesText(progress.memoryBytes)}`,
    ),
    paint.dim(`last ${printable(redactText(progress.last)) || 'nothing yet'}`),
  ];
}

/** The same in one line, for a log. */
export const progressLine = (progress: CrawlProgress): string =>
  `${durationText(progress.elapsedMs)}: ${progress.done} done, ${progress.running} running, ${progress.queued} queued, ${progress.pagesPerSecond.toFixed(1)} pages/s, ${progress.stored} stored, ${progress.duplicates} duplicates, ${progress.offTopic} off topic, ${progress.mediaItems} media, ${progress.failures} failures, memory ${bytesText(progress.memoryBytes)}`;

function bar(share: number, cells: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)}`;
}
