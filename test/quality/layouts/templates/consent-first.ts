import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** The consent text comes before the article in the markup, is longer than it, and is paragraphs like any others. No date anywhere. */
export const consentFirst: Layout = {
  name: 'consent-first',
  pageType: 'article',
  path: namedPath('artikel'),
  hiddenFields: ['date'],
  render: ({ article, site }) => {
    const { words, cookies } = site;
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} - ${site.site}</title><meta property="og:title" content="${escapeHtml(article.title)}"><meta property="og:type" content="article"></head><body class="no-scroll">
<div class="layer layer--open" data-nosnippet><div class="layer__box"><h2>${cookies.title}</h2>${each(cookies.paragraphs, (text) => `<p>${escapeHtml(text)}</p>`)}
<ul>${each(site.nav.slice(2, 6), (name, at) => `<li><h3>${name}</h3><p>${escapeHtml(cookies.paragraphs[at] ?? '')}</p></li>`)}</ul>
<div class="layer__buttons"><button>${cookies.refuse}</button><button>${cookies.accept}</button></div></div></div>
<div class="page"><div class="head"><a href="/">${site.site}</a>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</div>
<div class="article"><h1>${escapeHtml(article.title)}</h1><div class="article__meta">${article.authors.join(words.and)}</div><div class="article__lead">${escapeHtml(article.lead)}</div>
<div class="article__text">${partsHtml(article.parts)}</div></div>
<div class="list"><h2>${words.mostRead}</h2>${linksTo(site.headlines, (link) => `<div>${link}</div>`)}</div>
<div class="foot">${site.copyright} ${each(site.legal, (name) => `<a href="/l">${name}</a>`)}</div></div></body></html>`;
  },
};
