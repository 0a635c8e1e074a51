import type { Article } from '../article.ts';
import { each, escapeHtml, partsHtml } from '../markup.ts';
import type { Kind } from './kind.ts';

const card = (post: Article, name: string): string =>
  `<div class="${name}"><a href="/r/${post.id}"><h4>${escapeHtml(post.title)}</h4></a><p>${escapeHtml(post.lead)}</p>${partsHtml(post.parts.slice(0, 4))}</div>`;

export const hiddenText: Kind = {
  name: 'text hidden by class',
  layouts: [
    {
      name: 'related-in-d-none',
      articles: ['bridge-budget', 'orgelbauer', 'tsuribashi'],
      frame: ({ others }) => ({
        afterBody: `<div class="cards">${each(others.slice(0, 4), (post) => card(post, 'card d-none'))}</div>`,
      }),
    },
    {
      name: 'hidden-drawer',
      articles: ['ferry-timetable', 'freibad-sanierung', 'chashan'],
      frame: ({ others, site }) => ({
        beforeHead: `<div class="drawer hidden"><h2>${site.words.about}</h2>${each(others.slice(0, 2), (post) => partsHtml(post.parts.slice(0, 3)))}<p>${site.disclaimer}</p></div>`,
      }),
    },
    {
      name: 'own-box-named-hidden',
      articles: ['library-opinion', 'hochwasser-amt', 'ray-miyah'],
      frame: ({ article }) => ({ body: `<div class="hidden js-reveal">${partsHtml(article.parts)}</div>` }),
    },
    {
      name: 'screen-reader-notes',
      isUnseen: true,
      articles: ['seed-bank', 'tempo-kommentar', 'sikka-jadida'],
      frame: ({ article, others, site }) => ({
        body: partsHtml(article.parts, {}, (at) =>
          at % 3 === 1
            ? `<div class="sr-only"><p>${escapeHtml(others[at % others.length]?.lead ?? '')} ${site.newsletter.text}</p></div>`
            : '',
        ),
      }),
    },
    {
      name: 'more-under-hide',
      isUnseen: true,
      articles: ['turbine-press', 'ditie-yanxian', 'maktabat-hayy'],
      frame: ({ others }) => ({
        bodyEnd: each(others.slice(0, 3), (post) => `<section class="more hide">${partsHtml(post.parts)}</section>`),
      }),
    },
    {
      name: 'half-of-it-hidden',
      isUnseen: true,
      articles: ['seed-bank', 'freibad-sanierung', 'kamisuki'],
      frame: ({ article }) => ({
        body: `${partsHtml(article.parts.slice(0, 3))}<div class="d-none" id="rest">${partsHtml(article.parts.slice(3))}</div>`,
      }),
    },
  ],
};
