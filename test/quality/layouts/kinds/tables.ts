import type { Furniture } from '../furniture.ts';
import { each, escapeHtml, partsHtml } from '../markup.ts';
import type { Kind } from './kind.ts';

const days = Array.from({ length: 35 }, (_, at) => at - 2);
const calendar = ({ headlines, words }: Furniture): string =>
  `<table class="month"><caption>${words.published} 2026-05</caption><tr>${[1, 2, 3, 4, 5, 6, 7].map((day) => `<th>${day}</th>`).join('')}</tr>${each(
    [0, 1, 2, 3, 4],
    (week) =>
      `<tr>${days
        .slice(7 * week, 7 * week + 7)
        .map(
          (day) =>
            `<td>${day < 1 ? '' : day}${day % 6 === 3 ? ` <a href="/e/${day}">${escapeHtml(headlines[day % headlines.length] ?? '')}</a>` : ''}</td>`,
        )
        .join('')}</tr>`,
  )}</table>`;
/** Facts in a box beside an article of an encyclopaedia. */
const factsBox = (site: Furniture, tags: readonly string[]): string =>
  `<table class="facts"><caption>${site.site}</caption>${each(site.product.facts, (fact, at) => `<tr><th>${tags[at % tags.length] ?? at}</th><td>${escapeHtml(fact)}</td></tr>`)}</table>`;
const linkTable = (site: Furniture): string =>
  `<table class="links"><tr><th colspan="2">${site.words.related}</th></tr>${each(
    site.nav,
    (name, at) =>
      `<tr><th>${name}</th><td>${site.headlines
        .slice(at, at + 4)
        .map((line) => `<a href="/w">${escapeHtml(line)}</a>`)
        .join(' · ')}</td></tr>`,
  )}</table>`;

export const tablesAndDoubt: Kind = {
  name: 'tables and doubtful pages',
  layouts: [
    {
      name: 'encyclopaedia',
      articles: ['seed-bank', 'orgelbauer', 'chashan'],
      frame: ({ article, site }) => ({
        body: `${factsBox(site, article.tags)}${partsHtml(article.parts)}`,
        bodyEnd: linkTable(site),
      }),
    },
    {
      name: 'event-with-calendar',
      articles: ['otter-short', 'bahn-kurz', 'jamal-qasir'],
      frame: ({ site }) => ({ afterBody: calendar(site) }),
    },
    {
      name: 'timetable-below',
      articles: ['ferry-timetable', 'freibad-sanierung', 'tsuribashi'],
      frame: ({ site }) => ({
        end: `<table><tr><th>${site.words.minutes}</th><th>${site.words.about}</th></tr>${each(site.headlines, (line, at) => `<tr><td>${8 + at}:30</td><td>${escapeHtml(line)}</td></tr>`)}</table>`,
      }),
    },
    {
      name: 'league-in-the-rail',
      isUnseen: true,
      articles: ['otter-short', 'neko-tanshin', 'yema-duanxun'],
      frame: ({ site }) => ({
        beforeHead: `<div class="side"><table><thead><tr><th>#</th><th>${site.words.photo}</th><th>+</th></tr></thead>${each(site.nav, (name, at) => `<tr><td>${at + 1}</td><td>${name} ${site.site}</td><td>${40 - 3 * at}</td></tr>`)}</table></div>`,
      }),
    },
    {
      name: 'short-note-in-a-programme',
      isUnseen: true,
      articles: ['bahn-kurz', 'yema-duanxun', 'jamal-qasir'],
      frame: ({ others, site }) => ({
        afterBody: `<dl class="programme">${each(others.slice(0, 5), ({ title, place, published }) => `<dt>${published.slice(0, 10)}</dt><dd>${escapeHtml(title)}, ${escapeHtml(place)}</dd>`)}</dl>`,
        end: calendar(site),
      }),
    },
    {
      name: 'own-table-kept',
      isUnseen: true,
      articles: ['bus-data', 'kongqi-shuju', 'hochwasser-amt'],
      frame: ({ site }) => ({ end: linkTable(site) }),
    },
  ],
};
