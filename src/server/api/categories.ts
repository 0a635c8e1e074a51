import type { Route } from './route.ts';
import { count, list, object, orNull, text } from './schemas.ts';

export const listCategories: Route = {
  path: '/v1/categories',
  summary: 'Categories of the published articles with their counts, and the model in use with its report',
  success: {
    schema: object({
      total: count,
      items: list(object({ label: text, articles: count })),
      model: orNull({ type: 'object' }),
    }),
  },
  handle: (app) => async () => {
    const { articles, models } = await app.store();
    const [items, active] = [await articles.categories(), await models.active()];
    const model = active === null ? null : { ...active, since: (await models.activations(1))[0]?.at ?? null };
    return { total: items.length, items, model };
  },
};
