import { check, pause, type Trial, tail, waitFor } from './trial.ts';

/** More than would give a page up, if each counted. */
const kills = 10;

/** A crawl of slow pages is killed while they are in flight, again and again: none of them is given up, for none ends its process. */
export const harmlessDeaths: Trial = {
  name: `kill -9 while slow pages are in flight, ${kills} times`,
  run: async (bench) => {
    await bench.writeScraper(`render: 'static', sources: [listing('/')], links: { article: [/news/] },`);
    const asked = () => [...bench.site.requests].reduce((sum, [, count]) => sum + count, 0);
    for (let round = 0; round < kills; round++) {
      const before = asked();
      const crawl = bench.start({ args: ['crawl'] });
      await waitFor(() => asked() > before + (round === 0 ? 1 : 0), 60_000);
      await pause(300); // the next answers are on their way
      crawl.child.kill('SIGKILL');
      await crawl.ended;
    }
    const { code, stderr } = await bench.start({ args: ['crawl'] }).ended;
    const stored = (await bench.storedArticles()).length;
    bench.say(`the last crawl: exit ${code}, ${stored} of ${bench.site.articles} articles`);
    if (code !== 0) console.log(`           ${tail(stderr, 30)}`);
    return [
      check('the last crawl exits 0: no page is given up', code === 0, code),
      check('every article is stored', stored === bench.site.articles, stored),
    ];
  },
};
