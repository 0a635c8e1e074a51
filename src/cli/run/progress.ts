import stringWidth from 'string-width';
import type { BrowserHealth } from '../../model/crawl/browser-health.ts';
import type { LoadLimit, LoadView } from '../../model/crawl/load.ts';
import { printable, redactText } from '../../printable.ts';
import type { CrawlProgress } from '../../run/report.ts';
import type { Session } from '../session.ts';
import { bytesText, countText, durationText } from '../terminal/amounts.ts';
import type { Colors, Glyphs } from '../terminal/look.ts';
import { lineFit } from '../terminal/table.ts';

/** Minimum time between two redraws: more frequent ones are not visible and cost CPU that the browser needs. */
const redrawMs = 200;
/** Time between two lines off a terminal. */
const lineMs = 60_000;

interface ProgressView extends Disposable {
  update(progress: CrawlProgress): void;
}

/** Opens the view of a running crawl: a redrawn block on a terminal, elsewhere a line at the start and one per minute, nothing with -q. */
export function openProgress(session: Session): ProgressView {
  if (session.options.quiet) return { update: () => {}, [Symbol.dispose]: () => {} };
  // a dumb terminal can't move its cursor
  return session.io.isTty && session.io.env.TERM !== 'dumb' ? liveView(session) : minuteLines(session);
}

function liveView(session: Session): ProgressView {
  const { screen, messageColors } = session;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(progress) {
      if (progress.elapsedMs - drawnAt < redrawMs) return;
      drawnAt = progress.elapsedMs;
      screen.show(progressLines(progress, messageColors, session), lineFit);
    },
    [Symbol.dispose]: () => screen.clear(),
  };
}

function minuteLines(session: Session): ProgressView {
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    update(progress) {
      if (progress.elapsedMs - saidAt < lineMs) return;
      saidAt = progress.elapsedMs;
      session.say(progressLine(progress));
    },
    [Symbol.dispose]: () => {},
  };
}

/** Cells of the bar. On a narrow terminal the counts need the room. */
const [shortestBar, longestBar] = [6, 24];

/** The lines of the live view: progress, results, costs, the latest page. What does not fit beside the rest of its line gets a new one. */
export function progressLines(
  progress: CrawlProgress,
  paint: Colors,
  { columns, glyphs }: { readonly columns: number; readonly glyphs: Glyphs },
): string[] {
  const { done, queued, running, polls, load } = progress;
  const share = done + queued + running === 0 ? 0 : done / (done + queued + running);
  const paintFailures = progress.failures > 0 ? paint.red : paint.dim;
  const cells = Math.max(shortestBar, Math.min(longestBar, columns - 56));
  const eta = progress.etaMs === null ? 'unknown' : durationText(progress.etaMs);
  const time = `${durationText(progress.elapsedMs)} elapsed  ETA ${eta}`;
  const dim = (text: string) => flow(text.split(', '), columns, ', ').map(paint.dim);
  return [
    ...flow(
      [
        paint.cyan(bar(share, cells, glyphs)),
        `${paint.bold(countText(done))} done`,
        `${countText(running)} running`,
        `${countText(queued)} queued`,
        `${countText(polls)} sources polled`,
        `${progress.pagesPerSecond.toFixed(1)} pages/s`,
      ],
      columns,
    ),
    ...flow(
      [
        paint.green(`${countText(progress.stored)} stored`),
        `${countText(progress.duplicates)} duplicates`,
        `${countText(progress.offTopic)} off topic`,
        `${countText(progress.mediaItems)} media`,
        paintFailures(`${countText(progress.failures)} failures`),
      ],
      columns,
    ),
    ...dim(`${time}  ${machineText(load)}`),
    ...dim(budgetText(load)),
    paint.dim(`last ${printable(redactText(progress.last)) || 'nothing yet'}`),
  ];
}

/** The parts in lines, at most `columns` - 1 cells wide where no part is wider. */
function flow(parts: readonly string[], columns: number, between = '  '): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const joined = `${line}${between}${part}`;
    if (line !== undefined && stringWidth(joined) < columns) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** The machine's load: `CPU 94 %, loop p99 21 ms, memory 412 MB Node + 230 MB browser, 78 % free`. */
export const machineText = ({ cpu, loopDelayP99Ms, nodeBytes, browserBytes, freeMemory }: LoadView): string =>
  `CPU ${percent(cpu)}, loop p99 ${Math.round(loopDelayP99Ms)} ms, memory ${bytesText(nodeBytes)} Node${browserBytes === null ? '' : ` + ${bytesText(browserBytes)} browser`}, ${percent(freeMemory)} free`;

/** What limits concurrency. */
const limitTexts: Readonly<Record<LoadLimit, string>> = {
  memory: 'limited by memory',
  'event-loop': 'limited by the event loop',
  cpu: 'limited by CPU',
  sites: 'limited by the sites: more tasks at once did not help',
  most: 'at the maximum',
  growing: 'growing',
  demand: 'nothing waits',
  fixed: 'a fixed number',
};

/** Why there is no browser; empty where there is one. */
const absenceText = (browser: BrowserHealth | undefined): string => {
  if (browser?.state !== 'absent') return '';
  const { forMs, nextTryMs, why } = browser;
  const next = nextTryMs === 0 ? 'being started now' : `next try in ${durationText(nextTryMs)}`;
  return `, no browser for ${durationText(forMs)} (${printable(why)}; ${next})`;
};

/** Running tasks and their limits: `browser 4 of 4 (2 wait), fetches 9 of 16, limited by CPU`. */
export function budgetText(load: LoadView): string {
  const { browser, browserPages, fetches, limitedBy, restingHosts, throttled, freeTries } = load;
  const waits = browserPages.waiting === 0 ? '' : ` (${browserPages.waiting} wait)`;
  const rest = [
    [restingHosts, 'hosts at rest'],
    [throttled, 'throttled'],
    [freeTries, 'free tries'],
  ] as const;
  const others = rest.filter(([count]) => count > 0).map(([count, what]) => `, ${countText(count)} ${what}`);
  return `browser ${browserPages.running} of ${browserPages.limit}${waits}, fetches ${fetches.running} of ${fetches.limit}, ${limitTexts[limitedBy]}${others.join('')}${absenceText(browser)}`;
}

/** The progress in one line, for a log. */
const progressLine = (progress: CrawlProgress): string =>
  `${durationText(progress.elapsedMs)}: ${progress.done} done, ${progress.running} running, ${progress.queued} queued, ${progress.polls} sources polled, ${progress.pagesPerSecond.toFixed(1)} pages/s, ${progress.stored} stored, ${progress.duplicates} duplicates, ${progress.offTopic} off topic, ${progress.mediaItems} media, ${progress.failures} failures; ${budgetText(progress.load)}; ${machineText(progress.load)}`;

function bar(share: number, cells: number, { full: done, empty }: Glyphs): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * cells);
  return `${done.repeat(full)}${empty.repeat(cells - full)}`;
}
