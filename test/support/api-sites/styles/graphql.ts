import { json, jsonBody, type SiteReply, type SiteState, type Style, sha256 } from '../site.ts';

/** Each build's query has another name for its fragment, as generated code has. */
const queryOf = ({ buildId }: SiteState): string =>
  `query Article($key: String!, $withRelated: Boolean!) { article(key: $key) { ...Story_${buildId.slice(0, 4)} } viewer @include(if: $withRelated) { id } }`;

const variableOf = ({ plan }: SiteState): string => (plan.pagePattern.includes('{id}') ? 'id' : 'slug');

/** GraphQL answers mistakes with status 200. */
const mistake = (message: string): SiteReply =>
  json({ errors: [{ message, extensions: { code: message.replaceAll(' ', '_').toUpperCase() } }] });

interface Operation {
  readonly query?: unknown;
  readonly variables?: { readonly key?: unknown };
  readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash?: unknown } };
}

function answerTo({ variables }: Operation, site: SiteState): SiteReply {
  const story = site.storyOf(String(variables?.key));
  return story === null ? mistake('article not found') : site.article(story);
}

const persistedAnswer = (operation: Operation, site: SiteState): SiteReply => {
  const hash = operation.extensions?.persistedQuery?.sha256Hash;
  return hash === sha256(queryOf(site)) ? answerTo(operation, site) : mistake('PersistedQueryNotFound');
};

const variables = (site: SiteState): string => `{ key: parts.${variableOf(site)}, withRelated: false }`;
const extensions = (site: SiteState): string =>
  `{ persistedQuery: { version: 1, sha256Hash: '${sha256(queryOf(site))}' } }`;
const post = (operation: string): string =>
  `return readRecord(await call('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(${operation}) }));`;

export const graphqlStyles: readonly Style[] = [
  {
    name: 'graphql-post',
    learnable: true,
    mayPrefetch: true,
    address: 'id',
    script: (site) =>
      post(`{ operationName: 'Article', query: ${JSON.stringify(queryOf(site))}, variables: ${variables(site)} }`),
    answer: (request, site) => {
      if (request.path !== '/graphql' || request.method !== 'POST') return null;
      const operation = jsonBody(request) as Operation | null;
      // a query as text is good whatever the build
      return /^query Article\(/.test(String(operation?.query))
        ? answerTo(operation ?? {}, site)
        : mistake('unknown operation');
    },
  },
  {
    name: 'persisted-get',
    learnable: true,
    mayPrefetch: true,
    address: 'slug',
    script: (
      site,
    ) => `const query = new URLSearchParams({ operationName: 'Article', variables: JSON.stringify(${variables(site)}), extensions: JSON.stringify(${extensions(site)}) });
return readRecord(await call('/graphql?' + query));`,
    answer: ({ path, method, query }, site) => {
      if (path !== '/graphql' || method !== 'GET') return null;
      const value = (name: string) => jsonBody({ body: query.get(name) ?? '' });
      return persistedAnswer({ variables: value('variables') ?? {}, extensions: value('extensions') ?? {} }, site);
    },
  },
  {
    name: 'persisted-post',
    learnable: true,
    mayPrefetch: true,
    address: 'id',
    script: (site) =>
      post(`{ operationName: 'Article', variables: ${variables(site)}, extensions: ${extensions(site)} }`),
    answer: (request, site) => {
      if (request.path !== '/graphql' || request.method !== 'POST') return null;
      return persistedAnswer(jsonBody(request) ?? {}, site);
    },
  },
];
