import { z } from 'zod';
import { articleRevisionSchema } from '../../model/article/article-version.ts';
import { recheckSchema } from '../../model/article/recheck.ts';
import { record } from '../../model/schema.ts';
import { collection } from '../collection.ts';

/** The texts of articles that updates replaced. */
export const revisions = collection({
  name: 'revisions',
  schema: articleRevisionSchema,
  key: ['articleId', 'revision'],
  columns: ['replacedAt'],
  indexes: [{ by: ['articleId', 'revision'], only: 'mongo' }],
  isLarge: true,
});

/** Articles whose copies are to be looked for again. */
export const rechecks = collection({
  name: 'rechecks',
  schema: recheckSchema,
  key: ['id'],
  columns: ['upTo'],
});

/** What of an article both engines keep under one name. It is not declared: each engine has tables of its own for articles. */
export const articleHeads = collection({
  name: 'articles',
  schema: record({ id: z.string(), updatedAt: z.date() }),
  key: ['id'],
  columns: ['updatedAt'],
});
