import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Article } from '../../../model/article/article.ts';
import type { Fingerprint } from '../../../model/article/draft.ts';
import type { Neighbour } from '../../../model/article/neighbour.ts';
import type { StoryIndex, Verdict } from '../../story-index.ts';
import { Database } from '../database.ts';
import { migrate } from '../schema.ts';
import { storeError } from '../sqlite-error.ts';
import { SqliteArticles } from './articles.ts';
import { storeArticle } from './store-article.ts';

/** Articles per transaction. Large, because nobody else reads, and a crash may lose all of it. */
const articlesACommit = 1_000;

/**
 * Opens the store's tables in a temporary file. Per article it takes 7 KB and twice the text on disk; the cache takes 64 MB of memory.
 * @throws NewshawkError store, with what to do
 */
export async function openStoryIndex(): Promise<StoryIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-stories-')).catch((error: unknown) => {
    throw storeError(error, tmpdir());
  });
  const db = new Database(join(folder, 'stories.db'));
  try {
    migrate(db);
    db.exec('PRAGMA synchronous = OFF');
    return new SqliteStoryIndex(db, folder);
  } catch (error) {
    db.close();
    await rm(folder, { recursive: true });
    throw error;
  }
}

class SqliteStoryIndex implements StoryIndex {
  readonly #db: Database;
  readonly #folder: string;
  readonly #articles: SqliteArticles;
  #uncommitted = 0;

  constructor(db: Database, folder: string) {
    this.#db = db;
    this.#folder = folder;
    this.#articles = new SqliteArticles(db);
  }

  neighbours(fingerprint: Fingerprint, exceptId: string, limit: number): Promise<Neighbour[]> {
    return this.#articles.neighbours(fingerprint, exceptId, limit);
  }

  async add(article: Article): Promise<void> {
    if (this.#uncommitted === 0) this.#db.exec('BEGIN');
    storeArticle(this.#db, article);
    this.#uncommitted += 1;
    if (this.#uncommitted < articlesACommit) return;
    this.#db.exec('COMMIT');
    this.#uncommitted = 0;
  }

  async verdict(id: string): Promise<Verdict | null> {
    const article = await this.#articles.get(id);
    if (article === null) return null;
    const { cluster, canonicalId, relation, evidence } = article;
    return { cluster, canonicalId, relation, evidence };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close();
    await rm(this.#folder, { recursive: true });
  }
}
