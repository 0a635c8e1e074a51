import { linesOf, type Part } from '../article.ts';
import { each, escapeHtml, inline, partsHtml } from '../markup.ts';
import type { Kind, KindScene } from './kind.ts';

/** Posts of readers, as texts of a social network. */
const posts = ({ site }: KindScene): readonly string[] => site.comments.slice(0, 2).map(({ text }) => text);
/** The first paragraph alone. */
const firstText = (parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => typeof part === 'string').slice(0, 1);
const fileLines = ({ others }: KindScene): readonly string[] => others.slice(0, 5).map(({ title }) => title);

export const easilyLost: Kind = {
  name: 'easily lost text',
  layouts: [
    {
      name: 'embedded-posts',
      articles: ['bridge-budget', 'tempo-kommentar', 'ditie-yanxian'],
      frame: (scene) => ({
        body: partsHtml(scene.article.parts, {}, (at) => {
          const post = posts(scene)[at - 1];
          return post === undefined
            ? ''
            : `<blockquote class="twitter-tweet" data-lang="en"><p dir="ltr">${escapeHtml(post)}</p></blockquote>`;
        }),
      }),
      goldOf: (scene) =>
        scene.article.parts.flatMap((part, at) => [
          ...linesOf(part),
          ...(at < 1 ? [] : posts(scene).slice(at - 1, at)),
        ]),
    },
    {
      name: 'accordion',
      articles: ['lighthouse-interview', 'imkerin-interview', 'xiufu-fangtan'],
      frame: ({ article }) => ({
        body: partsHtml(article.parts, {
          question: (html) =>
            `<button class="accordion-button collapsed" aria-expanded="false"><h3>${html}</h3></button>`,
          paragraph: (html) =>
            `<div class="accordion-collapse collapse"><div class="accordion-body">${html}</div></div>`,
        }),
      }),
    },
    {
      name: 'one-linked-paragraph',
      articles: ['otter-short', 'bahn-kurz', 'jamal-qasir'],
      frame: ({ article }) => ({
        body: partsHtml(article.parts, {
          paragraph: (html) => `<p><a href="/full.pdf">${html.replace(/<\/?a[^>]*>/g, '')}</a></p>`,
        }),
      }),
    },
    {
      name: 'link-lines',
      isUnseen: true,
      articles: ['turbine-press', 'hochwasser-amt', 'tsuribashi'],
      frame: (scene) => ({
        bodyEnd: `<ul>${each(fileLines(scene), (line) => `<li><a href="/files/x.pdf">${escapeHtml(line)}</a></li>`)}</ul><p>${escapeHtml(scene.article.lead)}</p>`,
      }),
      goldOf: (scene) => [...scene.article.parts.flatMap(linesOf), ...fileLines(scene), scene.article.lead],
    },
    {
      name: 'figures-in-cells',
      isUnseen: true,
      articles: ['bus-data', 'kongqi-shuju', 'hochwasser-amt'],
      frame: ({ article }) => ({
        body: partsHtml(article.parts, {
          table: (rows) =>
            `<div class="grid-table">${each(rows, (row) => `<div class="r">${row.map((cell) => `<div class="c">${escapeHtml(cell)}</div>`).join('')}</div>`)}</div>`,
        }),
      }),
    },
    {
      name: 'one-paragraph',
      isUnseen: true,
      articles: ['library-opinion', 'freibad-sanierung', 'sikka-jadida'],
      frame: ({ article }) => ({
        body: each(firstText(article.parts), (part) => `<div>${typeof part === 'string' ? inline(part) : ''}</div>`),
      }),
      goldOf: ({ article }) => firstText(article.parts).flatMap(linesOf),
    },
  ],
};
