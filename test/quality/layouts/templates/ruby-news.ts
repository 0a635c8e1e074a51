import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, inlineRuby, linksTo, partsHtml } from '../markup.ts';

/** A Japanese paper: ruby readings over rare characters, addresses without ASCII words, ranking and recommended articles around the text, a second page promised. */
export const rubyNews: Layout = {
  name: 'ruby-news',
  pageType: 'article',
  path: (article) => `/articles/-/${numberOf(article)}?page=1`,
  render: ({ article, site, published }) => {
    const { words } = site;
    return `<!DOCTYPE html>
<html lang="ja"><head><meta charset="Shift_JIS"><title>${escapeHtml(article.title)}：${site.site}</title><meta name="keywords" content="${article.tags.join(',')}"></head><body>
<div class="hd"><p class="lg"><a href="/">${site.site}</a></p><ul class="gn">${each(site.nav, (name) => `<li><a href="/s/">${name}</a></li>`)}</ul><p class="wt">きょうの天気　晴れのち曇り　北浜 21℃</p></div>
<div class="bd"><div class="mn"><div class="pk"><a href="/">${site.nav[0]}</a>＞<a href="/s/">${article.section}</a>＞記事</div>
<h1 class="ttl">${escapeHtml(article.title)}</h1><p class="dt">${published('long')}　配信</p><ul class="sns"><li>${words.share}</li><li>メール</li><li>${words.print}</li></ul>
<div class="ph"><img src="/p.jpg" alt="${escapeHtml(article.image.alt)}"><p>${escapeHtml(article.image.caption)}＝${escapeHtml(article.image.credit)}</p></div>
<div class="hon">${partsHtml(article.parts, { inline: inlineRuby, paragraph: (html) => `<p>　${html}</p>`, heading: (html) => `<h2 class="mid">■${html}</h2>`, question: (html) => `<p class="q"><b>${html}</b></p>` })}
${article.authors.length === 0 ? '' : `<p class="sig">（${article.authors.join('、')}）</p>`}</div>
<div class="pg"><span>1</span> <a href="?page=2">2</a> <a href="?page=2">${words.next}</a></div>
<div class="mm"><h3>${site.newsletter.title}</h3><p>${site.newsletter.text}</p></div>
<div class="rl"><h3>${words.related}</h3><ul>${linksTo(site.headlines.slice(0, 5), (link) => `<li>${link}</li>`)}</ul></div>
<div class="rc"><h3>${words.readAlso}</h3>${each(site.teasers, ({ title, text, date }) => `<dl><dt><a href="/t">${escapeHtml(title)}</a></dt><dd>${escapeHtml(text)}</dd><dd class="d">${date}</dd></dl>`)}</div></div>
<div class="sd"><h3>${words.mostRead}</h3><ol>${linksTo(site.headlines, (link) => `<li>${link}</li>`)}</ol><div class="pr">ＰＲ</div></div></div>
<div class="ft">${each(site.legal, (name) => `<a href="/l">${name}</a>｜`)}<p>${site.disclaimer}</p><p>${site.copyright}</p></div></body></html>`;
  },
};
