import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** A player, one paragraph, and a rail of other videos with more text than that. */
export const video: Layout = {
  name: 'video',
  pageType: 'video',
  path: (article) => `/video/${numberOf(article)}`,
  selectParts: (parts) => parts.slice(0, 1),
  hiddenFields: ['authors'],
  render: ({ article, site, url, published }) => {
    const { words } = site;
    const data = {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: article.title,
      description: article.lead,
      uploadDate: article.published,
      duration: 'PT1M12S',
      contentUrl: `${url}/clip.mp4`,
    };
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} - ${site.site} Video</title><meta property="og:type" content="video.other"><meta property="og:video" content="${url}/clip.mp4"><meta property="og:title" content="${escapeHtml(article.title)}">${jsonLd(data)}</head><body class="video-page">
<header><a href="/">${site.site}</a><nav>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav></header>
<main><div class="player"><video src="${url}/clip.mp4" controls poster="/p.jpg"></video><div class="player__ui">0:00 / 1:12 <button>CC</button></div></div>
<h1 class="video-title">${escapeHtml(article.title)}</h1><div class="video-meta"><span>${published('long')}</span> <span>12,418 views</span></div>
<div class="video-description">${partsHtml(article.parts)}</div><div class="video-actions"><button>${words.share}</button><button>Embed</button></div></main>
<aside class="up-next"><h2>Up next</h2>${each(site.teasers, ({ title, text, date }) => `<div class="vcard"><img src="/v.jpg" alt=""><span class="dur">2:04</span><a href="/video/1">${escapeHtml(title)}</a><p>${escapeHtml(text)}</p><time>${date}</time></div>`)}</aside>
<section><h2>${words.mostRead}</h2>${linksTo(site.headlines.slice(0, 5), (link) => `<p>${link}</p>`)}</section><footer>${site.copyright}</footer></body></html>`;
  },
};
