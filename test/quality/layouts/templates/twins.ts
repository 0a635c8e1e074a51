import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** Head, byline and text twice: one copy for phones and one for desktops, hidden by utility classes or a style. */
export const twins: Layout = {
  name: 'twins',
  pageType: 'article',
  path: namedPath('p'),
  render: ({ article, site, published, modified }) => {
    const { words } = site;
    const head = (tag: string) =>
      `<${tag} class="hl">${escapeHtml(article.title)}</${tag}><div class="bl">${article.authors.map((name) => `<a href="/w">${name}</a>`).join(words.and)}</div><div class="ts">${words.published} ${published('long')}${modified('long') === null ? '' : ` · ${words.updated} ${modified('long')}`}</div>`;
    const body = partsHtml(article.parts);
    return `<!DOCTYPE html><html lang="${article.lang}"${article.lang === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(article.title)} · ${site.site}</title>
${jsonLd({ '@context': 'https://schema.org', '@type': 'NewsArticle', headline: article.title, datePublished: article.published, dateModified: article.modified ?? undefined })}<style>@media(min-width:768px){.only-phone{display:none}}.only-phone{display:block}</style></head><body>
<nav class="only-phone">${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav><nav class="hidden lg:block">${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav>
<div class="hidden lg:block"><div class="desk"><div class="desk__head">${head('h1')}</div><div class="desk__cols"><div class="desk__text">${body}</div><div class="desk__rail">${linksTo(site.headlines.slice(0, 7), (link) => `<p>${link}</p>`)}</div></div></div></div>
<div class="only-phone" style="display:none" aria-hidden="true"><div class="phone"><div class="phone__head">${head('h2')}</div><div class="phone__text">${body}</div></div></div>
<div class="below"><h3>${words.related}</h3>${each(site.teasers.slice(0, 4), ({ title, text }) => `<div class="tz"><a href="/t">${escapeHtml(title)}</a><p>${escapeHtml(text)}</p></div>`)}</div>
<footer><span class="lg:hidden">${site.copyright}</span><span class="hidden lg:inline">${site.copyright}</span></footer></body></html>`;
  },
};
