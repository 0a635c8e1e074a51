import { datedPath, type Layout } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** Several authors with biographies; a disclaimer about opinions, alternative texts of their portraits and a box of other columnists. */
export const opinion: Layout = {
  name: 'opinion',
  pageType: 'article',
  path: (article) => `/opinion${datedPath(article)}`,
  render: ({ article, site, published }) => {
    const { words } = site;
    const { authors, bios } = article;
    return `<!DOCTYPE html><html lang="${article.lang}"${article.lang === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(article.title)} | ${authors.join(', ')}</title><meta name="byl" content="${words.by} ${authors.join(words.and)}"><meta property="og:title" content="Opinion | ${escapeHtml(article.title)}"></head><body>
<header><a href="/">${site.site}</a>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</header>
<main id="site-content"><article id="story"><header><p class="kicker"><a href="/opinion">${article.section}</a></p><p class="guest-label">Guest essay</p><h1 data-testid="headline">${escapeHtml(article.title)}</h1>
<div class="signature">${authors.map((name) => `<div class="face"><img src="/f.png" alt="${name}"></div>`).join('')}<p>${words.by} ${authors.map((name) => `<span class="last-byline">${name}</span>`).join(words.and)}</p>
<p class="byline-long">${escapeHtml(bios.map((bio) => bio.replace(/\.$/, '')).join('; '))}.</p></div>
<time>${published('long')}</time></header>
<section name="articleBody">${partsHtml(article.parts, { paragraph: (html, at) => (at === 0 ? `<p class="lede"><span class="dropcap">${html.slice(0, 1)}</span>${html.slice(1)}</p>` : `<div class="StoryBodyCompanionColumn"><div><p>${html}</p></div></div>`) }, (at) => (at === 2 ? `<aside class="StoryAd"><p>${words.advert}</p><a href="#after">SKIP ADVERTISEMENT</a></aside>` : ''))}</section>
<div class="bottom-of-article"><div class="authors">${authors.map((name, at) => `<div class="author-card"><h4>${name}</h4><p>${escapeHtml(bios[at] ?? '')}</p></div>`).join('')}</div><p><em>${site.disclaimer}</em></p><p><em>${site.newsletter.text}</em></p></div></article></main>
<section class="columnists"><h3>${words.related}</h3>${each(site.teasers, ({ title, author }) => `<div><span class="author">${author}</span><a href="/o">${escapeHtml(title)}</a></div>`)}</section>
<section class="pop">${linksTo(site.headlines.slice(0, 7), (link) => `<div>${link}</div>`)}</section><footer>${site.copyright}</footer></body></html>`;
  },
};
