/**
 * Categories against labelled texts: `npm run bench:categories -- [folder]` (default ../shared/corpora/topics; skips where it is absent). For each corpus in
 * it (train.jsonl, test.jsonl): the model on its own lines by cross-validation, on the test lines, its halves alone, and what is said without a model.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateModel } from '../../src/commands/batch/labelled-lines.ts';
import { categorise } from '../../src/stages/classify/categories/categorise.ts';
import type { LinearExample } from '../../src/stages/classify/linear/examples.ts';
import { writeModel } from '../../src/stages/classify/linear/model.ts';
import { predict } from '../../src/stages/classify/linear/predict.ts';
import { trainLinear } from '../../src/stages/classify/linear/train.ts';
import { words } from '../../src/text/tokenize.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../../../shared/corpora/topics');
const corpora = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'train.jsonl')))
  : [];
if (corpora.length === 0)
  console.log(`bench/relevance/categories: skipped, there is no <corpus>/train.jsonl in ${folder}`);

/** The corpora's own names of what our list calls otherwise. */
const sameLabels: Readonly<Record<string, string>> = {
  tech: 'technology',
  sports: 'sport',
  stocks: 'business',
  finance: 'business',
  realty: 'business',
  game: 'technology',
  science: 'technology',
  society: 'crime',
};

for (const corpus of corpora) {
  const [train, test] = [readLines(corpus, 'train'), readLines(corpus, 'test')];
  words('中文', 'zh'); // loads the dictionary before the clock runs
  console.log(`\n${corpus}: ${train.length} lines to learn from, ${test.length} to test on`);
  measure('the model', train, test, {});
  measure('only the support vector machine', train, test, { smoothing: 1e9 });
  measure('only naive Bayes', train, test, { marginWeight: 0, maxPasses: 0 });
  withoutModel(test);
}

function readLines(corpus: string, part: string): LinearExample[] {
  const lines = readFileSync(join(folder, corpus, `${part}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LinearExample);
}

function measure(
  name: string,
  train: readonly LinearExample[],
  test: readonly LinearExample[],
  options: NonNullable<Parameters<typeof trainLinear>[1]>,
): void {
  const before = process.cpuUsage();
  const model = trainLinear(train, options);
  const { user, system } = process.cpuUsage(before);
  const begun = performance.now();
  const report = evaluateModel(model, test);
  const eachMs = (performance.now() - begun) / test.length;
  const figures = ({ accuracy, macroF1 }: typeof report) => `${accuracy.toFixed(4)} / ${macroF1.toFixed(4)}`;
  console.log(
    `  ${name.padEnd(32)} cross-validation ${figures(model.report)}, test ${figures(report)} (accuracy / macro F1); ${((user + system) / 1e6).toFixed(1)} CPU s to train, ${eachMs.toFixed(2)} ms a text, ${(writeModel(model).length / 1e6).toFixed(1)} MB, ${model.buckets.length} buckets`,
  );
  if (Object.keys(options).length > 0) return;
  const sure = test.map((example) => predict(model, example).probability);
  console.log(
    `  it says of itself on the test: ${(sure.reduce((sum, one) => sum + one, 0) / sure.length).toFixed(3)} of its labels are right`,
  );
  const width = Math.max(...report.labels.map(({ label }) => label.length)) + 2;
  const cell = (text: string | number) => String(text).padStart(7);
  console.log(`  ${'it is'.padEnd(width)}${report.labels.map(({ label }) => cell(label.slice(0, 6))).join('')}     F1`);
  for (const [row, { label, f1 }] of report.labels.entries())
    console.log(`  ${label.padEnd(width)}${report.confusion[row]?.map(cell).join('')}  ${f1.toFixed(3)}`);
}

function withoutModel(test: readonly LinearExample[]): void {
  let [said, right] = [0, 0];
  for (const { label, title, text = '' } of test) {
    const category = categorise(null, { title, text, lang: null, section: null, url: null });
    if (category === null) continue;
    said += 1;
    if (category.label === (sameLabels[label] ?? label)) right += 1;
  }
  console.log(
    `  without a model, by words: says something of ${((100 * said) / test.length).toFixed(0)} %, right in ${((100 * right) / Math.max(1, said)).toFixed(0)} % of these (labels of the corpus as our own: ${JSON.stringify(sameLabels)})`,
  );
}
