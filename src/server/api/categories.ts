import { z } from 'zod';
import { count, listOf, record } from '../../model/schema.ts';
import { storedModelSchema } from '../../model/topic/stored-model.ts';
import type { Route } from './route.ts';

export const listCategories: Route = {
  path: '/v1/categories',
  summary: 'Categories of the published articles with their counts, and the model in use with its report',
  success: {
    schema: record({
      total: count,
      items: listOf(record({ label: z.string(), articles: count })),
      /** The model in use and since when; null: none is. */
      model: record({ ...storedModelSchema.unwrap().shape, since: z.date().nullable() }).nullable(),
    }),
  },
  handle: (app) => async () => {
    const { articles, models } = await app.store();
    const [items, active] = [await articles.categories(), await models.active()];
    const model = active === null ? null : { ...active, since: (await models.activations(1))[0]?.at ?? null };
    return { total: items.length, items, model };
  },
};
