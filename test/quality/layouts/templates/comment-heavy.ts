import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** A short article and readers who have much more to say, in markup that does not call them comments. */
export const commentHeavy: Layout = {
  name: 'comment-heavy',
  pageType: 'article',
  path: namedPath('stories'),
  render: ({ article, site, published }) => {
    const { words } = site;
    const voices = [...site.comments, ...site.comments.map(({ name, text }) => ({ name, text: `${text} (2)` }))];
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} « ${site.site}</title><meta property="og:type" content="article"></head><body>
<div class="bar"><a href="/">${site.site}</a> ${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</div>
<div class="cols"><div class="col main"><div class="story"><h1>${escapeHtml(article.title)}</h1>
<div class="info">${article.authors.length === 0 ? '' : `${words.by} <b>${article.authors.join(', ')}</b> | `}${published('numeric')} | ${voices.length} ${words.comments}</div>
<div class="pic"><img src="/p.jpg" alt=""><span>${escapeHtml(article.image.caption)}</span></div>
<div class="txt">${partsHtml(article.parts)}</div></div>
<div class="talk"><div class="talk-head"><b>${voices.length}</b></div>${each(voices, ({ name, text }, at) => `<article class="c-item${at % 3 === 1 ? ' c-item--nested' : ''}"><header><img src="/u.png" alt=""><a href="/u/${at}">${name}</a> <time datetime="2026-05-19T0${at % 9}:12:00Z">19/05</time></header><section><p>${escapeHtml(text)}</p></section><footer><button>▲ ${at * 7}</button><button>▼ ${at}</button><a href="#">${words.reply}</a></footer></article>`)}
<div class="talk-foot"><p>${site.paywall.login}</p></div></div></div>
<div class="col side"><h4>${words.mostRead}</h4>${linksTo(site.headlines.slice(0, 8), (link) => `<p>${link}</p>`)}</div></div><div class="foot">${site.copyright}</div></body></html>`;
  },
};
