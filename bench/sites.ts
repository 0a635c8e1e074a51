import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { SiteScore } from './sites/compare.ts';
import { crawlSite } from './sites/crawl-site.ts';
import { buildSite, openedSites, ownSites } from './sites/own-sites.ts';
import { type RecordedSite, readRecordedSite, recordedNames } from './sites/recorded-site.ts';
import { rules, siteRow, totalRow } from './sites/results.ts';

// Crawls whole sites by their address alone and compares what was stored with the truth: the recorded sites of a folder, site by site, and sites of our own, made
// with other software. Of these, only the opened ones are named: no option names the others, as who looks at them can no longer call them unseen.
// usage: npm run bench:sites -- [FOLDER] [--only own|folder] [--sites a,b] [--rebuild] [--limit 300] [--keep DIR] [--json FILE]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    sites: { type: 'string' },
    rebuild: { type: 'boolean', default: false },
    limit: { type: 'string', default: '300' },
    keep: { type: 'string' },
    json: { type: 'string' },
  },
});
const [folder] = positionals;
const limitS = Number(values.limit);
if (!(limitS > 0)) throw new RangeError('--limit is a number of seconds above 0');
if (values.only !== undefined && !['own', 'folder'].includes(values.only))
  throw new RangeError('--only is own or folder');
if (folder === undefined && (values.only === 'folder' || values.sites !== undefined))
  throw new RangeError('name the folder of the recorded sites');

const cache = fileURLToPath(new URL('../.cache/sites/', import.meta.url));
/** Loopback addresses from 127.0.0.31 on: each site has a host of its own. */
const addressOf = (index: number): string => `127.0.0.${31 + index}`;

/** Each recorded site of the folder, with its result. */
async function crawlFolder(path: string): Promise<SiteScore[]> {
  const wanted = values.sites?.split(',');
  const names = (await recordedNames(resolve(path))).filter((name) => wanted?.includes(name) ?? true);
  const scores: SiteScore[] = [];
  for (const [index, name] of names.entries()) {
    console.error(`crawl ${index + 1} of ${names.length}: ${name}`);
    const keep = values.keep === undefined ? {} : { keep: resolve(values.keep) };
    scores.push(
      await crawlSite(await readRecordedSite(resolve(path), name), { address: addressOf(index), limitS, ...keep }),
    );
  }
  return scores;
}

/** Builds what is not built yet; says which sites are skipped, and why. */
async function buildOwn(): Promise<RecordedSite[]> {
  const sites: RecordedSite[] = [];
  for (const [index, { about }] of ownSites.entries()) {
    console.error(
      `own site ${index + 1} of ${ownSites.length}: ${about.software} ${about.version}, theme ${about.theme}, ${about.lang} (the first time, packages are installed: up to ten minutes)`,
    );
    const started = performance.now();
    const result = await buildSite(cache, about.name, values.rebuild);
    if ('site' in result) sites.push(result.site);
    else console.log(`${result.state}: ${about.software}: ${result.reason}`);
    if (result.state === 'failed') process.exitCode = 1;
    if (result.state === 'built')
      console.error(`  built, recorded and checked in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
  return sites;
}

/** Our own sites. Nothing names an unseen site together with its result. */
async function crawlOwn(): Promise<SiteScore[]> {
  const sites = await buildOwn();
  const scores: SiteScore[] = [];
  for (const [index, site] of sites.entries()) {
    console.error(`crawl ${index + 1} of ${sites.length} (own)`);
    scores.push(await crawlSite(site, { address: addressOf(100 + index), limitS }));
  }
  return scores;
}

const recorded = folder === undefined || values.only === 'own' ? [] : await crawlFolder(folder);
const ours = values.only === 'folder' || values.sites !== undefined ? [] : await crawlOwn();
const opened = ours.filter(({ name }) => openedSites.has(name));
const unseen = ours.filter(({ name }) => !openedSites.has(name));
const seen = [...recorded, ...opened];
if (seen.length > 0) console.table(Object.fromEntries(seen.map((score) => [score.name, siteRow(score)])));
const totals = {
  ...(recorded.length > 0 ? { 'seen (the folder)': totalRow(recorded) } : {}),
  ...(opened.length > 0 ? { 'seen (our own, opened)': totalRow(opened) } : {}),
  ...(unseen.length > 0 ? { 'unseen (our own)': totalRow(unseen) } : {}),
};
console.table(totals);
console.log(rules);
if (values.json !== undefined) await writeFile(resolve(values.json), `${JSON.stringify({ seen, totals }, null, 1)}\n`);
if ([...seen, ...unseen].some(({ passed }) => !passed)) process.exitCode = 1;
