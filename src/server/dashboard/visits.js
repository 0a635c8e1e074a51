import { json } from './api.js';
import { badge, bytes, h, outLink, span, table, when } from './element.js';

export async function showVisits() {
  const [{ items }, { at }] = await Promise.all([json('/v1/visits', { limit: 100 }), json('/v1/stats')]);
  return [
    h('div', { class: 'head' }, h('h1', {}, 'Recent visits'), h('span', { class: 'dim' }, 'the newest 100')),
    table(
      [
        ['When', ({ startedAt }) => when(startedAt, at), 'nowrap'],
        ['Address', ({ url }) => outLink(url), 'wide address'],
        ['Kind', ({ kind }) => kind],
        ['Outcome', ({ outcome }) => badge(outcome)],
        ['Why', ({ reason, detail }) => (reason === null ? '' : h('span', { title: detail }, reason))],
        [
          'Way',
          ({ via, status }) =>
            via === null ? h('span', { class: 'dim' }, 'not fetched') : `${via}${status === null ? '' : ` ${status}`}`,
          'nowrap',
        ],
        ['Took', ({ elapsedMs }) => span(elapsedMs), 'number'],
        ['Size', (visit) => bytes(visit.bytes), 'number'],
      ],
      items,
      { caption: 'How the last tasks ended', empty: 'No visits yet: `newshawk crawl` starts.' },
    ),
  ];
}
