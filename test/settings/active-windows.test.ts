import { describe, expect, it } from 'vitest';
import { defineScraper, listing } from '../../src/settings/scraper.ts';
import { referenceParts } from '../../tools/reference/reference-text.ts';

const whole = { timeZone: 'Europe/London', fromHour: 6, toHour: 22, days: [1, 2] };
/** The type that docs/reference.md gives. */
const typeInReference =
  referenceParts.flatMap(({ entries }) => entries).find(({ name }) => name === 'activeWindows')?.type ?? '';
const windowsOf = (window: object) =>
  defineScraper({ host: 'gazette.example', sources: [listing('/news', { activeWindows: [window as typeof whole] })] })
    .sources[0]?.activeWindows;

describe('the hours in which a source is polled', () => {
  it('need the fields that the reference calls required, and no others', () => {
    const type = /\{(?<fields>[^}]*)\}/.exec(typeInReference)?.groups?.fields ?? '';
    const fields = [...type.matchAll(/(\w+)(\??):/g)].map(([, name = '', optional]) => ({
      name,
      optional: optional === '?',
    }));
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(whole).sort());
    for (const { name, optional } of fields) {
      const window = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
      if (optional) expect(windowsOf(window)).toHaveLength(1);
      else expect(() => windowsOf(window)).toThrow(new RegExp(name));
    }
  });

  it('are those of every day without days', () => {
    expect(windowsOf({ timeZone: 'UTC', fromHour: 0, toHour: 6 })).toEqual([
      { timeZone: 'UTC', fromHour: 0, toHour: 6, days: [0, 1, 2, 3, 4, 5, 6] },
    ]);
    expect(windowsOf(whole)).toEqual([whole]);
  });
});
