import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** A modern portal: the editor, the link back and the disclaimer are paragraphs of the text, page numbers follow it, and the summary comes before it. */
export const chinesePortal: Layout = {
  name: 'chinese-portal',
  pageType: 'article',
  path: (article) =>
    `/a/${article.published.slice(0, 10).replaceAll('-', '')}/${numberOf(article)}_12${numberOf(article) % 977}.shtml`,
  render: ({ article, site, url, published }) => {
    const { words } = site;
    return `<!DOCTYPE html><html><head><meta charset="gbk"><title>${escapeHtml(article.title)}_${article.section}_${site.site}</title><meta name="mediaid" content="${site.site}"><meta itemprop="datePublished" content="${published('iso')}"></head><body class="article-page">
<header id="main-header"><div class="area">${each(site.nav, (name) => `<a class="nav-item" href="/s">${name}</a>`)}</div></header>
<div class="wrapper-box"><div class="area article-content" id="article-container"><div class="left main"><div class="text"><div class="text-title"><h1>${escapeHtml(article.title)}</h1>
<div class="article-info"><span class="time" id="news-time">${published('iso')}</span> <span class="source">${words.source}<a href="/">${site.site}</a></span> ${article.authors.length === 0 ? '' : `<span class="author">${words.by}${article.authors.join(' ')}</span>`} <span class="join">1,284人参与</span></div></div>
<article class="article" id="mp-editor"><p><strong>导读：${escapeHtml(article.lead)}</strong></p>
<p class="img-p"><img src="/p.jpeg" max-width="600"></p><p class="pic-desc" style="font-size:12px">${escapeHtml(article.image.caption)}</p>
${partsHtml(article.parts, { paragraph: (html) => `<p style="text-indent: 2em;"><span style="font-size: 16px;">　　${html}</span></p>`, slide: (html, credit) => `<p style="text-align:center"><img src="/s.jpg"></p><p style="text-indent: 2em;">${html}</p><p style="font-size:12px;color:#999">${credit}</p>` }, (at) => (at === 2 ? `<p>${words.readAlso}：<a href="/x" target="_blank">${escapeHtml(site.headlines[2] ?? '')}</a></p>` : ''))}
<p data-role="editor-name">${words.editor}<span>李木子</span></p><p data-role="backsohu"><a href="/">返回${site.site}，查看更多</a></p>
<p>声明：该文观点仅代表作者本人，本平台仅提供信息存储空间服务。</p></article>
<div class="pagination"><a href="${url}">1</a><a href="?p=2">2</a><a href="?p=2">${words.next}</a><a href="?all">余下全文</a></div>
<div class="statement">扫一扫，手机看新闻</div><div class="article-oper"><span class="read-num">阅读 (<em>8.6万</em>)</span> <span>${words.share}</span></div></div>
<div class="comment-list" id="sohu-cmt">${each(site.comments, ({ name, text }) => `<div class="cmt"><i>${name}</i><div>${escapeHtml(text)}</div></div>`)}</div>
<div class="recommend"><h3>推荐阅读</h3>${each(site.teasers, ({ title, text }) => `<div class="rec-item"><h4><a href="/r">${escapeHtml(title)}</a></h4><p>${escapeHtml(text)}</p></div>`)}</div></div>
<div class="right sidebar"><h3>${words.mostRead}</h3>${linksTo(site.headlines, (link) => `<li>${link}</li>`)}</div></div></div>
<footer>${each(site.legal, (name) => `<a href="/l">${name}</a>`)}<p>${site.disclaimer}</p><p>${site.copyright}</p></footer></body></html>`;
  },
};
