import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lastEdition } from '../../demo/articles.ts';
import { startDemo } from '../../demo/server.ts';
import { loadScrapers } from '../../src/pipeline/load/load-scrapers.ts';
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

// The quality ratchet: `npm run floors` fails if a score is below its floor in floors.json.
// --pages: list pages with errors; --raise: pin better values; --lower "reason": pin worse values, and record the reason.

const { values: options } = parseArgs({
  options: { raise: { type: 'boolean' }, lower: { type: 'string' }, pages: { type: 'boolean' } },
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

const write = (floors: Floors): void => writeFileSync(floorsFile, `${JSON.stringify(floors, null, 2)}\n`);

if (options.lower !== undefined && options.lower.trim().length < 10) {
  console.error('--lower wants the reason in a sentence: `npm run floors -- --lower "pages with captions are new"`.');
  process.exit(2);
}
const floors = floorsSchema.parse(JSON.parse(readFileSync(floorsFile, 'utf8')));
const groups = await measure();
if (options.lower !== undefined) write(lowerFloors(floors, groups, options.lower));
else if (options.raise) write(raiseFloors(floors, groups));
const comparison = compareWithFloors(floorsSchema.parse(JSON.parse(readFileSync(floorsFile, 'utf8'))), groups);
print(comparison);
const todo = advice(comparison);
if (todo !== null) console.log(`\n${todo}`);
else if (comparison.rows.some(({ verdict }) => verdict === 'above'))
  console.log('\nBetter than the floors: `npm run floors -- --raise` keeps it so.');
process.exitCode = todo === null ? 0 : 1;
