import { MongoClient } from 'mongodb';
import { MongoArticles } from '../../src/storage/mongo/articles/articles.ts';
import { bandKeys, rankKeysOf } from '../../src/storage/mongo/articles/store-article.ts';
import { collectionsOf } from '../../src/storage/mongo/collections.ts';
import type { ArticleDocument } from '../../src/storage/mongo/documents.ts';
import { prepare } from '../../src/storage/mongo/prepare.ts';
import { generator } from './generated.ts';
import { idOf, type LookUps, type Measured, measure } from './index-size.ts';

const chunk = 1_000;

/**
 * As `sqliteLookUps`, in a separate database on the server of `NEWSHAWK_TEST_MONGODB_URL`, dropped at the end. CPU is that of this process alone.
 * @returns null where no server is named
 */
export async function mongoLookUps(count: number): Promise<(Measured & Pick<LookUps, 'buildSeconds'>) | null> {
  const url = process.env.NEWSHAWK_TEST_MONGODB_URL;
  if (url === undefined || url === '') return null;
  const client = await new MongoClient(url).connect();
  const db = client.db(`newshawk_bench_${process.pid}`);
  const started = performance.now();
  try {
    const collections = collectionsOf(db);
    await prepare(db, collections, { previous: null });
    const { next } = generator(1);
    for (let from = 0; from < count; from += chunk) {
      const length = Math.min(chunk, count - from);
      const documents = Array.from({ length }, (_, n) => documentOf(idOf(from + n), next()));
      await collections.articles.insertMany(documents as unknown as ArticleDocument[], { ordered: false });
    }
    const buildSeconds = (performance.now() - started) / 1_000;
    return { buildSeconds, ...(await measure(new MongoArticles(collections), count)) };
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

/** What a look-up reads of an article, and no more. */
const documentOf = (_id: string, fingerprint: ReturnType<ReturnType<typeof generator>['next']>) => ({
  _id,
  cluster: _id,
  site: 's.example',
  title: 'A title',
  body: 'Some text.',
  lang: 'en',
  fingerprint,
  bands: bandKeys(fingerprint.simhash),
  rankKeys: rankKeysOf(fingerprint),
});
