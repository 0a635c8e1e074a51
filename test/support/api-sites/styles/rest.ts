import { type AddressParts, filledPattern, patternScript, slotsOfAddress } from '../address.ts';
import type { SiteRequest, SiteState, Style } from '../site.ts';

/** The slots of a request to an endpoint's pattern; null where it is another address. */
export const slotsOf = (request: SiteRequest, pattern: string): AddressParts | null =>
  slotsOfAddress(request.address, pattern);

/** A style that asks one address made of the slots. */
const rest = (
  style: Pick<Style, 'name' | 'address' | 'shell' | 'paging' | 'mayPrefetch'>,
  pattern: (site: SiteState) => string,
  parts = '',
): Style => ({
  ...style,
  learnable: true,
  script: (site) => `${parts}
return readRecord(await call(${patternScript(pattern(site))}));`,
  answer: (request, site) => {
    const slots = request.method === 'GET' ? slotsOf(request, pattern(site)) : null;
    if (slots === null) return null;
    return site.article(site.storyOf(slots.id ?? slots.uid ?? slots.slug));
  },
});

const queryPattern = ({ plan: { endpoint, pagePattern } }: SiteState): string =>
  `${endpoint.base}/${endpoint.noun}?${pagePattern.includes('nr=') ? 'nr' : 'id'}={id}&format=json`;

const datePattern = (site: SiteState): string =>
  site.plan.endpoint.suffix === ''
    ? site.endpoint('{year}/{month}/{day}/{slug}')
    : site.endpoint('{year}-{month}-{day}/{slug}');

/** The id is in the page's HTML only. */
const idOfShell = 'parts = { uid: root.dataset.article };';

export const restStyles: readonly Style[] = [
  rest({ name: 'rest-id', mayPrefetch: true, address: 'id' }, (site) => site.endpoint('{id}')),
  rest({ name: 'rest-slug', mayPrefetch: true, address: 'slug' }, (site) => site.endpoint('{slug}')),
  rest({ name: 'rest-query', mayPrefetch: true, address: 'query' }, queryPattern),
  rest({ name: 'rest-date', mayPrefetch: true, address: 'date' }, datePattern),
  rest({ name: 'cursor-list', address: 'id', paging: 'cursor' }, (site) => site.endpoint('{id}')),
  rest(
    {
      name: 'attribute-id',
      address: 'none',
      shell: ({ uid }) => ({ attributes: ` data-article="${uid}" data-view="story"` }),
    },
    (site) => site.endpoint('{uid}'),
    idOfShell,
  ),
  rest(
    {
      name: 'meta-id',
      address: 'none',
      shell: ({ id }) => ({ head: `<meta name="article:id" content="${id}"><meta name="robots" content="index">` }),
    },
    (site) => site.endpoint('{id}'),
    `parts = { id: document.querySelector('meta[name="article:id"]').content };`,
  ),
  rest(
    {
      name: 'state-id',
      address: 'none',
      shell: ({ uid, index }) => ({
        head: `<script>window.__STATE__ = ${JSON.stringify({ user: null, page: { kind: 'story', contentId: uid, position: index % 3 } })};</script>`,
      }),
    },
    (site) => site.endpoint('{uid}'),
    'parts = { uid: window.__STATE__.page.contentId };',
  ),
];

/** A script's address with the build id: Next's data files. */
const dataFile = (site: SiteState): string => site.plan.pagePattern.replace(/\/$/, '').replace(/\.html$/, '');

export const nextData: Style = {
  name: 'next-data',
  learnable: true,
  address: 'slug',
  shell: (_, site) => ({
    head: `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: {} }, page: '/[section]/[slug]', query: {}, buildId: site.buildId, isFallback: true })}</script>`,
  }),
  script: (site) => `const { buildId } = JSON.parse(document.getElementById('__NEXT_DATA__').textContent);
return readRecord(await call(\`/_next/data/\${buildId}${patternScript(dataFile(site)).slice(1, -1)}.json?slug=\${encodeURIComponent(parts.slug)}\`));`,
  answer: (request, site) => {
    const slug = request.query.get('slug');
    if (!request.path.startsWith('/_next/data/') || slug === null) return null;
    const story = site.storyOf(slug);
    const expected =
      story === null
        ? ''
        : `/_next/data/${site.buildId}${filledPattern(dataFile(site), { slug, section: story.section[0] })}.json`;
    return site.article(request.path === expected ? story : null);
  },
};
