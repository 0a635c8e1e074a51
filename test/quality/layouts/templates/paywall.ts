import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** Two paragraphs, then offers, then teasers that are longer than the free text. */
export const paywall: Layout = {
  name: 'paywall',
  pageType: 'article',
  path: namedPath('premium'),
  selectParts: (parts) => parts.slice(0, 2),
  render: ({ article, site, published }) => {
    const { words } = site;
    const news = {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: article.title,
      datePublished: article.published,
      author: article.authors.map((name) => ({ '@type': 'Person', name })),
      isAccessibleForFree: 'False',
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: 'False', cssSelector: '.pw-rest' },
    };
    return `<!doctype html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} | ${site.site}+</title><meta property="og:title" content="${escapeHtml(article.title)}">${jsonLd(news)}</head><body>
<header class="h"><a href="/">${site.site}</a><a class="login" href="/login">${site.paywall.login}</a><nav>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav></header>
<main><article class="art"><span class="plus">+</span><h1>${escapeHtml(article.title)}</h1><p class="deck">${escapeHtml(article.lead)}</p>
<div class="by">${article.authors.length === 0 ? '' : `${words.by} ${article.authors.map((name) => `<span itemprop="author">${name}</span>`).join(words.and)}`}<time datetime="${article.published}">${published('long')}</time></div>
<figure><img src="/x.jpg" alt="${escapeHtml(article.image.alt)}"><figcaption>${escapeHtml(article.image.caption)} (${escapeHtml(article.image.credit)})</figcaption></figure>
<div class="art-body">${partsHtml(article.parts)}<div class="pw-fade"></div></div>
<div class="pw-rest"><section class="pw-offer"><h2>${site.paywall.title}</h2><p>${site.paywall.text}</p><ul>${site.paywall.offers.map((offer) => `<li>${offer}</li>`).join('')}</ul><a class="btn" href="/abo">${site.paywall.button}</a><p class="small">${site.newsletter.small}</p><p><a href="/login">${site.paywall.login}</a></p></section></div></article>
<section class="more"><h2>${words.related}</h2>${each(site.teasers, ({ title, text, author, date }) => `<article class="teaser"><h3><a href="/t">${escapeHtml(title)}</a></h3><p>${escapeHtml(text)}</p><span>${author}, ${date}</span></article>`)}</section>
<aside><h2>${words.mostRead}</h2><ol>${linksTo(site.headlines.slice(0, 5), (link) => `<li>${link}</li>`)}</ol></aside></main><footer>${each(site.legal, (name) => `<a href="/l">${name}</a>`)} ${site.copyright}</footer></body></html>`;
  },
};
