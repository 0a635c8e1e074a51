import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLanguage } from '../../../src/stages/extract/language.ts';
import { openDetector, readTable } from '../../../src/text/language-detector.ts';

const entry = import.meta.resolve('eld/small');
const texts = {
  en: 'The harbour board has put off its vote on the new bridge until the report of the auditors is public, its chair said on Monday.',
  de: 'Der Hafenrat hat die Abstimmung über die neue Brücke verschoben, bis der Bericht der Prüfer vorliegt, sagte seine Vorsitzende am Montag.',
  es: 'La junta del puerto ha aplazado la votación sobre el nuevo puente hasta que se publique el informe de los auditores, dijo su presidenta.',
  pt: 'O conselho do porto adiou a votação sobre a nova ponte até que o relatório dos auditores seja publicado, disse a sua presidente ontem.',
  ru: 'Совет порта отложил голосование по новому мосту до публикации отчёта аудиторов, сообщила в понедельник его председатель журналистам.',
  zh: '港口委员会周一表示，在审计报告公布之前，将推迟对新桥的表决，主席对记者说。委员会下周再次开会讨论预算和工期。',
};

describe('language detector', () => {
  it('has the table of the installed package, n-gram for n-gram', async () => {
    const path = new URL('../ngrams/small.js', entry);
    const { ngramsData } = await import(path.href);
    const { type, languages, ngrams } = readTable(readFileSync(path, 'utf8'));
    expect({ type, languages }).toEqual({ type: ngramsData.type, languages: ngramsData.languages });
    const names = Object.keys(ngramsData.ngrams);
    expect(names.length).toBeGreaterThan(80_000);
    const different = names.filter((name) => JSON.stringify(ngrams[name]) !== JSON.stringify(ngramsData.ngrams[name]));
    expect(different).toEqual([]);
  });

  it('answers as the package does, for any text', async () => {
    const { eld } = await import('eld/small');
    const words = Object.values(texts).flatMap((text) => text.split(/\s+/));
    const text = fc.oneof(
      fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((chosen) => chosen.join(' ')),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, (sample) => {
        const [ours, theirs] = [openDetector().detect(sample), eld.detect(sample)];
        expect({ language: ours.language, isReliable: ours.isReliable() }).toEqual({
          language: theirs.language,
          isReliable: theirs.isReliable(),
        });
      }),
    );
  });

  it('refuses a table of another form', () => {
    expect(() => readTable('export const data = {}')).toThrow('the table of the language detector has an unknown form');
  });
});

describe('language of a page', () => {
  it('is what its text says', () => {
    for (const [code, text] of Object.entries(texts)) expect(findLanguage(null, text)?.value).toBe(code);
  });

  it('is what the page declares, unless the text is surely in another', () => {
    expect(findLanguage('de-AT', texts.de)).toEqual({ value: 'de', provenance: { by: 'meta', confidence: 0.99 } });
    expect(findLanguage('en', texts.ru)).toEqual({ value: 'ru', provenance: { by: 'generic', confidence: 0.8 } });
    expect(findLanguage('fr', 'Short.')).toEqual({ value: 'fr', provenance: { by: 'meta', confidence: 0.8 } });
    expect(findLanguage(null, 'Short.')).toBeNull();
  });
});
