import { learnBatch } from '../../src/commands/batch/learn-batch.ts';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import { type Snapshot, snapshotOfSource } from '../../src/model/page/snapshot.ts';
import { openReader } from '../../src/reader/reader.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { articleHtml, articleUrl } from '../../test/support/sites/learned-site.ts';

const [pages, pageBytes, rounds] = [200, 100_000, 5] as const;

/** Prints the time and memory of learning a site of 200 pages of 100 KB through the worker threads, and what reading costs with the wrapper and without. */
export async function printScale(): Promise<void> {
  const snapshots = Array.from({ length: pages }, (_, number) =>
    snapshotOfSource({
      url: articleUrl(number),
      html: padded(articleHtml(number), number),
      takenAt: new Date('2026-11-22T08:00:00Z'),
    }),
  );
  const begun = performance.now();
  const cpu = process.cpuUsage();
  await using reader = await openReader({ workers: 1, sites: { files: [] } });
  const { wrappers } = await learnBatch(linesOf(snapshots), reader, {
    concurrency: 2,
    now: new Date('2026-11-22T08:00:00Z'),
    corrections: new Map(),
    signal: new AbortController().signal,
  });
  const [judged] = wrappers;
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - begun) / 1_000;
  const memory = process.resourceUsage().maxRSS / 1_024;
  console.log(
    `${pages} pages of ${Math.round((snapshots[0]?.html.length ?? 0) / 1_000)} KB: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} CPU-s in one worker thread, ${Math.round(memory)} MB at most; ${judged?.verdict.reason}`,
  );
  const learned = judged?.wrapper ?? null;
  const site = siteFor([], 'ward-record.example');
  const costs = { generic: [] as number[], wrapper: [] as number[] };
  for (let round = 0; round <= rounds; round++)
    for (const way of ['generic', 'wrapper'] as const) {
      const from = process.cpuUsage();
      for (const snapshot of snapshots) extract(snapshot, site, { learned: way === 'wrapper' ? learned : null });
      const used = process.cpuUsage(from);
      // the first round warms up
      if (round > 0) costs[way].push((used.user + used.system) / 1_000 / pages);
    }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const [generic, wrapper] = [median(costs.generic), median(costs.wrapper)];
  console.log(
    `CPU of a page, parse included, median of ${rounds} rounds: generic ${generic.toFixed(2)} ms, with the wrapper ${wrapper.toFixed(2)} ms (x${(wrapper / generic).toFixed(2)})`,
  );
}

/** As `learn --batch` reads them. */
async function* linesOf(snapshots: readonly Snapshot[]): AsyncIterable<string> {
  for (const [id, { url, html }] of snapshots.entries()) yield JSON.stringify({ id, url, html });
}

/** A page with as many teasers as fill it up: most of a real page is no text. */
function padded(html: string, number: number): string {
  const teaser = (at: number): string =>
    `<div class="wr-teaser wr-kind-${at % 7}"><a class="wr-link" href="/ward/2026/teaser-${number}-${at}.html"><img class="wr-thumb" src="/pictures/${at}.jpg" alt="A picture"><span class="wr-kicker">Ward ${at}</span><span class="wr-teaser-title">A short line about the ward number ${at} of ${number}</span></a></div>\n`;
  let teasers = '';
  for (let at = 0; html.length + teasers.length < pageBytes; at++) teasers += teaser(at);
  return html.replace('</body>', `<div class="wr-river">${teasers}</div></body>`);
}
