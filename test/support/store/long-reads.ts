import type { Plan, QueryShape } from './query-plans.ts';

interface LongRead {
  /** Of the store's methods. */
  readonly method: RegExp;
  readonly collection?: RegExp;
  readonly plan?: Plan;
  /** The command. */
  readonly name?: RegExp;
  /** A field that the query fixes. */
  readonly fixed?: string;
  /** Without any condition. */
  readonly isAll?: boolean;
  readonly why: string;
}

/** Queries that read more than their answer, and why they may. */
const longReads: readonly LongRead[] = [
  {
    method: /^(maintenance\.|transfer\.|failures\.forget$)/,
    why: 'gc, check, repair and copy read the whole store: they are for that',
  },
  {
    method: /^articles\.remove$/,
    collection: /^articles$/,
    plan: 'walk',
    fixed: 'cluster',
    why: 'the members of one cluster are sorted',
  },
  { method: /^open$/, why: 'migrations of older documents, once' },
  {
    method: /^(hostRests|workers|models|topics|proxies|ownRules|sources|seeds|labels|pages|wrappers|runs)\./,
    collection:
      /^(hostRests|workers|models|modelActivations|topics|proxies|ownRules|sources|seedSearches|calibrationSteps|rateTallies|siteLearning|reextractions)$/,
    why: 'all of a small collection: as many records as the operator set up, or as there are sites or processes',
  },
  { method: /^knownAddresses\.ofSite$/, why: 'at most `maxSeenPerLabel` of each label are kept of a site' },
  {
    method: /^frontier\.(claim|take)$/,
    collection: /^frontier$/,
    plan: 'whole',
    fixed: 'lease',
    why: 'the tasks of one lease, as many as were claimed, are sorted',
  },
  {
    method: /^pages\.rateCounts$/,
    plan: 'whole',
    name: /^aggregate$/,
    why: 'the plan of the re-visits of a process, made each ten minutes at most: counts of all pages, from an index without the pages',
  },
  {
    method:
      /^(articles\.judgedGroups|records\.kinds|media\.countFilms|knownAddresses\.counts|(deliveries|alerts)\.counts)$/,
    plan: 'whole',
    name: /^aggregate$/,
    why: 'counts of all, for a person or at the start of a run, from an index without the records',
  },
  {
    method: /^articles\.(find|list|listJson|stream|count)$/,
    collection: /^articles$/,
    plan: 'whole',
    name: /^aggregate$/,
    why: 'the order by importance is a formula, and a beginning of a word has no one key: both read all articles that match',
  },
  {
    method: /^articles\.(find|list|listJson|stream)$/,
    collection: /^articles$/,
    plan: 'walk',
    why: 'a beginning of a word has no one key in the index of terms',
  },
  {
    method: /^articles\.(find|list|listJson)$/,
    collection: /^articles$/,
    plan: 'whole',
    isAll: true,
    why: 'all articles, in the order of an index: the caller sets no limit',
  },
  {
    method: /^records\.(stream|count|find)$/,
    collection: /^records$/,
    why: 'an export of all; gone ones among the last changed; the few of one page',
  },
  {
    method: /^articleChanges\.forgetAll$/,
    plan: 'whole',
    isAll: true,
    why: 'all changes since the last look, where no rule of alerts and no receiver asks for them',
  },
  { method: /^failures\.find$/, plan: 'walk', why: 'mended failures among all: a page of them in the order of time' },
];

export const mayRead = (shape: QueryShape, plan: Plan): boolean =>
  longReads.some(
    ({ method, collection, plan: allowed = plan, name, fixed, isAll }) =>
      method.test(shape.method) &&
      (collection === undefined || collection.test(shape.collection)) &&
      (name === undefined || name.test(shape.name)) &&
      (fixed === undefined || shape.branches.every((fields) => fields[fixed] === 'fixed')) &&
      (isAll !== true || shape.branches.every((fields) => Object.keys(fields).length === 0)) &&
      allowed === plan,
  );
