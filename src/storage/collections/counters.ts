import { z } from 'zod';
import { record } from '../../model/schema.ts';
import { collection } from '../collection.ts';

/** Numbers that only grow: of leases, of texts that were written; and what was done once. */
export const counters = collection({
  name: 'counters',
  schema: record({ name: z.string(), value: z.int() }),
  key: ['name'],
  columns: ['value'],
});

/** Name of the counter that is 1 once revisions of articles that stay were removed: their numbers do not begin with 1 any more. */
export const revisionsForgotten = 'revisionsForgotten';

/** A store has fewer counters than this. */
export const allCounters = 1_000;

/** What a copy of a store takes along: other counters follow from other records, or name what processes do now. */
export const copiedCounters = <C extends { readonly name: string; readonly value: number }>(
  counters: readonly C[],
  limit: number,
): C[] =>
  counters
    .filter(({ name, value }) => value > 0 && ['lease', 'texts', revisionsForgotten].includes(name))
    .slice(0, limit);
