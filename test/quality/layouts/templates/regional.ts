import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** A regional paper: the place is in a kicker and in og:title, the date is only an age ("3 hours ago"); links and appeals are paragraphs of the text. */
export const regional: Layout = {
  name: 'regional',
  pageType: 'article',
  readAfterHours: 5,
  path: (article) => `/lokales/art${numberOf(article) % 1000},${numberOf(article)}`,
  render: ({ article, site, age, modified }) => {
    const { words } = site;
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} - ${article.place} - ${site.site}</title><meta property="og:type" content="article"><meta property="og:title" content="${article.place}: ${escapeHtml(article.title)}"></head><body>
<div class="topbar"><span>${site.slogan}</span><a href="/epaper">E-Paper</a></div><header><a href="/">${site.site}</a><nav>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav></header>
<main class="park-article"><header class="park-article__header"><span class="park-article__kicker">${article.place}</span><h1 class="park-article__title">${escapeHtml(article.title)}</h1><p class="park-article__intro">${escapeHtml(article.lead)}</p>
<div class="park-article__meta"><time>${age}</time>${modified('time') === null ? '' : `<span class="upd">${words.updated} ${modified('time')}</span>`}${article.authors.length === 0 ? '' : `<span class="autor">${words.by} ${article.authors.join(words.and)}</span>`}</div></header>
<div class="park-article__body">${partsHtml(article.parts, {}, (at) =>
      at === 1
        ? `<p>➤ <a href="/x"><strong>${words.readAlso}: ${escapeHtml(site.headlines[0] ?? '')}</strong></a></p>`
        : at === 3
          ? `<div class="teaser-inline"><span>${words.related}</span><ul>${linksTo(site.headlines.slice(1, 4), (link) => `<li>${link}</li>`)}</ul></div><p><em>${site.newsletter.text} <a href="/nl">${site.newsletter.button}</a></em></p>`
          : '',
    )}
<p class="park-article__source">${words.source}: ${site.site}</p></div>
<div class="park-article__foot"><a href="#">${words.print}</a> <a href="#">${words.share}</a></div></main>
<section class="comments"><h2>${words.comments}</h2><p>${site.paywall.login}</p>${each(site.comments.slice(0, 3), ({ name, text }) => `<div class="kommentar"><b>${name}</b><p>${escapeHtml(text)}</p></div>`)}</section>
<section class="schon-gelesen"><h2>${words.mostRead}</h2>${each(site.teasers, ({ title, text }) => `<div class="tz"><h3><a href="/t">${escapeHtml(title)}</a></h3><p>${escapeHtml(text)}</p></div>`)}</section>
<footer>${each(site.legal, (name) => `<a href="/l">${name}</a>`)}<p>${site.copyright}</p></footer></body></html>`;
  },
};
