import type { Reader } from '../../../../src/ports.ts';
import { readAll, type UnseenPage } from '../read-pages.ts';
import { type Half, halfOf, Totals } from '../totals.ts';
import type { Truth } from './articles.ts';
import { type BylinePage, pagesOf } from './record.ts';
import { systems } from './systems/systems.ts';

const fields = ['authors', 'date', 'modified'] as const;

/** Bylines and dates in the markup of real themes. Themes of the sealed half give totals only. */
export async function measureBylines(reader: Pick<Reader, 'read'>, half: Half, cache: string): Promise<void> {
  const shells = systems.flatMap((system) => system.shells.map((shell) => ({ system, shell })));
  const pages: BylinePage[] = [];
  for (const { system, shell } of shells.filter(({ shell: { name } }) => halfOf(name) === half)) {
    const { pages: more, missing } = await pagesOf(cache, system, shell).catch((error: Error) => {
      // the reason names the theme alone: the pages of a sealed one stay unseen
      const reason = half === 'open' ? `${error.message}: ${String(error.cause)}` : error.message;
      return { pages: [], missing: reason };
    });
    if (missing !== null) console.log(`skipped: ${shell.name}: ${missing}`);
    pages.push(...more);
  }
  const totals = new Totals();
  totals.note('themes', `${new Set(pages.map(({ shell }) => shell)).size}`);
  totals.note('pages', `${pages.length}`);
  const readings = await readAll(reader, pages.map(asUnseen));
  for (const [at, page] of pages.entries()) {
    const reading = readings[at];
    const draft = reading?.draft ?? null;
    totals.count('stored as article', draft !== null && draft.pageType === 'article');
    const given = {
      authors: draft?.authors ?? [],
      date: draft?.publishedAt?.value.slice(0, 10) ?? null,
      modified: draft?.modifiedAt?.value.slice(0, 10) ?? null,
    };
    for (const field of fields) {
      if (page.truth[field] === undefined) continue;
      const isRight = isRightOf[field](page.truth, given);
      totals.count(field, isRight);
      if (field === 'authors' && draft !== null) totals.bin(draft.provenance.authors?.confidence ?? null, isRight);
      if (!isRight && half === 'open') console.log(failureLine(page, field, given[field], reading?.reason ?? null));
    }
  }
  totals.print(`bylines, ${half} half`);
}

interface Given {
  readonly authors: readonly string[];
  readonly date: string | null;
  readonly modified: string | null;
}

const isRightOf: Readonly<Record<(typeof fields)[number], (truth: Truth, given: Given) => boolean>> = {
  authors: ({ authors }, given) => authors.some((right) => keyOf(right) === keyOf(given.authors)),
  date: ({ date = null }, given) => date === given.date,
  // a page that was never changed may say that it was last changed on its own day
  modified: ({ modified = null, date = null }, given) =>
    modified === given.modified || (modified === null && given.modified === date),
};

/** The same for the same people: without order, case, typography and width of the letters. */
const keyOf = (names: readonly string[]): string =>
  names
    .map((name) =>
      name.normalize('NFKC').replace(/[’‘]/g, "'").replace(/[‐‑־]/g, '-').replace(/\s+/g, ' ').trim().toLowerCase(),
    )
    .toSorted()
    .join('\n');

const asUnseen = ({ url, html }: BylinePage): UnseenPage => ({ url, html, status: 200 });

function failureLine(
  { shell, url, truth, axes }: BylinePage,
  field: (typeof fields)[number],
  given: unknown,
  reason: string | null,
): string {
  const expected = field === 'authors' ? truth.authors : truth[field];
  const drawn = Object.entries(axes).map(([axis, value]) => `${axis}=${value}`);
  return `${shell} ${new URL(url).pathname} ${field}: expected ${JSON.stringify(expected)}, given ${JSON.stringify(given)}${reason === null ? '' : ` (no article: ${reason})`} [${drawn.join(' ')}]`;
}
