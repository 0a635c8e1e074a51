import { each, escapeHtml, partsHtml } from '../markup.ts';
import type { Kind } from './kind.ts';

export const teaserBoxes: Kind = {
  name: 'tickers, teasers, staff',
  layouts: [
    {
      name: 'ticker-of-leads',
      articles: ['bridge-budget', 'orgelbauer', 'jamal-qasir'],
      frame: ({ site }) => ({
        beforeHead: `<div class="strip">${each(site.teasers, ({ title, text, date }) => `<div class="strip-item"><span>${date}</span> <a href="/k">${escapeHtml(title)}</a><p>${escapeHtml(text)}</p></div>`)}</div>`,
      }),
    },
    {
      name: 'box-in-the-text',
      articles: ['ferry-timetable', 'freibad-sanierung', 'ditie-yanxian'],
      frame: ({ article, site }) => ({
        body: partsHtml(article.parts, {}, (at) =>
          at === 1
            ? `<div class="inset"><p><strong>${site.words.related}</strong></p>${each(site.teasers.slice(0, 3), ({ title, text }) => `<p><a href="/k">${escapeHtml(title)}</a></p><p>${escapeHtml(text)}</p>`)}</div>`
            : '',
        ),
      }),
    },
    {
      name: 'jobs-and-letters',
      articles: ['seed-bank', 'tempo-kommentar', 'tsuribashi'],
      frame: ({ site }) => ({
        bodyEnd: `<p><em>${site.newsletter.title}. ${site.newsletter.text}</em></p><p>${site.paywall.text} <a href="/jobs">${site.paywall.button}</a></p>`,
      }),
    },
    {
      name: 'you-may-also-like',
      isUnseen: true,
      articles: ['otter-short', 'bahn-kurz', 'sikka-jadida'],
      frame: ({ site }) => ({
        bodyEnd: `<h3>${site.words.readAlso}</h3>${each(site.teasers, ({ title, text }) => `<div><h4><a href="/a">${escapeHtml(title)}</a></h4><p>${escapeHtml(text)}</p></div>`)}`,
      }),
    },
    {
      name: 'staff-cards',
      isUnseen: true,
      articles: ['library-opinion', 'orgelbauer', 'yema-duanxun'],
      frame: ({ article, others, site }) => ({
        afterBody: `<div class="people"><h3>${site.words.about}</h3>${each([article, ...others.slice(0, 4)], ({ authors, bios }) => `<div class="person"><img src="/f.jpg" alt=""><strong>${authors[0] ?? site.site}</strong><p>${escapeHtml(bios[0] ?? site.slogan)}</p></div>`)}</div>`,
      }),
    },
    {
      name: 'leads-of-the-day',
      isUnseen: true,
      articles: ['bridge-budget', 'chashan', 'ray-miyah'],
      frame: ({ others }) => ({
        beforeHead: `<table class="day"><tr>${others
          .slice(0, 4)
          .map(
            ({ id, title, lead }) =>
              `<td><a href="/d/${id}"><b>${escapeHtml(title)}</b></a><br>${escapeHtml(lead)}</td>`,
          )
          .join('')}</tr></table>`,
      }),
    },
  ],
};
