import type { NewshawkClient } from '../../src/client/client.ts';

/** Never called: `npm run typecheck` fails where one of these lines is no error any more. */
export async function mistakes(client: NewshawkClient): Promise<void> {
  // @ts-expect-error there is no such path
  await client.GET('/v1/artikles');
  // @ts-expect-error this path has no such method
  await client.DELETE('/v1/articles');
  // @ts-expect-error there is no such parameter
  await client.GET('/v1/articles', { params: { query: { sites: 'gazette.example' } } });
  // @ts-expect-error a parameter of the wrong type
  await client.GET('/v1/articles', { params: { query: { limit: 'ten' } } });
  // @ts-expect-error the path needs its id
  await client.GET('/v1/articles/{id}');
  // @ts-expect-error the body needs its address
  await client.POST('/v1/extract', { body: { html: '' } });
  const { data } = await client.GET('/v1/articles');
  // @ts-expect-error an article has no such field
  void data?.items[0]?.headline;
  // @ts-expect-error there is no such event
  client.events({ types: ['article.made'] });
}
