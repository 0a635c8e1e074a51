import { check, pause, type Trial, tail, waitFor } from './trial.ts';

/** A site that goes down for a minute and a half while `watch` runs, and brings four articles in that time. */
export const outage = (outageMs: number): Trial => ({
  name: `an outage of ${outageMs / 1_000} s in watch`,
  run: async (bench) => {
    await bench.writeScraper(
      `render: 'static', sources: [listing('/', { every: '2s', maxFactor: 2 })], links: { article: [/news/] },`,
    );
    const watch = bench.start({ args: ['watch'] });
    const stored = async () => (await bench.storedArticles().catch(() => [])).length;
    const before = bench.site.articles;
    await waitFor(async () => (await stored()) === before, 60_000);
    bench.say(`${await stored()} of ${before} articles stored; four more appear, and the site goes down`);
    // The listing names the new articles for a moment: they are known, and then nobody answers.
    bench.site.articles += 4;
    await waitFor(() => (bench.site.requests.get('/') ?? 0) > 0 && bench.site.requests.has(`/news/${before}`), 8_000);
    await bench.site.goDown();
    bench.site.articles += 4;
    await pause(outageMs);
    await bench.site.comeBack();
    const back = performance.now();
    const all = await waitFor(async () => (await stored()) === bench.site.articles, 120_000);
    const seconds = (performance.now() - back) / 1_000;
    bench.say(`${await stored()} of ${bench.site.articles} articles, ${seconds.toFixed(1)} s after the site came back`);
    watch.child.kill('SIGTERM');
    const { stderr } = await watch.ended;
    if (!all) console.log(`           ${tail(stderr, 30)}`);
    return [check('every article is stored after the outage', all, `${await stored()} of ${bench.site.articles}`)];
  },
});
