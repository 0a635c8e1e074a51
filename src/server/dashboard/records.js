import { json } from './api.js';
import { openOrExplain } from './article.js';
import { badge, count, h, outLink, table, when } from './element.js';
import { valueFacts, valuesText } from './values.js';

const pageSize = 50;

export async function showRecords(parameters) {
  const filter = Object.fromEntries(['site', 'kind', 'state'].map((name) => [name, parameters.get(name) ?? '']));
  const offset = Number.parseInt(parameters.get('offset') ?? '0', 10) || 0;
  const [{ total, items }, { items: kinds }, { at }] = await Promise.all([
    json('/v1/records', { ...filter, limit: pageSize, offset }),
    json('/v1/record-kinds'),
    json('/v1/stats'),
  ]);
  return [
    h('div', { class: 'head' }, h('h1', {}, 'Records'), h('span', { class: 'dim' }, `${count(total)} found`)),
    filterForm(filter, kinds),
    table(columns(at), items, {
      caption: 'Records, the last changed first',
      empty: 'No records. A scraper declares them: records: { … }.',
    }),
    pager(filter, offset, total),
  ];
}

function filterForm(filter, kinds) {
  const choose = (name, values) =>
    h(
      'label',
      {},
      `${name[0].toUpperCase()}${name.slice(1)} `,
      h(
        'select',
        { name },
        h('option', { value: '' }, 'any'),
        [...new Set(values)].sort().map((value) => h('option', { value, selected: value === filter[name] }, value)),
      ),
    );
  const submit = (event) => {
    event.preventDefault();
    location.hash = address(Object.fromEntries(new FormData(event.currentTarget)), 0);
  };
  return h(
    'form',
    { class: 'filters', onsubmit: submit, role: 'search' },
    choose(
      'site',
      kinds.map(({ site }) => site),
    ),
    choose(
      'kind',
      kinds.map(({ kind }) => kind),
    ),
    choose('state', ['listed', 'gone']),
    h('button', { type: 'submit' }, 'Filter'),
  );
}

function address(filter, offset) {
  const entries = Object.entries({ ...filter, offset: offset === 0 ? '' : String(offset) }).filter(
    ([, value]) => value !== '',
  );
  return `#/records?${new URLSearchParams(entries)}`;
}

function pager(filter, offset, total) {
  if (total <= pageSize) return null;
  const last = Math.min(total, offset + pageSize);
  return h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    offset > 0 && h('a', { href: address(filter, Math.max(0, offset - pageSize)) }, 'Previous'),
    h('span', { class: 'dim' }, `${count(offset + 1)} to ${count(last)} of ${count(total)}`),
    last < total && h('a', { href: address(filter, offset + pageSize) }, 'Next'),
  );
}

const columns = (at) => [
  [
    'Record',
    ({ id, values }) =>
      h('button', { type: 'button', class: 'link title', onclick: () => openRecord(id) }, titleOf(values)),
    'wide',
  ],
  ['Kind', ({ kind }) => kind],
  ['Site', ({ site, url }) => outLink(url, site)],
  ['State', ({ goneAt }) => badge(goneAt === null ? 'listed' : 'gone')],
  ['Changes', ({ changes }) => count(changes), 'number'],
  ['Changed', ({ changedAt }) => when(changedAt, at), 'nowrap'],
  ['Seen', ({ lastSeenAt }) => when(lastSeenAt, at), 'nowrap'],
];

/** The first texts of a record name it best. */
function titleOf(values) {
  const texts = Object.values(values).filter((value) => typeof value === 'string' && value !== '');
  return texts.slice(0, 2).join(' · ').slice(0, 160) || valuesText(values).slice(0, 160) || '(no values)';
}

const openRecord = (id) =>
  openOrExplain('Record', async () => {
    const record = await json(`/v1/records/${encodeURIComponent(id)}`);
    const { goneAt, history, changes, listedOn } = record;
    const state = goneAt === null ? 'listed' : `gone since ${new Date(goneAt).toLocaleString()}`;
    return [
      titleOf(record.values),
      h('p', { class: 'dim' }, `${record.kind} of ${record.site}, ${state}, key ${record.key}`),
      valueFacts(record.values),
      h(
        'h3',
        {},
        changes > history.length ? `Changes: ${changes}, the last ${history.length} are kept` : `Changes: ${changes}`,
      ),
      table(
        [
          ['When', ({ at }) => new Date(at).toLocaleString(), 'nowrap'],
          ['Before', ({ before }) => valuesText(before), 'wide'],
          ['After', ({ after }) => valuesText(after), 'wide'],
        ],
        history.toReversed(),
        { caption: 'What changed, newest first', empty: 'No value has changed.' },
      ),
      h('h3', {}, 'Listed on'),
      h(
        'ul',
        {},
        listedOn.length === 0 ? h('li', {}, 'no page') : listedOn.map(({ url }) => h('li', {}, outLink(url))),
      ),
    ];
  });
