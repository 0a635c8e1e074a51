import type { Layout } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo } from '../markup.ts';

const head = (lang: string, title: string, more = '') =>
  `<!DOCTYPE html><html lang="${lang}"${lang === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${more}</head>`;

/** A section's front: headlines with teasers, the first of them with a long one. */
export const sectionFront: Layout = {
  name: 'section-front',
  pageType: 'listing',
  isNoArticle: true,
  path: () => '/politics/',
  render: ({
    article,
    site,
  }) => `${head(article.lang, `${site.nav[3]} - ${site.site}`, '<meta property="og:type" content="website">')}<body><header><a href="/">${site.site}</a><nav>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav></header>
<main><h1>${site.nav[3]}</h1><section class="lead"><h2><a href="/news/${article.id}.html">${escapeHtml(article.title)}</a></h2><p>${escapeHtml(article.lead)}</p></section>
<div class="grid">${each([...site.teasers, ...site.teasers], ({ title, text, author, date }, at) => `<article class="card"><a href="/news/${at + 300}.html"><img src="/i.jpg" alt=""></a><h3><a href="/news/${at + 300}.html">${escapeHtml(title)}</a></h3><p>${escapeHtml(text)}</p><span>${author}</span> <time>${date}</time></article>`)}</div>
<ul class="more">${linksTo(site.headlines, (link) => `<li>${link}</li>`)}</ul><a href="?page=2">${site.words.next}</a></main><footer>${site.copyright}</footer></body></html>`,
};

/** A tag's archive: whole first paragraphs instead of teasers, as blogs show them. */
export const tagArchive: Layout = {
  name: 'tag-archive',
  pageType: 'listing',
  isNoArticle: true,
  path: () => '/tag/harbour/page/2/',
  render: ({
    article,
    site,
  }) => `${head(article.lang, `${article.tags[0]} | ${site.site}`)}<body class="archive tag"><header><a href="/">${site.site}</a>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</header>
<main><header class="page-header"><h1 class="page-title">${article.tags[0]}</h1><p>${site.slogan}</p></header>${each(site.teasers, ({ title, text, author, date }, at) => `<article class="post hentry"><h2 class="entry-title"><a href="/2026/05/0${at + 1}/p${at}/" rel="bookmark">${escapeHtml(title)}</a></h2><div class="entry-meta">${date} ${site.words.by} ${author}</div><div class="entry-summary"><p>${escapeHtml(text)} ${escapeHtml(site.comments[at]?.text ?? '')}</p><a class="more-link" href="/2026/05/0${at + 1}/p${at}/">${site.words.readMore}</a></div></article>`)}
<nav class="pagination"><a href="/tag/harbour/">1</a> <span>2</span> <a href="/tag/harbour/page/3/">3</a></nav></main><footer>${site.copyright}</footer></body></html>`,
};

/** A thread of a bulletin board. */
export const forumThread: Layout = {
  name: 'forum-thread',
  pageType: 'forum',
  isNoArticle: true,
  path: () => '/viewtopic.php?f=12&t=48811',
  render: ({
    article,
    site,
  }) => `${head(article.lang, `${site.forum.title} - ${site.site} Forum`, jsonLd({ '@context': 'https://schema.org', '@type': 'DiscussionForumPosting', headline: site.forum.title }))}<body id="phpbb" class="section-viewtopic"><div id="page-header"><a href="/">${site.site} Forum</a><ul>${each(site.nav, (name) => `<li><a href="/f">${name}</a></li>`)}</ul></div>
<div id="page-body"><h2 class="topic-title"><a href="/t">${escapeHtml(site.forum.title)}</a></h2><div class="action-bar"><a href="#">${site.words.reply}</a></div>
${each(site.forum.posts, ({ name, text }, at) => `<div id="p${at}" class="post has-profile"><div class="inner"><dl class="postprofile"><dt><a href="/u">${name}</a></dt><dd>Posts: ${at * 113 + 9}</dd><dd>Joined: 2019</dd></dl><div class="postbody"><h3><a href="#p${at}">Re: ${escapeHtml(site.forum.title)}</a></h3><p class="author">» 12.05.2026, 1${at}:04</p><div class="content">${escapeHtml(text)}</div><div class="signature">-- ${site.slogan}</div></div></div></div>`)}</div><div id="page-footer">${site.copyright}</div></body></html>`,
};

/** A shop's product. */
export const productPage: Layout = {
  name: 'product-page',
  pageType: 'product',
  isNoArticle: true,
  path: () => '/shop/harbour-lamp-brass-24/',
  render: ({
    article,
    site,
  }) => `${head(article.lang, `${site.product.title} - Shop`, jsonLd({ '@context': 'https://schema.org', '@type': 'Product', name: site.product.title, offers: { '@type': 'Offer', price: '89.00', priceCurrency: 'EUR' } }))}<body><header>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</header><main><h1>${escapeHtml(site.product.title)}</h1><div class="price">${site.product.price}</div><form><button>Add to basket</button></form><div class="description"><p>${escapeHtml(site.product.text)}</p><ul>${site.product.facts.map((fact) => `<li>${fact}</li>`).join('')}</ul></div>
<section class="reviews">${each(site.comments.slice(0, 3), ({ name, text }) => `<div class="review"><b>${name}</b> ★★★★☆<p>${escapeHtml(text)}</p></div>`)}</section></main><footer>${site.disclaimer}</footer></body></html>`,
};
