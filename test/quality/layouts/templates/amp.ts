import { datedPath, type Layout } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** The mobile twin in AMP: custom elements for pictures, advertising and menus, a consent form before the text, the JSON-LD author as a bare string. */
export const amp: Layout = {
  name: 'amp',
  pageType: 'article',
  path: (article) => `${datedPath(article)}amp/`,
  render: ({ article, site, url, published }) => {
    const { words } = site;
    return `<!doctype html><html amp lang="${article.lang}"><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script><title>${escapeHtml(article.title)}</title>
<link rel="canonical" href="${url.replace(/amp\/$/, '')}">
${jsonLd([{ '@context': 'http://schema.org', '@type': 'NewsArticle', headline: article.title, datePublished: article.published, dateModified: article.modified ?? article.published, author: article.authors.join(', '), image: ['/a.jpg'] }])}
<style amp-boilerplate>body{visibility:hidden}</style><style amp-custom>.ampHdr{height:50px}</style></head><body>
<amp-consent id="consent" layout="nodisplay"><div id="consent-ui"><h3>${site.cookies.title}</h3><p>${escapeHtml(site.cookies.paragraphs[0] ?? '')}</p><button on="tap:consent.accept">${site.cookies.accept}</button></div></amp-consent>
<amp-sidebar id="sidebar" layout="nodisplay" side="left"><ul>${each(site.nav, (name) => `<li><a href="/s">${name}</a></li>`)}</ul></amp-sidebar>
<header class="ampHdr"><button on="tap:sidebar.toggle">☰</button><a href="/">${site.site}</a></header>
<main class="amp-wp-article"><header class="amp-wp-article-header"><h1 class="amp-wp-title">${escapeHtml(article.title)}</h1>
<div class="amp-wp-meta amp-wp-byline"><span class="amp-wp-author author vcard">${article.authors.join(words.and)}</span></div><div class="amp-wp-meta amp-wp-posted-on"><time datetime="${article.published}">${published('long')}</time></div></header>
<amp-social-share type="email"></amp-social-share><amp-social-share type="twitter"></amp-social-share>
<figure><amp-img src="/a.jpg" width="1200" height="800" layout="responsive" alt="${escapeHtml(article.image.alt)}"></amp-img><figcaption>${escapeHtml(article.image.caption)} | ${escapeHtml(article.image.credit)}</figcaption></figure>
<div class="amp-wp-article-content">${partsHtml(
      article.parts,
      {
        slide: (html, credit) =>
          `<figure><amp-img src="/s.jpg" width="1200" height="800" layout="responsive"></amp-img></figure><p>${html}</p><p class="amp-credit"><small>${credit}</small></p>`,
      },
      (at) =>
        at === 1
          ? `<amp-ad width="300" height="250" type="doubleclick"><div placeholder>${words.advert}</div></amp-ad>`
          : at === 3
            ? `<div class="amp-related-inline"><span>${words.readAlso}</span>${linksTo(site.headlines.slice(0, 2), (link) => `<span>${link}</span>`)}</div>`
            : '',
    )}
<p class="amp-follow">${words.share}: <a href="https://social.example/${site.site.length}">@${site.site.length}</a></p></div>
<amp-accordion><section><h4>${words.about}</h4><div><p>${escapeHtml(article.bios.join(' '))}</p></div></section></amp-accordion>
<section class="amp-related"><h3>${words.related}</h3><amp-list>${linksTo(site.headlines.slice(4, 9), (link) => `<div class="item">${link}</div>`)}</amp-list></section>
<p class="back-to-top"><a href="#top">${words.back}</a></p></main>
<footer class="amp-wp-footer"><p>${site.copyright}</p>${each(site.legal, (name) => `<a href="/l">${name}</a>`)}</footer><amp-analytics type="x"></amp-analytics></body></html>`;
  },
};
