import { join } from 'node:path';
import { ageBlobs, countBlobs, readBlobs } from './blob-census.ts';
import { killMoments, reachMoment } from './kill-moments.ts';
import { type Bench, type Check, check, type Trial, tail } from './trial.ts';

const kills = 25;
const seed = 1;
/** `store check` runs after every fifth kill. */
const checkedEvery = 5;

/** Every eighth article has no text until the kills are over: there are failures with their blobs. */
const textlessEvery = 8;

/** A crawl is killed again and again, begun again each time, and ends whole; `gc` then takes away what the kills left, and nothing else. */
export const killedCrawls: Trial = {
  name: `kill -9, ${kills} times, then a crawl to the end and gc`,
  run: async (bench) => {
    await bench.writeScraper(`render: 'static', sources: [listing('/')], links: { article: [/news/] },`);
    for (let at = 0; at < bench.site.articles; at += textlessEvery) bench.site.textless.add(at);
    const killed = await killAll(bench);
    bench.site.textless.clear();
    return [...killed, ...(await crawlToTheEnd(bench)), ...(await collect(bench))];
  },
};

async function killAll(bench: Bench): Promise<Check[]> {
  const signals: (NodeJS.Signals | number | null)[] = [];
  const damage: string[] = [];
  for (const [at, moment] of killMoments(seed, kills).entries()) {
    const crawl = bench.start({ args: ['crawl'] });
    const over = new AbortController();
    void crawl.ended.then(() => over.abort());
    await reachMoment(bench, moment, over.signal);
    crawl.child.kill('SIGKILL');
    const { code, signal, stderr } = await crawl.ended;
    signals.push(signal ?? code);
    if (signal !== 'SIGKILL') console.log(`           ${tail(stderr)}`);
    if ((at + 1) % checkedEvery !== 0) continue;
    const { defects, articles } = await storeCheck(bench);
    bench.say(`${at + 1} kills, the last at ${moment.kind}: ${articles} articles, ${defects.length} kinds of defects`);
    damage.push(...defects.filter(({ canRepair }) => !canRepair).map(({ what }) => what));
  }
  const count = signals.filter((signal) => signal === 'SIGKILL').length;
  return [
    check(`${kills} crawls are killed before their end`, count === kills, count),
    check('store check finds nothing between kills that --repair does not mend', damage.length === 0, damage),
  ];
}

interface StoreReport {
  readonly defects: readonly { readonly what: string; readonly canRepair: boolean }[];
  readonly articles: number;
}

/** The command's own exit code says the same as its report. */
async function storeCheck(bench: Bench): Promise<StoreReport> {
  const { code, stdout, stderr } = await bench.start({ args: ['store', 'check', '--json'] }).ended;
  if (code !== 0 && code !== 17) throw new Error(`store check ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as StoreReport;
}

async function crawlToTheEnd(bench: Bench): Promise<Check[]> {
  const retried = await bench.start({ args: ['failures', 'retry'] }).ended;
  const { code, stderr } = await bench.start({ args: ['crawl'] }).ended;
  const urls = new Set(await bench.storedArticles());
  const wanted = Array.from({ length: bench.site.articles }, (_, at) => `http://${bench.site.host}/news/${at}`);
  const stored = wanted.filter((url) => urls.has(url)).length;
  const asked = wanted.reduce((sum, url) => sum + (bench.site.requests.get(new URL(url).pathname) ?? 0), 0);
  bench.say(
    `the last crawl: exit ${code}, ${stored} of ${wanted.length} articles, for which ${asked} pages were asked`,
  );
  if (code !== 0) console.log(`           ${tail(stderr, 30)}`);
  const { defects } = await storeCheck(bench);
  return [
    check('failures retry finds failures', retried.code === 0, retried.code),
    check('the last crawl exits 0', code === 0, code),
    check(`all ${wanted.length} articles are stored`, stored === wanted.length && urls.size === stored, stored),
    check('store check finds no defect after the end', defects.length === 0, defects),
  ];
}

interface GarbageReport {
  readonly unnamed: { readonly count: number };
  readonly excess: { readonly count: number };
  readonly pieces: number;
}

const hourMs = 3_600_000;

async function collect(bench: Bench): Promise<Check[]> {
  const data = join(bench.folder, 'data');
  const gc = async (...options: string[]): Promise<GarbageReport> => {
    const { code, stdout, stderr } = await bench.start({
      args: ['gc', '--json', ...options],
      env: { NEWSHAWK_GC_GRACE_HOURS: '1' },
    }).ended;
    if (code !== 0) throw new Error(`gc ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as GarbageReport;
  };
  const before = await countBlobs(data);
  const early = await gc();
  const isLeft = early.unnamed.count + early.excess.count + early.pieces === 0;
  await ageBlobs(data, 2 * hourMs);
  const announced = await gc('--dry-run');
  const gone = await gc();
  const after = await countBlobs(data);
  const read = await readBlobs(data);
  const { defects } = await storeCheck(bench);
  bench.say(`${before.unnamed} of ${before.files} blobs are named by nothing, ${before.drafts} drafts; gc`);
  const amounts = ({ unnamed, excess, pieces }: GarbageReport) =>
    `${unnamed.count} unnamed, ${excess.count} in excess, ${pieces} drafts`;
  const isEmpty = after.unnamed === 0 && after.drafts === 0 && after.files === before.files - before.unnamed;
  const isRead = read.unreadable.length === 0 && read.articles === bench.site.articles && read.failures > 0;
  const wanted = `${before.unnamed} unnamed, 0 in excess, ${before.drafts} drafts`;
  return [
    check('gc leaves young blobs alone', isLeft, amounts(early)),
    check('gc --dry-run says what gc takes away', amounts(announced) === amounts(gone), amounts(announced)),
    check('gc takes away what nothing names', amounts(gone) === wanted, amounts(gone)),
    check('nothing is left that nothing names', isEmpty, after),
    check('every article, snapshot and failure reads its blobs', isRead, read),
    check('store check finds no defect after gc', defects.length === 0, defects),
  ];
}
