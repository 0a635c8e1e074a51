import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readLearned } from './own-data/learned.ts';
import { firstSealedSeed, makeSite, type OwnDataSite, siteKinds } from './own-data/make-site.ts';
import { type OwnDataScore, readDeclared, scoreSite } from './own-data/score.ts';
import { scoreTaught } from './own-data/taught.ts';

// Data of your own on generated shops, event pages and forums: the share of right values by declared rules. Of sealed seeds only the score is shown.
// --learned: by rules that are learned from the first page, and from the first two; scored on the other pages.
// --teacher: by rules that are learned from the labels of a fake teacher, a perfect one and one whose every fifth value is another one of the page; with its calls for each layout.
// usage: npm run bench:own-data -- [--learned | --teacher] [--seeds 40] [--pages 12] [--wrong 5] [--write pages.jsonl]

const { values } = parseArgs({
  options: {
    /** Open seeds of each kind of site, from 1 on, and as many sealed ones, from 1000 on. */
    seeds: { type: 'string', default: '40' },
    pages: { type: 'string', default: '12' },
    learned: { type: 'boolean', default: false },
    teacher: { type: 'boolean', default: false },
    /** Wrong values that are shown of each open site, at most. */
    wrong: { type: 'string', default: '5' },
    /** Writes the open sites as JSON lines: pages with their truth, and which element holds each value. */
    write: { type: 'string', default: '' },
  },
});
const [seeds, pages] = [Number(values.seeds), Number(values.pages)];
if (!(Number.isInteger(seeds) && seeds > 0 && seeds < firstSealedSeed))
  throw new RangeError('--seeds is a whole number from 1 to 999');
if (!(Number.isInteger(pages) && pages > 0)) throw new RangeError('--pages is a whole number from 1 on');

const from = (first: number): number[] => Array.from({ length: seeds }, (_, at) => first + at);
const sum = (scores: readonly OwnDataScore[]): string => {
  const total = scores.reduce((all, score) => all + score.values, 0);
  const right = scores.reduce((all, score) => all + score.right, 0);
  return `${((100 * right) / total).toFixed(2)} % of ${total}`;
};

/** Pages that were corrected; 0: the declared rules are scored. */
const ways = values.learned ? [1, 2] : [0];
if (pages <= Math.max(...ways)) throw new RangeError(`--pages must be more than ${Math.max(...ways)}`);
const scoreOf = (site: OwnDataSite, corrected: number): OwnDataScore =>
  corrected === 0
    ? scoreSite(site.pages, readDeclared(site))
    : scoreSite(site.pages.slice(corrected), readLearned(site, corrected));

const lines: string[] = [];
function benchRules(): void {
  console.log('kind      corrected  open seeds            sealed seeds');
  for (const kind of siteKinds)
    for (const corrected of ways) {
      const open = from(1).map((seed) => {
        const site = makeSite(kind, seed, pages);
        const score = scoreOf(site, corrected);
        if (score.wrong.length > 0)
          console.error(
            `${kind} ${seed} (${corrected} corrected) ${JSON.stringify(site.axes)}: ${score.wrong.length} wrong`,
          );
        for (const line of score.wrong.slice(0, Number(values.wrong))) console.error(`  ${line}`);
        if (corrected === ways[0])
          for (const page of site.pages) lines.push(`${JSON.stringify({ site: `${kind}-${seed}`, ...page })}\n`);
        return score;
      });
      const sealed = from(firstSealedSeed).map((seed) => scoreOf(makeSite(kind, seed, pages), corrected));
      console.log(`${kind.padEnd(8)}  ${String(corrected || '-').padEnd(9)}  ${sum(open).padEnd(20)}  ${sum(sealed)}`);
    }
}

async function benchTeacher(): Promise<void> {
  console.log('kind      teacher     open seeds            sealed seeds          calls a layout');
  for (const kind of siteKinds)
    for (const wrongShare of [0, 0.2]) {
      const run = async (first: number) => {
        const scores = [];
        for (const seed of from(first)) scores.push(await scoreTaught(makeSite(kind, seed, pages), wrongShare));
        return scores;
      };
      const [open, sealed] = [await run(1), await run(firstSealedSeed)];
      const calls = [...open, ...sealed].map((score) => score.calls);
      console.log(
        `${kind.padEnd(8)}  ${(wrongShare === 0 ? 'perfect' : '20 % wrong').padEnd(10)}  ${sum(open).padEnd(20)}  ${sum(sealed).padEnd(20)}  at most ${Math.max(...calls)}`,
      );
    }
}

if (values.teacher) await benchTeacher();
else benchRules();
if (values.write !== '') {
  await writeFile(values.write, lines.join(''));
  console.error(`${lines.length} pages of open seeds are in ${values.write}`);
}
