import { json } from './api.js';
import { badge, h, outLink, table } from './element.js';
import { valueFacts } from './values.js';
import { correctLink } from './wrappers.js';

const dialog = document.getElementById('detail');

/** Shows a dialog with this content; Escape, the button and a click beside it close it. */
export function openDialog(title, ...content) {
  const close = h('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, 'Close');
  dialog.replaceChildren(
    h('div', { class: 'head' }, h('h2', { id: 'detail-title' }, title), close),
    ...content.flat(Number.POSITIVE_INFINITY).filter(Boolean),
  );
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  close.focus();
}
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});

export const closeDialog = () => dialog.close();

/** Opens a dialog; when `build` fails, it shows the error. */
export async function openOrExplain(title, build) {
  try {
    const [heading, ...content] = await build();
    openDialog(heading, ...content);
  } catch (error) {
    openDialog(title, h('p', { class: 'alert', role: 'alert' }, error.message));
  }
}

export const openArticle = (id) =>
  openOrExplain('Article', async () => {
    const article = await json(`/v1/articles/${encodeURIComponent(id)}`);
    return [
      article.title || '(no title)',
      facts(article),
      h('p', {}, correctLink(article.url, 'Correct what is read wrongly', { onclick: closeDialog })),
      Object.keys(article.data ?? {}).length > 0 && [h('h3', {}, 'Data'), valueFacts(article.data)],
      topicTerms(article.topics),
      article.members.length > 1 && [h('h3', {}, `Cluster of ${article.members.length}`), memberTable(article)],
      article.media.length > 0 && [
        h('h3', {}, 'Media'),
        h(
          'ul',
          {},
          article.media.map(({ url, delivery, role }) => h('li', {}, badge(delivery), ` ${role} `, outLink(url))),
        ),
      ],
      h('h3', {}, 'Text'),
      h(
        'div',
        { class: 'prose', lang: article.lang },
        article.body.split(/\n{2,}/).map((paragraph) => h('p', {}, paragraph)),
      ),
      article.revisions.length > 0 && [
        h('h3', {}, 'Earlier versions'),
        article.revisions.map(({ revision, title, body, replacedAt }) =>
          h(
            'details',
            {},
            h('summary', {}, `${revision}: ${title}, until ${new Date(replacedAt).toLocaleString()}`),
            h('p', { class: 'prose' }, body),
          ),
        ),
      ],
    ];
  });

function facts(article) {
  const rows = [
    ['Address', outLink(article.canonicalUrl)],
    [
      'Status',
      [badge(article.status), article.relation === null ? '' : ` ${article.relation} of ${article.canonicalId}`],
    ],
    ['Authors', article.authors.join(', ') || 'unknown'],
    [
      'Published',
      article.publishedAt === null
        ? 'unknown'
        : `${article.publishedAt.value} (to the ${article.publishedAt.precision})`,
    ],
    ['Language', article.lang ?? 'unknown'],
    ['Section, tags', [article.section, ...article.tags].filter(Boolean).join(', ') || 'none'],
    [
      'Category',
      article.category === null
        ? 'none'
        : `${article.category.label} ${article.category.probability.toFixed(2)} by ${article.category.by}${article.category.terms.length > 0 ? `:${shares(article.category.terms)}` : ''}`,
    ],
    ['Extractor', `${article.extractor}, ${article.via}, revision ${article.revision}`],
    [
      'Evidence',
      article.evidence.map(({ method, of, similarity }) => `${method} ${similarity.toFixed(2)} of ${of}`).join('; ') ||
        'no copy found',
    ],
  ];
  return h(
    'dl',
    { class: 'facts' },
    rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
  );
}

const shares = (terms) => terms.map(({ term, share }) => ` ${term} ${Math.round(share * 100)}%`).join(',');

const topicTerms = (topics) =>
  topics.length > 0 && [
    h('h3', {}, 'Topics'),
    h(
      'ul',
      { class: 'plain' },
      topics.map(({ topic, score, kept, terms }) =>
        h(
          'li',
          {},
          h('span', { class: kept ? 'pill met' : 'pill' }, `${topic} ${score.toFixed(2)}`),
          h('span', { class: 'dim' }, shares(terms)),
        ),
      ),
    ),
  ];

const memberTable = ({ id, members, canonicalBy }) =>
  table(
    [
      [
        'Title',
        (member) =>
          member.id === id
            ? h('b', {}, member.title)
            : h('button', { type: 'button', class: 'link', onclick: () => openArticle(member.id) }, member.title),
        'wide',
      ],
      ['Site', ({ site }) => site],
      ['Status', ({ status, relation }) => [badge(status), relation === null ? ' canonical' : ` ${relation}`]],
    ],
    members,
    { caption: `Articles about the same story; the canonical one was chosen by: ${canonicalBy}` },
  );
