import { type Article, linesOf } from '../article.ts';
import { each, escapeHtml, partsHtml } from '../markup.ts';
import type { Kind, KindScene } from './kind.ts';

/** The whole text in one line, as scripts for sharing, search and reading aloud want it. */
const flat = ({ parts }: Article): string => escapeHtml(parts.flatMap(linesOf).join(' '));
const day = ({ published }: Article): string => published.slice(0, 10);
const tagged = ({ article, site }: KindScene): string =>
  `${escapeHtml(article.title)} ${site.site} ${day(article)} ${article.tags.map(escapeHtml).join(', ')}`;

export const flatCopies: Kind = {
  name: 'flat copies',
  layouts: [
    {
      name: 'search-record',
      articles: ['bridge-budget', 'freibad-sanierung', 'chashan'],
      frame: (scene) => ({
        end: `<div class="record">${tagged(scene)} ${flat(scene.article)} ${escapeHtml(scene.site.headlines[0] ?? '')}</div>`,
      }),
    },
    {
      name: 'reading-aloud',
      articles: ['ferry-timetable', 'tsuribashi', 'sikka-jadida'],
      frame: ({ article }) => ({
        beforeHead: `<div class="player" data-voice="on"><span>${escapeHtml(article.title)}. ${flat(article)}</span></div>`,
      }),
    },
    {
      name: 'printer-and-mail',
      articles: ['seed-bank', 'orgelbauer', 'ray-miyah'],
      frame: (scene) => ({
        afterBody: `<div class="for-print"><p>${tagged(scene)}</p><p>${flat(scene.article)}</p></div>`,
        end: `<div class="for-mail">${escapeHtml(scene.article.lead)} ${flat(scene.article)} ${scene.site.disclaimer}</div>`,
      }),
    },
    {
      name: 'half-and-half',
      isUnseen: true,
      articles: ['library-opinion', 'tempo-kommentar', 'ditie-yanxian'],
      frame: (scene) => {
        const lines = scene.article.parts.flatMap(linesOf);
        const half = Math.ceil(lines.length / 2);
        return {
          afterBody: `<div class="payload"><div>${tagged(scene)} ${escapeHtml(lines.slice(0, half).join(' '))}</div><div>${escapeHtml(lines.slice(half).join(' '))}</div></div>`,
        };
      },
    },
    {
      name: 'list-of-blobs',
      isUnseen: true,
      articles: ['turbine-press', 'kamisuki', 'maktabat-hayy'],
      frame: (scene) => ({
        end: `<ul class="store">${each([scene.article, ...scene.others.slice(0, 2)], (one) => `<li>${escapeHtml(one.title)} | ${day(one)} | ${one === scene.article ? flat(one) : escapeHtml(one.lead)}</li>`)}</ul>`,
      }),
    },
    {
      name: 'old-cell',
      isUnseen: true,
      articles: ['harbour-letter', 'hochwasser-amt', 'sikka-jadida'],
      frame: (scene) => ({
        body: `<table class="txt"><tr><td>${partsHtml(scene.article.parts)}</td></tr></table>`,
        beforeHead: `<table class="idx"><tr><td>${tagged(scene)}</td><td>${flat(scene.article)}</td></tr></table>`,
      }),
    },
  ],
};
