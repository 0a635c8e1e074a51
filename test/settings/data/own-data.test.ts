import { describe, expect, expectTypeOf, it } from 'vitest';
import { mistakesOf } from '../../../src/config-files/load-module.ts';
import type { Price } from '../../../src/model/data/data-value.ts';
import {
  choice,
  custom,
  type DataOf,
  list,
  number,
  present,
  price,
  text,
} from '../../../src/settings/data/data-fields.ts';
import { defineScraper } from '../../../src/settings/scraper.ts';

const mistakes = (definition: object): string[] => {
  try {
    defineScraper({ host: 'shop.example', ...definition });
    return [];
  } catch (error) {
    return mistakesOf(error, 'scraper.ts');
  }
};

describe('the declaration of data', () => {
  it('keeps what a field is apart from where its value stands', () => {
    const { data, records } = defineScraper({
      host: 'shop.example',
      data: { rating: number(['.stars@title', 'json-ld:aggregateRating.ratingValue'], { required: true }) },
      records: { region: '.event', key: 'name', fields: { name: text('css:a[href="x@y"]') } },
    });
    expect(data.fields).toEqual([{ name: 'rating', type: { kind: 'number', decimal: null }, required: true }]);
    expect(data.rules).toEqual({
      rating: [
        { by: 'css', selector: '.stars', attribute: 'title', match: null },
        { by: 'json-ld', path: 'aggregateRating.ratingValue', match: null },
      ],
    });
    expect(records).toMatchObject([
      {
        kind: 'item',
        region: '.event',
        key: ['name'],
        required: false,
        rules: { name: [{ selector: 'a[href="x@y"]', attribute: null }] },
      },
    ]);
  });

  it('is checked when it is loaded, all mistakes at once', () => {
    expect(
      mistakes({
        data: {
          'a b': text('.x'),
          bad: text('a['),
          none: number([]),
          path: number('json-ld:'),
          odd: number(7 as never),
          raw: '.stars',
          lists: list(list('.x') as never),
          money: price('.p', { currency: 'Euro' }),
          func: { type: { kind: 'custom' }, from: '.x' },
          typo: { type: { kind: 'numbr' }, from: '.x' },
          empty: choice('.x', []),
        },
        records: {
          page: { region: '.x', fields: { a: text('.a') } },
          event: { region: '', fields: {}, key: 'b' },
          talk: { region: '.x', fields: { a: text('.a') }, key: 'b', required: true, regions: 1 },
        },
      }),
    ).toEqual([
      expect.stringMatching(/^data\.a b: a name has letters/),
      expect.stringMatching(/^data\.bad: "a\[" is not a CSS selector/),
      'data.none: it has no source: write a selector, a path or a function',
      'data.path: a path is missing after json-ld:',
      'data.odd: number is no source: write a selector, a path or a function',
      "data.raw: write it with a builder from 'newshawk', as in number('.stars')",
      expect.stringMatching(/^data\.lists\.type\.of\.kind: a list has values/),
      'data.money.type.currency: an ISO 4217 code is wanted: EUR',
      'data.func: a custom field needs a function',
      expect.stringMatching(/^data\.typo\.type/),
      expect.stringMatching(/^data\.empty\.type\.options: name at least one word/),
      expect.stringMatching(/^records\.page: "page" can't be the name of records/),
      expect.stringMatching(/^records\.event\.region: an empty selector/),
      'records.event.fields: a record has at least one field',
      expect.stringMatching(/^records\.talk: there is no "regions", did you mean "region"\?/),
      'records.talk.key: there is no field "b" (fields: a)',
      'records.talk.required: say which pages must list them: pages: [/\\/events/]',
    ]);
  });

  it('gives the type of the values to TypeScript', () => {
    const data = {
      rating: number('.stars'),
      cost: price('.p', { required: true }),
      tags: list('.tag'),
      scores: list(number('.score')),
      state: choice('.s', ['open', 'closed']),
      mapped: choice('.s', { Offen: 'open', Zu: 'closed' }),
      sold: present('.sold'),
      own: custom(() => ({ a: 1 })),
    };
    expectTypeOf<DataOf<typeof data>>().toEqualTypeOf<{
      readonly rating: number | null;
      readonly cost: Price;
      readonly tags: readonly string[];
      readonly scores: readonly number[];
      readonly state: 'open' | 'closed' | null;
      readonly mapped: 'open' | 'closed' | null;
      readonly sold: boolean;
      readonly own: { a: number } | null;
    }>();
  });
});
