import { articleId } from '../../../src/model/article/article-id.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import type { Discovery } from './discoveries.ts';
import type { Breach } from './limits.ts';

/** Articles that were read and are not in the store as what they are, with the reason of their last visit. @param folder of a store that no process uses */
export async function notStored(folder: string, read: readonly Discovery[]): Promise<Breach[]> {
  await using store = await openSqlite(folder);
  const breaches: Breach[] = [];
  for (const { host, article, readMs } of read) {
    if (readMs === null) continue;
    const url = canonicalUrl(`http://${host}${article.path}`);
    const stored = await store.articles.get(articleId(url));
    if (stored?.status === 'published') continue;
    const [last] = await store.visits.find({ url, limit: 1 });
    breaches.push(`${url} is ${stored?.status ?? 'not there'} (${last?.outcome ?? 'no visit'}: ${last?.reason ?? ''})`);
  }
  return breaches;
}
