import { z } from 'zod';
import { namedList } from './list-api-schema.ts';
import { namedApi } from './page-api-schema.ts';

/** The APIs of a scraper: one, or several. Those with `source` are behind lists. */
export const namedApis = z
  .unknown()
  .transform((value, context) => {
    const entries: unknown[] = Array.isArray(value) ? value : [value];
    // each is checked as what it is meant to be: a union would hide its mistakes
    const parsed = <S extends z.ZodType>(schema: S, isMeant: (entry: unknown) => boolean): z.output<S>[] =>
      entries.flatMap((entry, at) => {
        if (!isMeant(entry)) return [];
        const { success, data, error } = schema.safeParse(entry);
        if (success) return [data];
        for (const issue of error.issues)
          context.issues.push({ ...issue, input: entry, path: [at, ...issue.path] } as z.core.$ZodRawIssue);
        return [];
      });
    return { pages: parsed(namedApi, (entry) => !isOfList(entry)), lists: parsed(namedList, isOfList) };
  })
  .prefault([]);

const isOfList = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'source' in entry;
