import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lastEdition } from '../../demo/articles.ts';
import { startDemo } from '../../demo/server.ts';
import { loadScrapers } from '../../src/pipeline/load/load-scrapers.ts';
import { parseTopics } from '../../src/settings/topics.ts';
import { categories } from './categories/measure.ts';
import { writtenDedupe } from './dedupe/measure.ts';
import { type Comparison, compare, type Floors, floorsSchema, type Group, lowered, raised } from './floors.ts';
import { type WrittenScore, writtenExtraction } from './layouts/measure-written.ts';
import { writtenPages } from './layouts/written-pages.ts';
import { dedupe, extraction, type PageScore, relevance } from './measures.ts';
import { demoPages, ownPages } from './pages.ts';
import { grownRelevance } from './relevance/measure.ts';
import { f1, precision, recall } from './score.ts';

// The quality ratchet: `npm run floors` fails where a score is below what is pinned in floors.json.
// --pages: each page that is not read in full; --raise: pin better values; --lower "reason": pin worse ones, with the reason on record.

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
      extraction('extraction, demo, its scrapers', served, scrapers, sayPage),
      extraction('extraction, demo, unknown site', served, [], sayPage),
      extraction('extraction, other layouts', own, [], sayPage),
      ...writtenExtraction(writtenPages(), sayWritten),
      dedupe(),
      await writtenDedupe((kind, wrong) => sayWrong('dedupe, written texts', kind, wrong)),
      relevance(topics),
      grownRelevance(),
      categories(),
    ];
  } finally {
    await demo.close();
  }
}

/** With --pages: what is not right yet. */
function say(group: string, name: string, scores: Readonly<Record<string, number>>): void {
  const short = Object.entries(scores).filter(([, score]) => score < 1);
  if (options.pages && short.length > 0)
    console.log(`${group}  ${name}  ${short.map(([field, score]) => `${field} ${score.toFixed(3)}`).join(', ')}`);
}

function sayWrong(group: string, kind: string, wrong: string): void {
  if (options.pages) console.log(`${group}  ${kind}  ${wrong}`);
}

const sayPage = (group: string, { name, ...scores }: PageScore): void => say(group, name, scores);

function sayWritten(group: string, { name, type, article }: WrittenScore): void {
  if (article === null) say(group, name, { type });
  else {
    const { body, authors, title, date } = article;
    const parts = { body: f1(body), precision: precision(body), recall: recall(body) };
    say(group, name, { ...parts, title, author: f1(authors), date, type });
  }
}

function print({ rows }: Comparison): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const cell = (value: number | null) => (value === null ? '-' : value.toFixed(4)).padStart(8);
  console.log(`${'name'.padEnd(width)} ${'floor'.padStart(8)} ${'now'.padStart(8)}`);
  for (const { name, floor, now, verdict } of rows)
    console.log(`${name.padEnd(width)} ${cell(floor)} ${cell(now)}  ${verdict === 'holds' ? '' : verdict}`.trimEnd());
}

/** One sentence: what to do; null where everything holds. */
function advice({ rows, otherData }: Comparison): string | null {
  const worse = rows.filter(({ verdict }) => verdict === 'below' || verdict === 'gone');
  if (worse.length > 0)
    return `${worse.length} below the floor: \`npm run floors -- --pages\` names the pages; repair the change, or accept it with \`npm run floors -- --lower "why"\`.`;
  if (otherData.length > 0)
    return `The data of ${otherData.join('; ')} is not what the floors were pinned on: look at the change, then \`npm run floors -- --raise\` pins them anew.`;
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
if (options.lower !== undefined) write(lowered(floors, groups, options.lower));
else if (options.raise) write(raised(floors, groups));
const comparison = compare(floorsSchema.parse(JSON.parse(readFileSync(floorsFile, 'utf8'))), groups);
print(comparison);
const todo = advice(comparison);
if (todo !== null) console.log(`\n${todo}`);
else if (comparison.rows.some(({ verdict }) => verdict === 'above'))
  console.log('\nBetter than the floors: `npm run floors -- --raise` keeps it so.');
process.exitCode = todo === null ? 0 : 1;
