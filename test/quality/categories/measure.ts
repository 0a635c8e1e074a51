import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { categorise } from '../../../src/stages/classify/categories/categorise.ts';
import type { LinearExample } from '../../../src/stages/classify/linear/examples.ts';
import { trainLinear } from '../../../src/stages/classify/linear/train.ts';
import type { Group } from '../floors.ts';

const text = readFileSync(new URL('./headlines.json', import.meta.url), 'utf8');
const byLanguage = JSON.parse(text) as Record<string, Record<string, string[]>>;

/** Headlines for this measure: four labels in three languages. */
export const labelledHeadlines = (lang: string): LinearExample[] =>
  Object.entries(byLanguage[lang] ?? {}).flatMap(([label, titles]) => titles.map((title) => ({ label, title, lang })));

/** Quality of headline categories: by a model (on held-out headlines), and by words. */
export function measureCategories(): Group {
  const languages = Object.keys(byLanguage);
  const accuracy = (value: number) => ({ value, better: 'higher' as const });
  const measures = languages.flatMap((lang) => {
    const examples = labelledHeadlines(lang);
    const predictions = examples.map(({ title }) =>
      categorise(null, { title, text: '', lang, section: null, url: null }),
    );
    const isRight = (prediction: (typeof predictions)[number], at: number) => prediction?.label === examples[at]?.label;
    return [
      [`accuracy, learned, ${lang}`, accuracy(trainLinear(examples).report.accuracy)],
      [`recall, by words, ${lang}`, accuracy(predictions.filter(isRight).length / examples.length)],
      [
        `precision, by words, ${lang}`,
        accuracy(
          predictions.filter(isRight).length /
            Math.max(1, predictions.filter((prediction) => prediction !== null).length),
        ),
      ],
    ] as const;
  });
  const all = languages.flatMap(labelledHeadlines);
  return {
    name: 'categories, own headlines',
    digest: createHash('sha256').update(text).digest('hex').slice(0, 16),
    measures: Object.fromEntries([
      ...measures,
      ['accuracy, learned, all languages at once', accuracy(trainLinear(all).report.accuracy)],
    ]),
  };
}
