import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SiteScore } from '../../bench/sites/compare.ts';
import { lastEdition } from '../../demo/articles.ts';
import { startDemo } from '../../demo/server.ts';
import { loadScrapers } from '../../src/config-files/load-scrapers.ts';
import { parseTopics } from '../../src/settings/topics.ts';
import { measureCategories } from './categories/measure.ts';
import { measureWrittenDedupe } from './dedupe/measure.ts';
import {
  type Comparison,
  compareWithFloors,
  type Floors,
  floorsSchema,
  type Group,
  lowerFloors,
  raiseFloors,
} from './floors.ts';
import { kindPages } from './layouts/kinds/kind-pages.ts';
import { measureKinds } from './layouts/kinds/measure-kinds.ts';
import { measureWrittenExtraction, type WrittenScore } from './layouts/measure-written.ts';
import { writtenPages } from './layouts/written-pages.ts';
import { measureDedupe, measureExtraction, measureRelevance, type PageScore } from './measures.ts';
import { demoPages, ownPages } from './pages.ts';
import { measureGrownTopics } from './relevance/measure.ts';
import { measureFreshness } from './schedule/measure.ts';
import { f1, precision, recall } from './score.ts';
import { measureSites, wholeSite } from './sites/measure-site.ts';

// The quality ratchet: `npm run floors` fails if a score is below its floor in floors.json.
// --pages: list pages with errors; --raise: pin better values; --lower "reason": pin worse values, and record the reason.
// --sites: crawl the generated whole sites (test/quality/sites), which takes a minute; without it their floors are left to their own test.

const { values: options } = parseArgs({
  options: {
    raise: { type: 'boolean' },
    lower: { type: 'string' },
    pages: { type: 'boolean' },
    sites: { type: 'boolean' },
  },
});
const root = new URL('../../', import.meta.url);
const floorsFile = new URL('./floors.json', import.meta.url);

async function measure(): Promise<Group[]> {
  const demo = await startDemo({ edition: lastEdition });
  try {
    const scrapers = await loadScrapers(new URL('scrapers', root).pathname);
    const topics = parseTopics(JSON.parse(readFileSync(new URL('topics.json', root), 'utf8')));
    const [served, own] = [await demoPages(demo.port), ownPages()];
    return [
      measureExtraction('extraction, demo, its scrapers', served, scrapers, reportPage),
      measureExtraction('extraction, demo, unknown site', served, [], reportPage),
      measureExtraction('extraction, other layouts', own, [], reportPage),
      ...measureWrittenExtraction(writtenPages(), reportWrittenPage),
      measureKinds(kindPages(), (group, name, body) => reportScores(group, name, { body: f1(body) })),
      measureDedupe(),
      await measureWrittenDedupe((kind, wrong) => reportError('dedupe, written texts', kind, wrong)),
      measureRelevance(topics),
      measureGrownTopics(),
      measureCategories(),
      measureFreshness(),
      ...(options.sites ? await measureSites(reportSite) : []),
    ];
  } finally {
    await demo.close();
  }
}

/** With --pages: prints the scores of a page that are below 1. */
function reportScores(group: string, name: string, scores: Readonly<Record<string, number>>): void {
  const short = Object.entries(scores).filter(([, score]) => score < 1);
  if (options.pages && short.length > 0)
    console.log(`${group}  ${name}  ${short.map(([field, score]) => `${field} ${score.toFixed(3)}`).join(', ')}`);
}

function reportError(group: string, kind: string, wrong: string): void {
  if (options.pages) console.log(`${group}  ${kind}  ${wrong}`);
}

function reportSite(group: string, { found, required, wrong, requests }: SiteScore): void {
  if (found < required || wrong > 0)
    reportError(group, `${found} of ${required} found`, `${wrong} wrong, ${requests} requests`);
}

const reportPage = (group: string, { name, ...scores }: PageScore): void => reportScores(group, name, scores);

function reportWrittenPage(group: string, { name, type, article }: WrittenScore): void {
  if (article === null) reportScores(group, name, { type });
  else {
    const { body, authors, title, date } = article;
    const parts = { body: f1(body), precision: precision(body), recall: recall(body) };
    reportScores(group, name, { ...parts, title, author: f1(authors), date, type });
  }
}

function print({ rows }: Comparison): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const cell = (value: number | null) => (value === null ? '-' : value.toFixed(4)).padStart(8);
  console.log(`${'name'.padEnd(width)} ${'floor'.padStart(8)} ${'now'.padStart(8)}`);
  for (const { name, floor, now, verdict } of rows)
    console.log(`${name.padEnd(width)} ${cell(floor)} ${cell(now)}  ${verdict === 'holds' ? '' : verdict}`.trimEnd());
}

/** What to do next, in one sentence; null if all floors hold. */
function advice({ rows, changedData }: Comparison): string | null {
  const worse = rows.filter(({ verdict }) => verdict === 'below' || verdict === 'gone');
  if (worse.length > 0)
    return `${worse.length} below the floor: \`npm run floors -- --pages\` names the pages; repair the change, or accept it with \`npm run floors -- --lower "why"\`.`;
  if (changedData.length > 0)
    return `The data of ${changedData.join('; ')} is not what the floors were pinned on: look at the change, then \`npm run floors -- --raise\` pins them anew.`;
  if (rows.some(({ verdict }) => verdict === 'new'))
    return 'There are measures without a floor: `npm run floors -- --raise` pins them.';
  return null;
}

const read = (): Floors => floorsSchema.parse(JSON.parse(readFileSync(floorsFile, 'utf8')));
const isMeasured = (group: string): boolean => options.sites === true || !group.startsWith(wholeSite);
const groupsOf = ({ groups }: Floors, wanted: (group: string) => boolean): Floors['groups'] =>
  Object.fromEntries(Object.entries(groups).filter(([name]) => wanted(name)));

/** The floors of the groups that are measured. */
const measuredFloors = (floors: Floors): Floors => ({ ...floors, groups: groupsOf(floors, isMeasured) });

/** Writes the floors of the measured groups; the others stay. */
function write({ groups, lowered }: Floors): void {
  const kept = groupsOf(read(), (name) => !isMeasured(name));
  writeFileSync(floorsFile, `${JSON.stringify({ groups: { ...groups, ...kept }, lowered }, null, 2)}\n`);
}

if (options.lower !== undefined && options.lower.trim().length < 10) {
  console.error('--lower wants the reason in a sentence: `npm run floors -- --lower "pages with captions are new"`.');
  process.exit(2);
}
const floors = measuredFloors(read());
const groups = await measure();
if (options.lower !== undefined) write(lowerFloors(floors, groups, options.lower));
else if (options.raise) write(raiseFloors(floors, groups));
const comparison = compareWithFloors(measuredFloors(read()), groups);
print(comparison);
const todo = advice(comparison);
if (todo !== null) console.log(`\n${todo}`);
else if (comparison.rows.some(({ verdict }) => verdict === 'above'))
  console.log('\nBetter than the floors: `npm run floors -- --raise` keeps it so.');
process.exitCode = todo === null ? 0 : 1;
