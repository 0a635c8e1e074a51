import type { Article } from '../article.ts';
import { each, escapeHtml, partsHtml } from '../markup.ts';
import type { Kind } from './kind.ts';

const day = ({ published }: Article): string => published.slice(0, 10);
const signed = ({ authors }: Article): string => authors.map(escapeHtml).join(', ');

export const severalPosts: Kind = {
  name: 'several full posts',
  layouts: [
    {
      name: 'endless-scroll',
      articles: ['bridge-budget', 'freibad-sanierung', 'sikka-jadida'],
      frame: ({ others }) => ({
        end: each(
          others.slice(0, 3),
          (next) =>
            `<article class="next-story"><h1>${escapeHtml(next.title)}</h1><p class="deck">${escapeHtml(next.lead)}</p><div class="meta">${signed(next)} <time datetime="${next.published}">${day(next)}</time></div><div class="article-body">${partsHtml(next.parts)}</div></article>`,
        ),
      }),
    },
    {
      name: 'blog-index',
      articles: ['library-opinion', 'tempo-kommentar', 'tsuribashi'],
      frame: ({ others, site }) => ({
        afterBody: each(
          others.slice(0, 4),
          (post) =>
            `<div class="post hentry"><h2 class="entry-title"><a href="/p/${post.id}">${escapeHtml(post.title)}</a></h2><p class="postmeta">${signed(post)} | ${day(post)}</p><div class="entry-content">${partsHtml(post.parts)}</div><p class="postfoot"><a href="/p/${post.id}#c">${site.words.comments} (3)</a></p></div>`,
        ),
      }),
    },
    {
      name: 'nested-article',
      articles: ['seed-bank', 'orgelbauer', 'chashan'],
      frame: ({ others, article, site }) => {
        const [first] = others;
        const box =
          first === undefined
            ? ''
            : `<article class="embedded"><header><span>${site.words.related}</span><h3>${escapeHtml(first.title)}</h3></header>${partsHtml(first.parts)}</article>`;
        return { body: partsHtml(article.parts, {}, (at) => (at === 1 ? box : '')) };
      },
    },
    {
      name: 'day-by-day',
      isUnseen: true,
      articles: ['ferry-timetable', 'hochwasser-amt', 'ditie-yanxian'],
      frame: ({ others, site }) => ({
        afterBody: each(
          others.slice(0, 3),
          (post) =>
            `<h2 class="date-header">${day(post)}</h2><div><a name="${post.id}"></a><h3>${escapeHtml(post.title)}</h3><div>${partsHtml(post.parts)}</div><p class="foot"><em>${site.words.by} ${signed(post)}</em> <a href="/x/${post.id}">#</a></p></div>`,
        ),
      }),
    },
    {
      name: 'earlier-reports',
      isUnseen: true,
      articles: ['turbine-press', 'kamisuki', 'ray-miyah'],
      frame: ({ others, site }) => ({
        bodyEnd: `<hr><h2>${site.words.related}</h2>${each(others.slice(0, 2), (post) => `<section><h3>${escapeHtml(post.title)}</h3><p><time datetime="${post.published}">${day(post)}</time> ${signed(post)}</p>${partsHtml(post.parts)}</section>`)}`,
      }),
    },
    {
      name: 'rows-of-posts',
      isUnseen: true,
      articles: ['harbour-letter', 'freibad-sanierung', 'maktabat-hayy'],
      frame: ({ article, others }) => ({
        body: `<table class="board">${each([article, ...others.slice(0, 3)], (post) => `<tr><td class="who">${signed(post)}<br>${day(post)}</td><td class="what"><b>${escapeHtml(post.title)}</b><div>${partsHtml(post.parts)}</div></td></tr>`)}</table>`,
      }),
    },
  ],
};
