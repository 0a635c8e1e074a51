// Writes what the block model learns from: `npm run train:features -- OUT [--variants LABELS] CORPUS…` (folders). Called by train.py.
// OUT/pages.jsonl: a line a page; OUT/rows.f32: the features of the blocks that the model looks at, a row a block, page after page; OUT/features.json: their names.
// With --variants: variants of the pages that LABELS (JSON: "corpus/id" -> blocks' labels and words) names, a line and rows each.
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  computeFeatureRows,
  featureNames,
  groupFeatureNames,
} from '../../src/stages/extract/classifier/feature-table.ts';
import { wordsAbout } from '../../src/stages/extract/classifier/features/class-words.ts';
import { blocksToJudge } from '../../src/stages/extract/classifier/judge-blocks.ts';
import type { MeasuredPage } from '../../src/stages/extract/classifier/measured-page.ts';
import { modelWords } from '../../src/stages/extract/classifier/tokens.ts';
import { casesOf, measuredPage, snapshotOf } from './corpus-pages.ts';
import { cutPages, type PageLabels, type PageVariant, seededRandom } from './cut-pages.ts';
import { restylePage } from './restyle-pages.ts';

interface PageName {
  readonly id: string;
  readonly corpus: string;
}

/** Restyled variants of a page: one alone makes the model depend on its draw. */
const draws = 3;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { variants: { type: 'string' } } });
const [out = '', ...folders] = positionals;
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'features.json'), JSON.stringify({ page: groupFeatureNames, all: featureNames }));
const pages = openSync(join(out, 'pages.jsonl'), 'w');
const rows = openSync(join(out, 'rows.f32'), 'w');
if (values.variants === undefined) exportAll();
else exportVariants(JSON.parse(readFileSync(values.variants, 'utf8')));
closeSync(pages);
closeSync(rows);

function exportAll(): void {
  for (const folder of folders)
    for (const pageCase of casesOf(folder)) {
      const page = measuredPage(snapshotOf(folder, pageCase));
      write(page, { id: pageCase.id, corpus: basename(folder), title: page.hints.title });
    }
}

function exportVariants(labels: Readonly<Record<string, PageLabels>>): void {
  // separate random numbers: the cut pages stay the same whatever the others draw
  const randomForCuts = seededRandom(1);
  const randoms = Array.from({ length: draws }, (_, at) => seededRandom(2 + at));
  for (const folder of folders)
    for (const pageCase of casesOf(folder)) {
      const pageLabels = labels[`${basename(folder)}/${pageCase.id}`];
      if (pageLabels === undefined) continue;
      const about = { id: pageCase.id, corpus: basename(folder) };
      const snapshot = snapshotOf(folder, pageCase);
      const whole = measuredPage(snapshot);
      if (pageLabels.isBody.length !== whole.count)
        throw new Error(`${pageCase.id}: labels of another page; delete ${out}`);
      for (const cut of cutPages(whole, pageLabels, randomForCuts)) writeVariant(cut, about, 'cut');
      for (const random of randoms) writeRestyled(restylePage(snapshot, pageLabels, random), about, random);
    }
}

function writeRestyled(variant: PageVariant, about: PageName, random: () => number): void {
  writeVariant(variant, about, 'restyled');
  const words = variant.page.tree.blocks.map(({ text }) => modelWords(text).length);
  for (const cut of cutPages(variant.page, { isBody: variant.isBody, words }, random))
    writeVariant(cut, about, 'restyled-cut');
}

function writeVariant({ page, isBody, size }: PageVariant, about: PageName, kind: string): void {
  write(page, { ...about, isBody, size, kind });
}

function write(page: MeasuredPage, about: Readonly<Record<string, unknown>>): void {
  const judged = blocksToJudge(page);
  const blocks = page.tree.blocks.map(({ text, breaks }, at) => ({ text, breaks, words: wordsAbout(page, at) }));
  writeSync(pages, `${JSON.stringify({ ...about, judged, blocks })}\n`);
  const { values: table } = computeFeatureRows(page, judged, new Map());
  // the features of the class words are the trainer's: a page's own site does not count there
  for (let row = 0; row < judged.length; row++) {
    const from = row * featureNames.length;
    writeSync(rows, new Uint8Array(Float32Array.from(table.subarray(from, from + groupFeatureNames.length)).buffer));
  }
}
