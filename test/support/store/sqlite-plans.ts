import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import { runningMethod } from './mongo-commands.ts';

export interface SentStatement {
  /** Null: the store is being opened. */
  readonly method: string | null;
  readonly sql: string;
}

/** Calls `see` with each statement that is prepared until the returned function is called. */
export function watchStatements(see: (statement: SentStatement) => void): () => void {
  const { prepare } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql,
    ...rest
  ) {
    see({ method: runningMethod(), sql });
    return prepare.call(this, sql, ...rest);
  });
  return () => spy.mockRestore();
}

/** Tables that grow with the crawl. */
const bigTables =
  /^SCAN (articles|article_texts|article_briefs|article_marks|article_keywords|article_topics|revisions|news|frontier|links|link_pages|visits|media|pages|records|records_pages|failures|known_addresses|blobs|[a-z])\b(?! VIRTUAL)/;

/** The steps of a statement's plan that read all rows of a table, or of its index. @param db of the newest schema */
export function scansOf(db: DatabaseSync, sql: string): string[] {
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as readonly { readonly detail: string }[];
  return plan.map(({ detail }) => detail).filter((detail) => bigTables.test(detail));
}

interface LongRead {
  readonly method: RegExp;
  readonly sql?: RegExp;
  /** Of the plan. */
  readonly scan?: RegExp;
  readonly why: string;
}

/** Statements that may read more than their answer, and why. */
const longReads: readonly LongRead[] = [
  {
    method: /^(maintenance\.|transfer\.|failures\.forget$)/,
    why: 'gc, check, repair and copy read the whole store: they are for that',
  },
  {
    method: /^(frontier|failures)\./,
    scan: /INDEX (frontier_(failed|ready|leased|leased_set|waiting_set|waiting_host)|failures_open\w*)$/,
    why: 'an index that has only the tasks of that state, or only open failures',
  },
  {
    method: /^(\w+\.(find|list|listJson)|pages\.nextDueAt)$/,
    sql: /(FROM \w+|WHERE (1|is_open = 0|gone_at IS NOT NULL)) ORDER BY .* LIMIT :limit/s,
    scan: /INDEX (visits_time|failures_time|media_time|articles_time|records_changed|pages_next_visit_at_url)$/,
    why: 'the first records in the order of an index',
  },
  {
    method: /^visits\.find$/,
    sql: /outcome = :where_0/,
    scan: /INDEX visits_time$/,
    why: 'the newest first until there are enough: an index by outcome would cost each ending a write',
  },
  {
    method: /^articles\./,
    sql: /FROM search_pending p /,
    scan: /^SCAN p$/,
    why: 'the last of those that wait, in the order of their key',
  },
  {
    method: /^articles\./,
    sql: /article_search MATCH :match/,
    scan: /VIRTUAL TABLE/,
    why: 'a search reads the index of words',
  },
  {
    method: /^articles\./,
    sql: /:relevanceShare/,
    why: 'the order by importance is a formula: it reads all that match',
  },
  {
    method: /^(articles\.judgedGroups|records\.(kinds|count)|media\.countFilms|knownAddresses\.counts)$/,
    scan: /COVERING INDEX/,
    why: 'counts of all, from an index without the records',
  },
];

export const mayScan = ({ method, sql }: SentStatement, detail: string): boolean =>
  longReads.some(
    (read) => read.method.test(method ?? 'open') && (read.sql?.test(sql) ?? true) && (read.scan?.test(detail) ?? true),
  );
