import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** A large paper: related boxes, the newsletter and a repeated quote stand between the paragraphs, the rail beside them has its own headlines in h2. */
export const broadsheet: Layout = {
  name: 'broadsheet',
  pageType: 'article',
  path: namedPath('news'),
  render: ({ article, site, url, published, modified }) => {
    const { title, lead, authors, bios, image, tags } = article;
    const { words, newsletter } = site;
    const firstText = article.parts.find((part) => typeof part === 'string') ?? '';
    const between: Readonly<Record<number, string>> = {
      0: `<div class="ad-slot ad-slot--inline" aria-hidden="true"><div class="ad-slot__label">${words.advert}</div></div>`,
      1: `<aside class="rich-link" data-component="rich-link"><div class="rich-link__container"><h3 class="rich-link__title"><a href="/news/x.html">${escapeHtml(site.teasers[0]?.title ?? '')}</a></h3><p>${escapeHtml(site.teasers[0]?.text ?? '')}</p><span class="rich-link__read-more">${words.readMore}</span></div></aside>`,
      2: `<div class="newsletter-promo" role="complementary"><h3>${newsletter.title}</h3><p>${newsletter.text}</p><button>${newsletter.button}</button><p class="small">${newsletter.small}</p></div>`,
      3: `<aside class="element-pullquote"><blockquote>${escapeHtml(firstText.split(/(?<=[.。])/)[0] ?? '')}</blockquote></aside>`,
      4: `<p class="inline-related"><b>${words.readAlso}:</b> <a href="/news/y.html">${escapeHtml(site.headlines[1] ?? '')}</a></p>`,
    };
    const news = {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: title,
      datePublished: article.published,
      dateModified: article.modified ?? article.published,
      author: authors.map((name) => ({ '@type': 'Person', name })),
      publisher: { '@type': 'Organization', name: site.site },
      isAccessibleForFree: true,
    };
    return `<!doctype html><html lang="${article.lang}" class="js-off"><head><meta charset="utf-8"><title>${escapeHtml(title)} | ${article.section} | ${site.site}</title>
<meta name="description" content="${escapeHtml(lead)}"><meta property="og:title" content="${escapeHtml(title)}"><meta property="og:type" content="article"><meta property="og:url" content="${url}">
${jsonLd(news)}</head><body><div class="top-banner"><p>${site.newsletter.text}</p></div>
<header class="new-header" role="banner"><a href="/" class="logo">${site.site}</a><nav>${each(site.nav, (name) => `<a class="pillar-link" href="/s/">${name}</a>`)}</nav></header>
<main><article class="content content--article"><div class="content__labels"><a href="/s/">${article.section}</a></div>
<h1 class="content__headline">${escapeHtml(title)}</h1><div class="content__standfirst"><p>${escapeHtml(lead)}</p></div>
<div class="meta"><p class="byline">${authors.map((name) => `<a rel="author" href="/profile/x">${name}</a>`).join(words.and)}</p>
<p class="content__dateline"><time datetime="${article.published}">${published('long')}</time>${modified('long') === null ? '' : ` <span class="content__dateline-lm">${words.updated} ${modified('long')}</span>`}</p>
<ul class="social"><li><a href="#">${words.share}</a></li><li><a href="#">${site.comments.length} ${words.comments}</a></li></ul></div>
<figure class="media-primary"><img src="/i/main.jpg" alt="${escapeHtml(image.alt)}"><figcaption>${escapeHtml(image.caption)} <span class="credit">${escapeHtml(image.credit)}</span></figcaption></figure>
<div class="content__article-body from-content-api js-article__body">
${partsHtml(article.parts, {}, (at) => between[at] ?? '')}
<div class="content__end-credit"><p><em>${escapeHtml(authors.map((name, at) => `${name}: ${bios[at] ?? ''}`).join(' '))}</em></p></div>
</div><div class="submeta"><h4>${words.tags}</h4><ul>${tags.map((tag) => `<li><a href="/t/">${tag}</a></li>`).join('')}</ul></div></article>
<aside class="rail"><h2>${words.mostRead}</h2><ol>${linksTo(site.headlines, (link, at) => `<li><span>${at + 1}</span>${link}</li>`)}</ol></aside>
<section class="onwards"><h2>${words.related}</h2>${each(site.teasers, (teaser) => `<div class="fc-item"><h3 class="fc-item__title"><a href="/t/">${escapeHtml(teaser.title)}</a></h3><div class="fc-item__standfirst">${escapeHtml(teaser.text)}</div><time>${teaser.date}</time></div>`)}</section>
</main><footer>${each(site.legal, (name) => `<a href="/l">${name}</a>`)}<p>${site.copyright}</p></footer></body></html>`;
  },
};
