// Writes what the block model learns from: `node tools/train-extractor/export-features.ts OUT CORPUS…` (folders). Called by train.py.
// OUT/pages.jsonl: a line a page; OUT/rows.f32: its features, a row a block, page after page; OUT/features.json: their names.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { featureNames, featureRows, pageFeatures } from '../../src/stages/extract/classifier/feature-table.ts';
import { wordsAbout } from '../../src/stages/extract/classifier/features/class-words.ts';
import { casesOf, measuredPage, snapshotOf } from './corpus-pages.ts';

const [out = '', ...folders] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'features.json'), JSON.stringify({ page: pageFeatures, all: featureNames }));
const pages = openSync(join(out, 'pages.jsonl'), 'w');
const rows = openSync(join(out, 'rows.f32'), 'w');
for (const folder of folders) {
  for (const one of casesOf(folder)) {
    const page = measuredPage(snapshotOf(folder, one));
    const { blocks } = page.tree;
    const values = featureRows(page, new Map());
    const line = {
      id: one.id,
      corpus: basename(folder),
      title: page.says.title,
      blocks: blocks.map(({ text, breaks }, at) => ({ text, breaks, words: wordsAbout(page, at) })),
    };
    writeSync(pages, `${JSON.stringify(line)}\n`);
    // the features of the class words are the trainer's: a page's own site does not count there
    for (let at = 0; at < blocks.length; at++) {
      const from = at * featureNames.length;
      writeSync(rows, new Uint8Array(Float32Array.from(values.subarray(from, from + pageFeatures.length)).buffer));
    }
  }
}
closeSync(pages);
closeSync(rows);
