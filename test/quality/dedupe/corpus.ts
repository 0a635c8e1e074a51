import { linesOf, readArticles } from '../layouts/article.ts';
import { edits } from './edits.ts';
import { fillForm, forms } from './forms.ts';

/** A document and its story. Errors are counted by `kind`. */
export interface DedupeDocument {
  readonly id: string;
  readonly story: string;
  readonly kind: string;
  readonly lang: string;
  readonly title: string;
  readonly text: string;
}

/** Characters. Shorter texts are too short to be truncated. */
const minLength = { cjk: 250, other: 700 };

/** Originals with edited copies, bulletins, articles with the same long boilerplate, round-ups. All texts are generated or written for this corpus. */
export function dedupeCorpus(): DedupeDocument[] {
  const written = [...readArticles().values()].map(({ parts, ...rest }) => ({
    ...rest,
    text: parts.flatMap(linesOf).join('\n\n'),
  }));
  const whole = written.filter(
    ({ lang, text }) => text.length >= (/^(zh|ja)/.test(lang) ? minLength.cjk : minLength.other),
  );
  // every third text is used only before a boilerplate
  const [alone, copied] = [whole.filter((_, n) => n % 3 === 2), whole.filter((_, n) => n % 3 !== 2)];
  const originals = copied.map(({ id, lang, title, text }) => ({ id, story: id, kind: 'original', lang, title, text }));
  const copies = originals.flatMap((one, n) =>
    Object.entries(edits).map(([kind, edit]) => ({
      id: `${one.id}/${kind}`,
      story: one.id,
      kind,
      lang: one.lang,
      // half of the copies have a different headline
      title: n % 2 === 0 ? one.title : `${kind} ${n}`,
      text: edit(one.lang)(one.text, n),
    })),
  );
  const bulletins = forms.flatMap(({ lang, title, text, fills }, form) =>
    fills.map((fill, n) => {
      const id = `form-${form}-${n}`;
      return {
        id,
        story: id,
        kind: `bulletin ${lang}`,
        lang,
        title: fillForm(title, fill),
        text: fillForm(text, fill),
      };
    }),
  );
  return [...originals, ...copies, ...bulletins, ...withBoilerplate(originals, alone), ...roundUps(originals)];
}

type Original = Omit<DedupeDocument, 'kind'>;

const lead = (text: string, share: number): string => text.slice(0, Math.round(text.length * share));

/** Starts of different articles, each followed by the same long text, as of an archive or a sponsor. */
function withBoilerplate(originals: readonly Original[], alone: readonly Omit<Original, 'story'>[]): DedupeDocument[] {
  return ['en', 'de', 'zh'].flatMap((lang) => {
    const blurb = originals.find((one) => one.lang === lang);
    if (blurb === undefined) return [];
    const others = alone.filter((one) => one.lang === lang);
    const tail = [...blurb.text].reverse().join('').split(/\s/).toReversed().join(' '); // another text, of that length
    return others.slice(0, 5).map((one) => {
      const own = lead(one.text, Math.min(1, (0.42 * tail.length) / one.text.length));
      const id = `${one.id}/boilerplate`;
      return { id, story: id, kind: 'boilerplate', lang, title: `${one.title} - archive`, text: `${own}\n\n${tail}` };
    });
  });
}

/** Round-ups of the day with the starts of several stories: copies of none of them. */
function roundUps(originals: readonly Original[]): DedupeDocument[] {
  return ['en', 'zh'].flatMap((lang) => {
    const some = originals.filter((one) => one.lang === lang);
    const teasers = some.slice(0, 6).map(({ text }) => lead(text, 0.3));
    const id = `round-up-${lang}`;
    return some.length < 4
      ? []
      : [{ id, story: id, kind: 'round-up', lang, title: `The day (${lang})`, text: teasers.join('\n\n') }];
  });
}
