import type { IndexDescription } from 'mongodb';
import type { SentCommand } from './mongo-commands.ts';

/** A query as far as its plan depends on it: which fields it fixes, bounds or sorts by, without values. */
export interface QueryShape {
  readonly method: string;
  readonly collection: string;
  /** The command; `updateOne` and `deleteOne` are single writes. */
  readonly name: string;
  /** Alternatives: one, or those of an `$or`. */
  readonly branches: readonly Fields[];
  readonly sort: readonly (readonly [field: string, direction: number])[];
  readonly isUpsert: boolean;
  readonly hasLimit: boolean;
}

/** `fixed`: equal to a value, or to one of a list. `bounded`: greater, less. Other conditions are looked at in the record. */
export type Fields = Readonly<Record<string, 'fixed' | 'bounded' | 'other'>>;

type Query = Readonly<Record<string, unknown>>;

/** The queries of a command; none: it is no query. */
export function shapesOf({ method, name, collection, command }: SentCommand): QueryShape[] {
  const shape = (kind: string, query: unknown, rest: Partial<QueryShape> = {}): QueryShape => ({
    method: method ?? 'open',
    collection,
    name: kind,
    branches: branchesOf((query ?? {}) as Query),
    sort: [],
    isUpsert: false,
    hasLimit: false,
    ...rest,
  });
  switch (name) {
    case 'find':
      return [shape('find', command.filter, { sort: sortOf(command.sort), hasLimit: command.limit > 0 })];
    case 'count':
    case 'distinct':
      return [shape(name, command.query, { hasLimit: name === 'count' && command.query === undefined })]; // the server keeps the total
    case 'findAndModify':
      return [
        shape(name, command.query, { sort: sortOf(command.sort), isUpsert: command.upsert === true, hasLimit: true }),
      ];
    case 'update':
      return (command.updates as readonly { q: Query; multi?: boolean; upsert?: boolean }[]).map(
        ({ q, multi = false, upsert = false }) =>
          shape(multi ? 'updateMany' : 'updateOne', q, { isUpsert: upsert, hasLimit: !multi }),
      );
    case 'delete':
      return (command.deletes as readonly { q: Query; limit: number }[]).map(({ q, limit }) =>
        shape(limit === 1 ? 'deleteOne' : 'deleteMany', q, { hasLimit: limit === 1 }),
      );
    case 'aggregate': {
      const pipeline = command.pipeline as readonly Query[];
      const [first, second] = pipeline;
      return [shape(name, first?.$match, { sort: sortOf((first?.$match === undefined ? first : second)?.$sort) })];
    }
    default:
      return [];
  }
}

/** The driver sends a map, to keep the order. */
const sortOf = (sort: unknown): QueryShape['sort'] =>
  sort instanceof Map ? [...sort] : Object.entries((sort ?? {}) as Readonly<Record<string, number>>);

/** One text for queries with the same plan. */
export const nameOf = ({ collection, name, branches, sort, isUpsert }: QueryShape): string =>
  [
    `${collection}.${name}${isUpsert ? '+upsert' : ''}`,
    branches.map((fields) => `{${Object.entries(fields).map(([field, kind]) => `${field}:${kind}`)}}`).join('|'),
    ...(sort.length === 0 ? [] : [`by ${sort.map(([field, direction]) => `${direction < 0 ? '-' : ''}${field}`)}`]),
  ].join(' ');

function branchesOf(query: Query): Fields[] {
  const { $or, $and, $expr: _, ...own } = query;
  const fields: Record<string, Fields[string]> = {};
  for (const [field, condition] of Object.entries(own)) {
    const element = (condition as Query | null)?.$elemMatch;
    if (element === undefined) fields[field] = kindOf(condition);
    else for (const [name, inner] of Object.entries(element as Query)) fields[`${field}.${name}`] = kindOf(inner);
  }
  let branches: Fields[] = [fields];
  for (const part of ($and ?? []) as readonly Query[]) branches = combined(branches, branchesOf(part));
  if ($or !== undefined) branches = combined(branches, ($or as readonly Query[]).flatMap(branchesOf));
  return branches;
}

const combined = (some: readonly Fields[], others: readonly Fields[]): Fields[] =>
  some.flatMap((one) => others.map((other) => ({ ...other, ...one })));

function kindOf(condition: unknown): Fields[string] {
  const isPlain =
    typeof condition === 'object' && condition !== null && Object.getPrototypeOf(condition) === Object.prototype;
  const operators = isPlain ? Object.entries(condition as Query) : [];
  if (operators.length === 0 || !operators.every(([name]) => name.startsWith('$')))
    return condition instanceof RegExp ? 'other' : 'fixed';
  if (operators.some(([name, value]) => name === '$in' || name === '$eq' || (name === '$exists' && value === false)))
    return 'fixed';
  // from the empty text on: all texts
  const bounds = operators.filter(
    ([name, value]) => /^\$[gl]te?$/.test(name) && !(/^\$gte?$/.test(name) && value === ''),
  );
  return bounds.length > 0 ? 'bounded' : 'other';
}

/**
 * How the server reads: `seek`, the matches by an index, in their order. `walk`: an index gives the order, or a range, and each record is looked at: a reader of few waits for rare ones. `whole`: all records.
 * By MongoDB's own rule: an index serves fields that are equal to something, then those that are sorted by, then a range.
 */
export type Plan = 'seek' | 'walk' | 'whole';

export function planOf(shape: QueryShape, declared: readonly IndexDescription[]): Plan {
  const indexes = [{ key: { _id: 1 } }, ...declared];
  const plans = shape.branches.map((fields) => {
    const possible = indexes.map((index) => planBy(index, fields, shape));
    return possible.includes('seek') ? 'seek' : possible.includes('walk') ? 'walk' : 'whole';
  });
  return plans.includes('whole') ? 'whole' : plans.includes('walk') ? 'walk' : 'seek';
}

function planBy(
  { key, partialFilterExpression }: IndexDescription,
  fields: Fields,
  { sort, hasLimit }: QueryShape,
): Plan {
  if (Object.keys(partialFilterExpression ?? {}).some((field) => fields[field] !== 'fixed')) return 'whole';
  const keys = Object.entries(key) as [string, number][];
  const count = keys.findIndex(([field]) => fields[field] !== 'fixed');
  const rest = count === -1 ? [] : keys.slice(count);
  const isFixed = count !== 0;
  const isBounded = fields[rest[0]?.[0] ?? ''] === 'bounded';
  // of a list of ids nothing is sorted by the server that it would not read
  if (keys[0]?.[0] === '_id' && isFixed) return 'seek';
  const needed = sort.filter(([field]) => fields[field] !== 'fixed');
  const directions = needed.map(([field, direction], at) =>
    rest[at]?.[0] === field ? direction * (rest[at]?.[1] ?? 0) : Number.NaN,
  );
  const isSorted = directions.every((direction) => direction === directions[0]);
  if (!isSorted) return 'whole';
  if (isFixed || isBounded) return 'seek';
  const isFiltered = Object.keys(fields).length > 0;
  return needed.length > 0
    ? isFiltered
      ? 'walk'
      : hasLimit
        ? 'seek'
        : 'whole'
    : !isFiltered && hasLimit
      ? 'seek'
      : 'whole';
}
