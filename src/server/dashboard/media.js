import { json } from './api.js';
import { badge, count, h, outLink, span, table, when } from './element.js';

export async function showMedia() {
  const [{ total, items }, { at }] = await Promise.all([json('/v1/media', { limit: 100 }), json('/v1/stats')]);
  return [
    h(
      'div',
      { class: 'head' },
      h('h1', {}, 'Media'),
      h('span', { class: 'dim' }, `${count(total)} found, the newest ${count(items.length)} shown`),
    ),
    table(
      [
        ['Media', ({ url, title }) => [title === null ? null : h('div', {}, title), outLink(url)], 'wide address'],
        ['Delivery', ({ delivery }) => badge(delivery)],
        ['Role', ({ role }) => role],
        ['Best', ({ variants }) => best(variants), 'nowrap'],
        [
          'Length',
          ({ durationMs, live }) => (live === 'live' ? badge('live') : durationMs === null ? '' : span(durationMs)),
          'nowrap',
        ],
        [
          'Protection',
          ({ protection }) =>
            protection === 'none' ? h('span', { class: 'dim' }, 'none') : badge(protection, 'failed'),
        ],
        ['Ends', ({ expiresAt }) => (expiresAt === null ? '' : when(expiresAt.at, at)), 'nowrap'],
        ['Id', ({ id }) => h('code', {}, id), 'nowrap'],
        ['Page', ({ pageUrl, site }) => outLink(pageUrl, site)],
        ['Found', ({ foundAt }) => when(foundAt, at), 'nowrap'],
      ],
      items,
      { caption: 'Media items, newest first', empty: 'No media yet.' },
    ),
  ];
}

function best(variants) {
  const heights = variants.map(({ heightPx }) => heightPx ?? 0);
  return heights.length === 0 || Math.max(...heights) === 0 ? '' : `${Math.max(...heights)}p of ${variants.length}`;
}
