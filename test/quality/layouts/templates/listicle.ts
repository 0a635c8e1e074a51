import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** Many sibling cards, each in its own section of the page; nothing but the page's body holds them all. */
export const listicle: Layout = {
  name: 'listicle',
  pageType: 'article',
  path: namedPath('guides'),
  render: ({ article, site, url, published, modified }) => {
    const { words } = site;
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} (2026) – ${site.site}</title><meta property="og:title" content="${escapeHtml(article.title)} (2026)"><meta property="article:modified_time" content="${article.modified ?? article.published}"><link rel="canonical" href="${url}">
${jsonLd({ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: [1, 2, 3].map((position) => ({ '@type': 'ListItem', position, url: `${url}#${position}` })) })}</head><body>
<div class="l-header"><a href="/">${site.site}</a>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</div>
<div class="l-hero"><h1>${escapeHtml(article.title)}</h1><div class="l-byline"><span>${words.by}</span> <a href="/w">${article.authors.join(', ')}</a></div><div class="l-dates">${words.updated}: ${modified('long') ?? published('long')} · ${words.published}: ${published('long')}</div></div>
<div class="l-disclosure">${site.disclaimer}</div>
<div class="l-toc"><strong>In this guide</strong><ol>${each(article.parts, (part) => (typeof part === 'object' && 'card' in part ? `<li><a href="#x">${escapeHtml(part.card)}</a></li>` : ''))}</ol></div>
${partsHtml(
  article.parts,
  {
    paragraph: (html) =>
      `<section class="l-section l-section--text"><div class="l-inner"><p>${html}</p></div></section>`,
    card: ({ title, text, facts }, at) =>
      `<section class="l-section l-section--card" data-index="${at}"><div class="l-inner"><div class="l-media"><img data-src="/c${at}.jpg" alt=""><span class="l-credit">${escapeHtml(article.image.credit)}</span></div><div class="l-copy"><h2>${title}</h2><p>${text}</p><dl>${facts.map((fact) => `<dd>${fact}</dd>`).join('')}</dl><a class="l-btn" href="/go?x=${at}" rel="sponsored">See on map</a></div></div></section>`,
  },
  (at) =>
    at === 3 || at === 6
      ? `<section class="l-section l-section--ad"><div class="l-inner"><small>${words.advert}</small></div></section>`
      : '',
)}
<section class="l-section"><div class="l-inner"><h2>${words.related}</h2>${each(site.teasers, ({ title, text }) => `<div class="l-copy"><h3><a href="/t">${escapeHtml(title)}</a></h3><p>${escapeHtml(text)}</p></div>`)}</div></section>
<section class="l-section"><div class="l-inner"><h2>${words.mostRead}</h2><ul>${linksTo(site.headlines.slice(0, 6), (link) => `<li>${link}</li>`)}</ul></div></section>
<div class="l-footer">${site.copyright}</div></body></html>`;
  },
};
