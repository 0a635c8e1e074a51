import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, type Check, check, type Trial, tail, waitFor } from './trial.ts';

const preload = fileURLToPath(new URL('./preload-clock.mjs', import.meta.url));

/** The machine's clock is set by this much while a crawl runs: it ends with every page, as if nothing had been. */
export const clockSteps: Trial = {
  name: 'the clock is set during a crawl and a watch',
  run: async (bench) => {
    const checks: Check[] = [];
    for (const stepMs of [-2 * 3_600_000, -3_600_000, -30_000, 2 * 3_600_000])
      checks.push(...(await crawlWithStep(bench, stepMs)));
    checks.push(...(await watchWithStep(bench, -3_600_000)));
    return checks;
  },
};

const stepped = (bench: Bench, name: string) => ({
  file: join(bench.folder, `${name}.clock`),
  env: {
    NODE_OPTIONS: `--import=${preload}`,
    TRIAL_CLOCK_FILE: join(bench.folder, `${name}.clock`),
    NEWSHAWK_STORE: `file:${bench.folder}/${name}`,
  },
});

async function crawlWithStep(bench: Bench, stepMs: number): Promise<Check[]> {
  const { file, env } = stepped(bench, `crawl${stepMs}`);
  bench.site.requests.clear();
  const crawl = bench.start({ args: ['crawl', `http://${bench.site.host}/`, '--json'], env });
  await waitFor(() => bench.site.requests.size > 15, 30_000);
  await writeFile(file, String(stepMs));
  const { code, stdout, stderr } = await crawl.ended;
  const report = JSON.parse(stdout || '{}') as { ended?: string; summary?: { byOutcome: Record<string, number> } };
  const stored = report.summary?.byOutcome.stored ?? 0;
  bench.say(
    `step of ${stepMs / 1_000} s: exit ${code}, ended ${report.ended}, ${stored} of ${bench.site.articles} stored`,
  );
  const isRight = code === 0 && stored === bench.site.articles && report.ended === 'finished';
  if (!isRight) console.log(`           ${tail(stderr)}`);
  return [
    check(`crawl with a step of ${stepMs / 1_000} s stores all`, isRight, { code, stored }),
    check(
      `a step of ${stepMs / 1_000} s is logged`,
      /clock/i.test(stderr),
      tail(
        stderr
          .split('\n')
          .filter((line) => /clock/i.test(line))
          .join('\n'),
        1,
      ),
    ),
  ];
}

async function watchWithStep(bench: Bench, stepMs: number): Promise<Check[]> {
  await bench.writeScraper(
    `render: 'static', sources: [listing('/', { every: '2s', maxFactor: 2 })], links: { article: [/news/] },`,
  );
  const { file, env } = stepped(bench, 'watch');
  bench.site.requests.clear();
  const watch = bench.start({ args: ['watch'], env });
  await waitFor(() => (bench.site.requests.get('/') ?? 0) >= 2, 60_000);
  await writeFile(file, String(stepMs));
  bench.site.articles += 3;
  const last = `/news/${bench.site.articles - 1}`;
  const isRead = await waitFor(() => bench.site.requests.has(last), 60_000);
  bench.say(`watch with a step of ${stepMs / 1_000} s: new articles ${isRead ? 'read' : 'not read'} within a minute`);
  watch.child.kill('SIGTERM');
  const { stderr } = await watch.ended;
  if (!isRead) console.log(`           ${tail(stderr)}`);
  return [check(`watch goes on after a step of ${stepMs / 1_000} s`, isRead, isRead)];
}
