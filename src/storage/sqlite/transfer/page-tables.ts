import type { TransferKind } from '../../transfer-port.ts';
import { readArticle, selectArticles } from '../articles/article-rows.ts';
import { writeStoredArticle } from '../articles/store-article.ts';
import type { Table } from './table.ts';

const articles: Table<'articles'> = {
  from: `(${selectArticles})`,
  keys: ['id'],
  columns: '*',
  read: (row) => readArticle(row as unknown as Parameters<typeof readArticle>[0]),
  write(db, records) {
    for (const article of records) writeStoredArticle(db, article);
  },
};

/** Kinds of which the tables keep more than a row each. */
export const pageTables = {
  articles,
} satisfies { readonly [Kind in TransferKind]?: Table<Kind> };
