import { datedPath, type Layout } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** A picture series: its text stands below the pictures, in slides with counters and credits. */
export const gallery: Layout = {
  name: 'gallery',
  pageType: 'article',
  path: datedPath,
  render: ({ article, site, published }) => {
    const { words } = site;
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)}</title><meta property="og:type" content="article"><meta name="author" content="${article.authors[0] ?? ''}"></head><body>
<header><a class="brand" href="/">${site.site}</a><nav>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav></header>
<main class="gal"><div class="gal-head"><span class="kicker">${article.section}</span><h1>${escapeHtml(article.title)}</h1><div class="gal-meta"><span class="gal-author">${article.authors[0] ?? ''}</span> <span class="gal-date">${published('long')}</span></div></div>
<div class="gal-track" data-total="${article.parts.length}">${partsHtml(article.parts, {
      paragraph: (html) => `<div class="gal-intro"><p>${html}</p></div>`,
      slide: (html, credit, at) =>
        `<div class="gal-slide" id="slide-${at}"><div class="gal-frame"><img data-lazy-src="/g/${at}.jpg" alt=""><button class="prev">‹</button><button class="next">›</button></div><div class="gal-count">${at}/${article.parts.length - 1}</div><div class="gal-caption"><p>${html}</p><span class="gal-credit">© ${credit}</span></div></div>`,
    })}</div>
<div class="gal-end"><h2>${words.related}</h2><div class="gal-grid">${each(site.teasers, ({ title, date }) => `<a class="tile" href="/g"><img src="/t.jpg" alt=""><span>${escapeHtml(title)}</span><time>${date}</time></a>`)}</div></div></main>
<div class="gal-strip">${linksTo(site.headlines, (link) => `<div>${link}</div>`)}</div><footer>${site.copyright} ${each(site.legal, (name) => `<a href="/l">${name}</a>`)}</footer></body></html>`;
  },
};
