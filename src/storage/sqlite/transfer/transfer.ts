import type { AnyCollection } from '../../collection.ts';
import { declared } from '../../collections/all.ts';
import { allCounters, copiedCounters } from '../../collections/counters.ts';
import type { TaskRecord } from '../../collections/crawl/tasks.ts';
import { type SqliteTable, tableIn } from '../../engine/sqlite.ts';
import { sqlName } from '../../engine/sqlite-sql.ts';
import {
  type DeclaredKind,
  isDeclared,
  type Transfer,
  type TransferKey,
  type TransferKind,
  type TransferKinds,
  type TransferProgress,
} from '../../transfer-port.ts';
import { readArticle, selectArticles } from '../articles/article-rows.ts';
import { writeStoredArticle } from '../articles/store-article.ts';
import type { Bindings, Database } from '../database.ts';
import { linkTables, readTasks, tasksOf, writeTasks } from './frontier-tables.ts';
import { snapshotStore } from './snapshot.ts';
import type { Row, TransferTable } from './table.ts';

const articles: TransferTable<'articles'> = {
  from: `(${selectArticles})`,
  keys: ['id'],
  columns: '*',
  read: (row) => readArticle(row as unknown as Parameters<typeof readArticle>[0]),
  write(db, records) {
    for (const article of records) writeStoredArticle(db, article);
  },
};

const tables: { readonly [Kind in Exclude<TransferKind, DeclaredKind | 'tasks'>]: TransferTable<Kind> } = {
  articles,
  ...linkTables,
};

/** What no kind covers: tables that follow from others, blobs, heartbeats, leases, and the progress itself. A test compares this with the schema. */
export const derivedTables: ReadonlySet<string> = new Set([
  'article_briefs',
  'article_keywords',
  'article_marks',
  ...['article_search', 'article_search_config', 'article_search_data', 'article_search_docsize', 'article_search_idx'],
  'article_tallies',
  'article_topics',
  'blobs',
  'copy_progress',
  'link_pages',
  'news',
  'queues',
  'records_pages',
  ...['search_docs', 'search_pending'],
  'tallies',
  'totals',
  'visit_tallies',
]);

/** SQL: the tables of each kind. */
export const transferredTables: readonly string[] = [
  ...Object.values(tables).map(({ from }) => from),
  ...Object.values<AnyCollection>(declared).map(({ name }) => sqlName(name)),
];

export class SqliteTransfer implements Transfer {
  readonly #db: Database;
  readonly #folder: string;

  constructor(db: Database, folder: string) {
    this.#db = db;
    this.#folder = folder;
  }

  async snapshot(folder: string): Promise<number> {
    return await snapshotStore(this.#db, this.#folder, folder);
  }

  /** Nothing to do: an ending is one transaction. */
  async settle(): Promise<void> {}

  async read<Kind extends TransferKind>(
    kind: Kind,
    after: TransferKey | null,
    limit: number,
  ): Promise<TransferKinds[Kind][]> {
    if (kind === 'counters')
      return copiedCounters(
        tableIn(this.#db, declared.counters).page(after, allCounters),
        limit,
      ) as TransferKinds[Kind][];
    if (isDeclared(kind)) return this.#declared(kind).page(after, limit) as TransferKinds[Kind][];
    if (kind === 'tasks') return readTasks(this.#db, after, limit) as TransferKinds[Kind][];
    const { keys } = tableOf(kind);
    const names = keys.map((_, n) => `:k${n}`);
    const later = after === null ? '1' : `${keys[0]} >= :k0 AND (${keys.join(', ')}) > (${names.join(', ')})`;
    const bindings: Bindings = Object.fromEntries((after ?? []).map((value, n) => [`k${n}`, value]));
    return this.#select(kind, `${later} ORDER BY ${keys.join(', ')} LIMIT :limit`, { ...bindings, limit });
  }

  async get<Kind extends TransferKind>(kind: Kind, keys: readonly TransferKey[]): Promise<TransferKinds[Kind][]> {
    if (isDeclared(kind)) {
      const table = this.#declared(kind);
      return keys.flatMap((key) => table.get(...key) ?? []) as TransferKinds[Kind][];
    }
    if (kind === 'tasks') return tasksOf(this.#db, keys) as TransferKinds[Kind][];
    const columns = tableOf(kind).keys;
    const values = columns.map((_, n) => `value ->> ${n}`).join(', ');
    return this.#select(kind, `(${columns.join(', ')}) IN (SELECT ${values} FROM json_each(:keys))`, {
      keys: JSON.stringify(keys),
    });
  }

  async write<Kind extends TransferKind>(kind: Kind, records: readonly TransferKinds[Kind][]): Promise<void> {
    this.#db.transaction(() => {
      if (isDeclared(kind)) this.#declared(kind).put(...records);
      else if (kind === 'tasks') writeTasks(this.#db, records as readonly TaskRecord[]);
      else tableOf(kind).write(this.#db, records);
    });
  }

  async progress(): Promise<TransferProgress | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM copy_progress');
    return row === undefined ? null : (JSON.parse(row.doc) as TransferProgress);
  }

  async saveProgress(progress: TransferProgress): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO copy_progress (id, doc) VALUES (1, :doc)', { doc: JSON.stringify(progress) });
  }

  #declared(kind: DeclaredKind): SqliteTable<object, object> {
    return tableIn<object, object, readonly string[]>(this.#db, declared[kind] as AnyCollection);
  }

  #select<Kind extends TransferKind>(kind: Kind, condition: string, bindings: Bindings): TransferKinds[Kind][] {
    const table = tableOf(kind);
    const { from, columns, where = '1' } = table;
    return this.#db
      .all<Row>(`SELECT ${columns} FROM ${from} WHERE (${where}) AND ${condition}`, bindings)
      .map((row) => table.read(row));
  }
}

const tableOf = <Kind extends TransferKind>(kind: Kind): TransferTable<Kind> =>
  tables[kind as keyof typeof tables] as unknown as TransferTable<Kind>;
