import { quantile } from './checks/discoveries.ts';
import type { Check, SiteRow, Verdict } from './judge.ts';
import type { DaySample } from './simulated/month.ts';

const mega = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** One line a day. */
export const dayLine = ({ day, heapBytes, rssBytes, storeBytes, requests, articles }: DaySample): string =>
  `day ${String(day).padStart(2)}  heap ${mega(heapBytes).padStart(6)} MB  rss ${mega(rssBytes).padStart(6)} MB  store ${mega(storeBytes).padStart(7)} MB  ${requests} requests  ${articles} articles`;

const siteLine = ({ host, requests, polls, articles, medianMinutes, p90Minutes }: SiteRow): string =>
  [
    host.padEnd(28),
    ...[requests, polls, articles].map((count) => String(count).padStart(9)),
    ...[medianMinutes, p90Minutes].map((minutes) => minutes.toFixed(1).padStart(11)),
  ].join('');

/** Breaches of a check that are printed. */
const shown = 5;

export function checkLines({ name, breaches }: Check): string[] {
  const verdict = breaches.length === 0 ? 'ok    ' : 'BROKEN';
  const count = breaches.length === 0 ? '' : `: ${breaches.length}`;
  return [`${verdict} ${name}${count}`, ...breaches.slice(0, shown).map((breach) => `         ${breach}`)];
}

const changeLine = (delays: readonly number[]): string => {
  const [median, p90] = [0.5, 0.9].map((share) => (quantile(delays, share) / 3_600_000).toFixed(1));
  return `from the change of an article to the visit that saw it: median ${median} h, p90 ${p90} h, of ${delays.length} changes`;
};

/** The sites, the delays of all that are always open and undisturbed, and the checks. */
export function verdictLines({ checks, found, changeDelays, sites }: Verdict): string[] {
  const calm = new Set(sites.filter(({ isCalm }) => isCalm).map(({ host }) => host));
  const delays = found.flatMap(({ host, readMs, article }) =>
    readMs === null || !calm.has(host) ? [] : [(readMs - article.publishedMs) / 60_000],
  );
  const titles = ['requests', 'polls', 'articles'].map((title) => title.padStart(9));
  return [
    `${'site'.padEnd(28)}${titles.join('')}${'median, min'.padStart(11)}${'p90, min'.padStart(11)}`,
    ...sites.map(siteLine),
    `from publishing to reading, on sites without windows and troubles: median ${quantile(delays, 0.5).toFixed(1)} min, p90 ${quantile(delays, 0.9).toFixed(1)} min, of ${delays.length} articles`,
    ...(changeDelays.length === 0 ? [] : [changeLine(changeDelays)]),
    ...checks.flatMap(checkLines),
  ];
}
