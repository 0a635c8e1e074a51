import { z } from 'zod';
import { namedList } from './list-api-schema.ts';
import { namedApi } from './page-api-schema.ts';
import { patternOf } from './request-schema.ts';

/** An entry of `api`, with its number. */
interface Placed<Entry> {
  readonly at: number;
  readonly entry: Entry;
}

/** The APIs of a scraper: one, or several. Those with `source` are behind lists. */
export const namedApis = z
  .unknown()
  .transform((value, context) => {
    const entries: unknown[] = Array.isArray(value) ? value : [value];
    // each is checked as what it is meant to be: a union would hide its mistakes
    const parsed = <S extends z.ZodType>(schema: S, isMeant: (entry: unknown) => boolean): Placed<z.output<S>>[] =>
      entries.flatMap((value, at) => {
        if (!isMeant(value)) return [];
        const { success, data, error } = schema.safeParse(value);
        if (success) return [{ at, entry: data }];
        for (const issue of error.issues)
          context.issues.push({ ...issue, input: value, path: [at, ...issue.path] } as z.core.$ZodRawIssue);
        return [];
      });
    return { pages: parsed(namedApi, (entry) => !isOfList(entry)), lists: parsed(namedList, isOfList) };
  })
  .prefault([]);

const isOfList = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'source' in entry;

/** The sources of a scraper, with their addresses in full. */
interface NamedSource {
  readonly url: string;
  readonly kind: 'listing' | 'feed' | 'sitemap';
}

/**
 * Names the APIs of lists that none of the scraper's sources uses. A scraper without listings gets its sources from elsewhere.
 * @param complain gets the number of the entry
 */
export function checkSources(
  { lists }: z.output<typeof namedApis>,
  sources: readonly NamedSource[],
  complain: (at: number, message: string) => void,
): void {
  if (!sources.some(({ kind }) => kind === 'listing')) return;
  for (const { at, entry } of lists) {
    const pattern = patternOf(entry.source);
    const matching = sources.filter(({ url }) => url.search(pattern) !== -1);
    if (matching.some(({ kind }) => kind === 'listing')) continue;
    const [other] = matching;
    complain(
      at,
      other === undefined
        ? `none of the sources has such an address: add it, as in sources: [listing('/sport')], or correct it`
        : `${other.url} is a ${other.kind}, which is read as text: only a listing has an API`,
    );
  }
}
