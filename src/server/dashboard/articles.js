import { json } from './api.js';
import { openArticle } from './article.js';
import { badge, count, h, outLink, table } from './element.js';

const pageSize = 25;
const filters = ['q', 'site', 'topic', 'category', 'status'];

export async function showArticles(parameters) {
  const given = Object.fromEntries(filters.map((name) => [name, parameters.get(name) ?? '']));
  const offset = Number.parseInt(parameters.get('offset') ?? '0', 10) || 0;
  const [{ total, items }, { items: topics }, { items: sources }, { items: categories }] = await Promise.all([
    json('/v1/articles', { ...given, limit: pageSize, offset }),
    json('/v1/topics'),
    json('/v1/sources'),
    json('/v1/categories'),
  ]);
  const sites = [...new Set([...sources.map(({ site }) => site), ...items.map(({ site }) => site)])].sort();
  return [
    h('div', { class: 'head' }, h('h1', {}, 'Articles'), h('span', { class: 'dim' }, `${count(total)} found`)),
    filterForm(
      given,
      sites,
      topics.map(({ name }) => name),
      categories.map(({ label }) => label),
    ),
    table(columns, items, { caption: 'Articles, newest update first', empty: 'No article matches.' }),
    ...pager(given, offset, total),
  ];
}

const columns = [
  [
    'Title',
    (article) => [
      h(
        'button',
        { type: 'button', class: 'link title', lang: article.lang, onclick: () => openArticle(article.id) },
        article.title || '(no title)',
      ),
      h('p', { class: 'dim excerpt', lang: article.lang }, article.excerpt),
    ],
    'wide',
  ],
  ['Site', ({ site, canonicalUrl }) => outLink(canonicalUrl, site)],
  [
    'Published',
    ({ publishedAt }) =>
      publishedAt === null ? h('span', { class: 'dim' }, 'unknown') : publishedAt.value.slice(0, 16).replace('T', ' '),
    'nowrap',
  ],
  [
    'Status',
    ({ status, relation }) => [badge(status), relation === null ? null : h('span', { class: 'dim' }, ` ${relation}`)],
  ],
  ['Topics', ({ topics }) => topicPills(topics)],
  ['Category', ({ category }) => category?.label ?? h('span', { class: 'dim' }, 'none')],
  ['Cluster', ({ cluster }) => h('code', { title: cluster }, cluster.slice(0, 8))],
];

/** The three best that have a score at all; those that count are filled. */
function topicPills(topics) {
  const best = topics
    .filter(({ score }) => score >= 0.005)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3);
  if (best.length === 0) return h('span', { class: 'dim' }, 'none');
  return best.map(({ topic, score, kept }) =>
    h('span', { class: kept ? 'pill met' : 'pill' }, `${topic} ${score.toFixed(2)}`),
  );
}

function filterForm(given, sites, topics, categories) {
  const form = h(
    'form',
    { class: 'filters', role: 'search' },
    h(
      'label',
      {},
      'Words',
      h('input', { type: 'search', name: 'q', value: given.q, maxlength: 200, placeholder: 'in title or body' }),
    ),
    choice('Site', 'site', sites, given.site),
    choice('Topic', 'topic', topics, given.topic),
    choice('Category', 'category', categories, given.category),
    choice('Status', 'status', ['published', 'duplicate', 'off-topic'], given.status),
    h('button', { type: 'submit' }, 'Filter'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = address(Object.fromEntries(new FormData(form)), 0);
  });
  form.addEventListener('change', (event) => {
    if (event.target instanceof HTMLSelectElement) form.requestSubmit();
  });
  return form;
}

const choice = (label, name, values, chosen) =>
  h(
    'label',
    {},
    label,
    h(
      'select',
      { name },
      h('option', { value: '' }, 'all'),
      [...new Set([...values, chosen])]
        .filter((value) => value !== '')
        .map((value) => h('option', { value, selected: value === chosen }, value)),
    ),
  );

function address(given, offset) {
  const kept = Object.entries({ ...given, offset: offset === 0 ? '' : offset }).filter(([, value]) => value !== '');
  return `#/articles?${new URLSearchParams(kept)}`;
}

function pager(given, offset, total) {
  if (total <= pageSize) return [];
  const links = h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages of the list' },
    offset > 0 ? h('a', { href: address(given, Math.max(0, offset - pageSize)) }, 'Newer') : h('span', {}),
    h(
      'span',
      { class: 'dim' },
      `${count(offset + 1)} to ${count(Math.min(total, offset + pageSize))} of ${count(total)}`,
    ),
    offset + pageSize < total ? h('a', { href: address(given, offset + pageSize) }, 'Older') : h('span', {}),
  );
  return [links];
}
