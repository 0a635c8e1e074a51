import { json } from './api.js';
import { openArticle } from './article.js';
import { badge, count, h, outLink, table } from './element.js';

const pageSize = 25;
const filters = ['q', 'site', 'topic', 'category', 'status'];

export async function showArticles(parameters) {
  const filterValues = Object.fromEntries(filters.map((name) => [name, parameters.get(name) ?? '']));
  const offset = Number.parseInt(parameters.get('offset') ?? '0', 10) || 0;
  const [{ total, items }, { items: topics }, { items: sources }, { items: categories }] = await Promise.all([
    json('/v1/articles', { ...filterValues, limit: pageSize, offset }),
    json('/v1/topics'),
    json('/v1/sources'),
    json('/v1/categories'),
  ]);
  const sites = [...new Set([...sources.map(({ site }) => site), ...items.map(({ site }) => site)])].sort();
  return [
    h('div', { class: 'head' }, h('h1', {}, 'Articles'), h('span', { class: 'dim' }, `${count(total)} found`)),
    filterForm(
      filterValues,
      sites,
      topics.map(({ name }) => name),
      categories.map(({ label }) => label),
    ),
    table(columns, items, { caption: 'Articles, newest update first', empty: 'No article matches.' }),
    ...pager(filterValues, offset, total),
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

/** The three topics with the highest scores, without scores that round to 0; filled: the article is on topic. */
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

function filterForm(filterValues, sites, topics, categories) {
  const form = h(
    'form',
    { class: 'filters', role: 'search' },
    h(
      'label',
      {},
      'Words',
      h('input', { type: 'search', name: 'q', value: filterValues.q, maxlength: 200, placeholder: 'in title or body' }),
    ),
    choice('Site', 'site', sites, filterValues.site),
    choice('Topic', 'topic', topics, filterValues.topic),
    choice('Category', 'category', categories, filterValues.category),
    choice('Status', 'status', ['published', 'duplicate', 'off-topic'], filterValues.status),
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

function address(filterValues, offset) {
  const present = Object.entries({ ...filterValues, offset: offset === 0 ? '' : offset }).filter(
    ([, value]) => value !== '',
  );
  return `#/articles?${new URLSearchParams(present)}`;
}

function pager(filterValues, offset, total) {
  if (total <= pageSize) return [];
  const links = h(
    'nav',
    { class: 'pager', 'aria-label': 'Pages of the list' },
    offset > 0 ? h('a', { href: address(filterValues, Math.max(0, offset - pageSize)) }, 'Newer') : h('span', {}),
    h(
      'span',
      { class: 'dim' },
      `${count(offset + 1)} to ${count(Math.min(total, offset + pageSize))} of ${count(total)}`,
    ),
    offset + pageSize < total ? h('a', { href: address(filterValues, offset + pageSize) }, 'Older') : h('span', {}),
  );
  return [links];
}
