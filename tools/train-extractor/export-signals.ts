// Writes what the confidence model learns from: `npm run train:signals -- OUT MODELS LABELS CORPUS…` (folders). Called by confidence.py.
// OUT: a line a page with its extraction by a model of MODELS that has not seen the publisher, and the signals of its body. Pages without a generic body are left out.
// LABELS: the labels of the blocks of pages, as `train.py` writes them (variants/labels.json); such a page has further lines, of its variants: in other markup, and cut.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import type { Snapshot } from '../../src/model/page/snapshot.ts';
import { type BlockModel, parseBlockModel } from '../../src/stages/extract/classifier/block-model.ts';
import { modelWords } from '../../src/stages/extract/classifier/tokens.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { allRulesOn } from '../../src/stages/extract/rules-off.ts';
import { chooseText } from '../../src/stages/extract/text/generic.ts';
import { casesOf, snapshotOf } from './corpus-pages.ts';
import { cutPages, type PageLabels, seededRandom } from './cut-pages.ts';
import { restylePage } from './restyle-pages.ts';

const [out = '', models = '', labelFile = '', ...folders] = process.argv.slice(2);
const tested: Readonly<Record<string, readonly (readonly [corpus: string, id: string])[]>> = JSON.parse(
  readFileSync(join(models, 'tested.json'), 'utf8'),
);
const labels: Readonly<Record<string, PageLabels | undefined>> = JSON.parse(readFileSync(labelFile, 'utf8'));
const random = seededRandom(3);
const lines = Object.entries(tested)
  .filter(([fold]) => fold.startsWith('fold-'))
  .flatMap(([fold, pages]) => linesOf(fold, new Set(pages.map(([corpus, id]) => `${corpus}/${id}`))));
writeFileSync(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

function linesOf(fold: string, pages: ReadonlySet<string>): object[] {
  const model = parseBlockModel(JSON.parse(readFileSync(join(models, `${fold}.json`), 'utf8')));
  return folders.flatMap((folder) =>
    casesOf(folder)
      .filter(({ id }) => pages.has(`${basename(folder)}/${id}`))
      .flatMap((page) => {
        const about = { corpus: basename(folder), id: page.id, fold };
        const snapshot = snapshotOf(folder, page);
        const pageLabels = labels[`${about.corpus}/${about.id}`];
        const variants = pageLabels === undefined ? [] : variantsOf(snapshot, pageLabels, model);
        return [...wholePage(snapshot, model), ...variants].map((line) => ({ ...about, ...line }));
      }),
  );
}

function wholePage(snapshot: Snapshot, model: BlockModel): object[] {
  const { draft, signals } = extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, model });
  return signals === null ? [] : [{ kind: 'whole', title: draft?.title ?? '', body: draft?.body ?? '', signals }];
}

/** F1 by the words of blocks, and signals, of a page's variants. */
function variantsOf(snapshot: Snapshot, pageLabels: PageLabels, model: BlockModel): object[] {
  const restyled = restylePage(snapshot, pageLabels, random);
  const words = restyled.page.tree.blocks.map(({ text }) => modelWords(text).length);
  const variants = [restyled, ...cutPages(restyled.page, { isBody: restyled.isBody, words }, random)];
  return variants.map(({ page: { tree, hints }, isBody }) => {
    const { body, signals } = chooseText(tree, {
      hints,
      authors: [],
      model,
      geometry: null,
      learned: null,
      off: allRulesOn,
    });
    const chosen = new Set(body);
    let [both, sum] = [0, 0];
    for (const [at, block] of tree.blocks.entries()) {
      const count = modelWords(block.text).length;
      const [isRight, isChosen] = [Number(isBody[at] === true), Number(chosen.has(block))];
      both += 2 * isRight * isChosen * count;
      sum += (isRight + isChosen) * count;
    }
    return { kind: 'variant', f: sum === 0 ? 0 : both / sum, signals };
  });
}
