import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { StoredArticle } from '../model/article/article.ts';
import type { Draft } from '../model/article/draft.ts';
import type { ContentHash } from '../model/page/snapshot.ts';
import type { Blobs } from './blobs-port.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** The texts of an article that a record cuts where they are too long (model/article/long-text.ts). */
type Texts = Pick<Draft, 'body' | 'bodyHtml' | 'markdown'>;

/** Keeps whole texts in a blob, gzip of JSON: a record of the store stays small. */
export async function putLongTexts(blobs: Blobs, { body, bodyHtml, markdown }: Texts): Promise<ContentHash> {
  return await blobs.put(await pack(JSON.stringify({ body, bodyHtml, markdown })));
}

/** The article with its whole texts, where its record has cut ones. Where their blob is gone, the article as its record is: `longTexts` shows it. */
export async function wholeArticle<T extends Pick<StoredArticle, 'longTexts'>>(blobs: Blobs, article: T): Promise<T> {
  if (article.longTexts === undefined) return article;
  const bytes = await blobs.get(article.longTexts);
  if (bytes === null) return article;
  const { longTexts: _, ...cut } = article;
  const texts = JSON.parse((await unpack(bytes)).toString()) as Texts;
  return { ...(cut as T), ...texts };
}
