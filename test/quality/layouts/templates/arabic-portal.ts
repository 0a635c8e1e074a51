import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** A right-to-left news portal: native digits, a "read also" link after every second paragraph, the next stories endlessly below the first. */
export const arabicPortal: Layout = {
  name: 'arabic-portal',
  pageType: 'article',
  path: (article) => `/News/${numberOf(article)}/1`,
  render: ({ article, site, published, today }) => {
    const { words } = site;
    return `<!DOCTYPE html><html dir="rtl" lang="ar"><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1256"><title>${site.site} | ${escapeHtml(article.title)}</title><meta property="og:site_name" content="${site.site}"></head><body class="rtl">
<div id="ticker"><b>عاجل</b> <marquee>${linksTo(site.headlines.slice(0, 4), (link) => `${link} *`)}</marquee></div>
<div id="header"><div class="today">${today('native-digits')}</div><a href="/">${site.site}</a><ul class="menu">${each(site.nav, (name) => `<li><a href="/s">${name}</a></li>`)}</ul></div>
<div id="main"><div class="rightCol"><div class="breadcrumb"><a href="/">${site.nav[0]}</a> » <a href="/s">${article.section}</a></div>
<div class="articleHeader"><h1>${escapeHtml(article.title)}</h1><div class="img-cont"><img src="/x.jpg" alt=""><span class="img-cap">${escapeHtml(article.image.caption)} - ${escapeHtml(article.image.credit)}</span></div><span class="newsStoryDate">${published('native-digits')}</span></div>
<div class="writeBy">${article.authors.length === 0 ? '' : `كتب ${article.authors.join(words.and)}`}</div>
<div id="articleBody">${partsHtml(article.parts, {}, (at) =>
      at % 2 === 1
        ? `<p><strong><span style="color:#c00">${words.readAlso}:</span> <a href="/n/${at}">${escapeHtml(site.headlines[at] ?? '')}</a></strong></p>`
        : at === 2
          ? `<div class="ad-in">${words.advert}</div>`
          : '',
    )}
<p style="text-align:center">لمتابعة أخبارنا أولاً بأول تابعوا قناتنا على الهاتف <a href="#">اضغط هنا</a></p></div>
<div class="tags"><h4>${words.tags}</h4>${article.tags.map((tag) => `<h3><a href="/t">${tag}</a></h3>`).join('')}</div>
<div class="share-box"><span>${words.share}</span><a href="#">فيسبوك</a><a href="#">واتساب</a></div>
<div class="comments-box"><h4>${words.comments}</h4>${each(site.comments.slice(0, 4), ({ name, text }) => `<div class="com"><b>${name}</b><p>${escapeHtml(text)}</p></div>`)}</div>
<div class="infinite"><div class="story-next"><h2><a href="/n/9">${escapeHtml(site.teasers[1]?.title ?? '')}</a></h2><p>${site.teasers.map(({ text }) => escapeHtml(text)).join('</p><p>')}</p></div></div></div>
<div class="leftCol"><h3>${words.mostRead}</h3><ul>${linksTo(site.headlines, (link, at) => `<li><span>${at + 1}</span>${link}</li>`)}</ul></div></div>
<div id="footer">${each(site.legal, (name) => `<a href="/l">${name}</a>`)}<p>${site.copyright}</p><p>${site.disclaimer}</p></div></body></html>`;
  },
};
