import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readModel, writeModel } from '../../../../src/stages/classify/linear/model.ts';
import { predict } from '../../../../src/stages/classify/linear/predict.ts';
import { trainLinear } from '../../../../src/stages/classify/linear/train.ts';
import { headlines } from './texts.ts';

const model = trainLinear(headlines);

describe('trainLinear', () => {
  it('predicts labels, also for other words and other case', () => {
    expect(predict(model, { title: 'FERRY waits for the tide' }).label).toBe('harbour');
    expect(predict(model, { title: 'Soup again', text: 'With bread, butter and an onion.' }).label).toBe('kitchen');
    expect(model.report.accuracy).toBeGreaterThan(0.95);
  });

  it('gives the same bytes for the same examples, in any order', () => {
    const bytes = writeModel(model);
    expect(writeModel(trainLinear(headlines))).toBe(bytes);
    expect(writeModel(trainLinear([...headlines].reverse()))).toBe(bytes);
  });

  it('reports the words that decided, with their shares', () => {
    const { terms } = predict(model, { title: 'Report on ferry and pilot' });
    expect(
      terms
        .slice(0, 2)
        .map(({ term }) => term)
        .sort(),
    ).toEqual(['ferry', 'pilot']);
    expect(terms.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
  });

  it('counts an example by its weight', () => {
    const mixed = headlines.map((example) => ({ ...example, weight: example.label === 'stadium' ? 0 : 1 }));
    expect(trainLinear(mixed).labels).toEqual(['harbour', 'kitchen']);
    const twice = trainLinear([
      ...headlines,
      ...Array.from({ length: 6 }, (_, n) => ({ label: 'harbour', title: `ferry number ${n}`, weight: 0.01 })),
      ...Array.from({ length: 6 }, (_, n) => ({ label: 'kitchen', title: `galley number ${n}`, weight: 5 })),
    ]);
    expect(predict(twice, { title: 'galley number' }).label).toBe('kitchen');
  });

  it('learns two labels symmetrically', () => {
    const two = headlines.map(({ title, label }) => ({ title, label: label === 'kitchen' ? 'yes' : 'no' }));
    const yesNo = trainLinear(two);
    const { all, label, probability } = predict(yesNo, { title: 'Butter and dough' });
    expect(label).toBe('yes');
    expect(probability).toBeGreaterThan(0.7);
    expect(all.map((one) => one.probability).reduce((a, b) => a + b)).toBeCloseTo(1);
  });

  it('reports on held-out texts: duplicates of training texts do not count', () => {
    const noise = Array.from({ length: 60 }, (_, n) => ({
      label: `l${n % 2}`,
      title: `word${n}a word${n}b word${n}c`,
    }));
    expect(trainLinear(noise).report.accuracy).toBeLessThan(0.7);
    const copied = noise.flatMap((example) => [example, example, example]);
    expect(trainLinear(copied).report.accuracy).toBeLessThan(0.7);
  });

  it('is less sure of labels that the words do not predict', () => {
    const vague = Array.from({ length: 80 }, (_, n) => ({
      label: n % 4 === 0 ? 'rare' : 'usual',
      title: `${n % 3 === 0 ? 'rain' : 'sun'} over town ${n % 7}`,
    }));
    const { probability, label } = predict(trainLinear(vague), { title: 'rain over town' });
    expect(label).toBe('usual');
    expect(probability).toBeLessThan(0.9);
  });

  it.each([
    ['nothing', [], 'no examples'],
    ['one label', [{ label: 'a', title: 'x' }], 'the same label ("a")'],
    [
      'a label with one example',
      [
        { label: 'a', title: 'x' },
        { label: 'a', title: 'y' },
        { label: 'b', title: 'z' },
      ],
      'at least two examples; "b" has one',
    ],
  ])('refuses %s', (_, examples, words) => {
    expect(() => trainLinear(examples)).toThrow(words);
  });

  it('refuses examples without words, and accepts examples without informative words', () => {
    const marks = ['?', '!', '...', '-'].map((title, at) => ({ label: `l${at % 2}`, title }));
    expect(() => trainLinear(marks)).toThrow('no example contains a word');
    const apart = Array.from({ length: 4 }, (_, n) => ({
      label: `l${n % 2}`,
      title: '',
      text: Array.from({ length: 120 }, (_, at) => `word${n}x${at}`).join(' '),
    }));
    const read = readModel(writeModel(trainLinear(apart)), 'm.json');
    expect(predict(read, { title: 'something else' }).probability).toBeCloseTo(0.5, 1);
  });

  it('reads titles and texts up to the limit', () => {
    const long = { title: `ferry ${'tide '.repeat(5_000)} bread butter oven soup onion recipe`, text: '' };
    const cut = { title: long.title.slice(0, model.grams.maxLength) };
    expect(predict(model, long)).toEqual(predict(model, cut));
  });

  it('learns from any texts, and always returns a probability', () => {
    const example = fc.record({
      label: fc.constantFrom('a', 'b'),
      title: fc.string({ unit: 'binary', maxLength: 30 }),
      text: fc.option(fc.string({ unit: 'grapheme', maxLength: 60 }), { nil: undefined }),
    });
    const sure = [1, 2].flatMap((n) => ['a', 'b'].map((label) => ({ label, title: `${label}${n}` })));
    fc.assert(
      fc.property(fc.array(example, { maxLength: 12 }), (examples) => {
        const any = trainLinear([...sure, ...examples]);
        for (const { title, text } of [...examples, { title: '', text: '' }]) {
          const { all, terms } = predict(any, { title, text });
          expect(all.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 6);
          expect(terms.every(({ share }) => share > 0 && share <= 1)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a model in a file', () => {
  it('predicts what the trained one does', () => {
    const read = readModel(writeModel(model), 'model.json');
    for (const { title } of headlines.slice(0, 20)) expect(predict(read, { title })).toEqual(predict(model, { title }));
  });

  it('is refused when it is damaged or not a model', () => {
    const text = writeModel(model);
    const change = (from: string, to: string) => text.replace(from, to);
    expect(() => readModel(change('"harbour"', '"harbor"'), 'm.json')).toThrow('m.json is damaged');
    expect(() => readModel(change('"version":1', '"version":9'), 'm.json')).toThrow(
      'is not a model that this version can use',
    );
    expect(() => readModel('[]', 'm.json')).toThrow('not a model');
    expect(() => readModel(text.slice(0, 200), 'm.json')).toThrow('m.json is not a model');
  });
});
