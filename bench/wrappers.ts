// Learned wrappers: `npm run bench:wrappers -- [--cv MODELS] [CORPUS-FOLDER …]`. Default: big9 and fundus-evaluation beside the project.
// 1. Body F1 of each page, read with a wrapper that was learned from other pages of its site, without and with corrections. MODELS: block models that have not seen the
//    publisher (`tools/train-extractor/train.py folds`); big9 is in no training.
// 2. `--drift`: a wrapper of one year on the pages of later years and of the same year (big9).
// 3. `--by-styles`: what reading without the block model would save, and cost (docs/adr/0029).
// 4. `--scale`: learning from 200 generated pages of 100 KB, and the CPU of reading with and without a wrapper, in turns.
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { corporaFolder } from '../tools/train-extractor/corpus-pages.ts';
import { foldModelsIn } from './extract/cross-validation.ts';
import { printByStyles } from './wrappers/by-styles.ts';
import { printDrift } from './wrappers/drift-streams.ts';
import { printLearningTable } from './wrappers/learning-table.ts';
import { printScale } from './wrappers/scale.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cv: { type: 'string' },
    'by-styles': { type: 'boolean', default: false },
    drift: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
  },
});
const folders =
  positionals.length > 0
    ? positionals.map((path) => resolve(path))
    : ['big9', 'fundus-evaluation'].map((name) => join(corporaFolder, name));

if (values.scale) await printScale();
else if (values['by-styles']) printByStyles(folders);
else if (values.drift) {
  for (const folder of folders.filter((path) => basename(path) === 'big9')) printDrift(folder);
} else printLearningTable(folders, values.cv === undefined ? null : foldModelsIn(resolve(values.cv)));
