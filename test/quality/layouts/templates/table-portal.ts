import { type Layout, numberOf } from '../layout.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

const indent = '　　';

/** A Chinese portal of 2005: layout tables, paragraphs by line breaks and wide spaces, the list of hot stories in the text's own cell. No metadata at all. */
export const tablePortal: Layout = {
  name: 'table-portal',
  pageType: 'article',
  path: (article) =>
    `/gb/content/${article.published.slice(0, 7)}/${article.published.slice(8, 10)}/content_${numberOf(article)}.htm`,
  render: ({ article, site, published }) => {
    const { words } = site;
    const line = (html: string) => `${indent}${html}<br><br>`;
    return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312">
<title>${escapeHtml(article.title)}_${article.section}_${site.site}</title><link href="/css.css" rel="stylesheet"></head>
<body bgcolor=#ffffff topmargin=0 leftmargin=0>
<table width=770 border=0 cellspacing=0 cellpadding=0 align=center><tr><td width=180><a href="/"><img src="/logo.gif" border=0></a></td>
<td>${each(site.nav, (name) => `<a href="/x/" class=top>${name}</a> |`)}</td></tr></table>
<table width=770 border=0 align=center bgcolor=#f3f3f3><tr><td height=22>&nbsp;您的位置：<a href="/">${site.nav[0]}</a> &gt; <a href="/x/">${article.section}</a> &gt; 正文</td><td align=right><form>${words.search}<input size=10></form></td></tr></table>
<table width=770 border=0 cellspacing=0 cellpadding=0 align=center><tr valign=top><td width=570>
<table width=560 border=0 cellpadding=5><tr><td align=center class=bt><font size=5><b>${escapeHtml(article.title)}</b></font></td></tr>
<tr><td align=center><font color=#666666>${published('iso')} ${words.source}${site.site} ${words.by}${article.authors.join('　')}　【<a href=#pl>我要评论</a>】【字号 <a href=#>大</a> <a href=#>中</a> <a href=#>小</a>】</font></td></tr>
<tr><td class=nr id=zoom><table align=left width=200><tr><td><img src=/pic.jpg width=190></td></tr><tr><td align=center><font size=2>${escapeHtml(article.image.caption)}</font></td></tr></table>
${partsHtml(article.parts, {
  paragraph: line,
  heading: (html) => `<center><b>${html}</b></center><br>`,
  quote: line,
  question: (html) => `${indent}<b>${html}</b><br>`,
  list: (items) => items.map(line).join(''),
  slide: (html, credit) => `<center><img src=/p.jpg><br></center>${line(html)}<!-- ${credit} -->`,
})}
${words.editor}王小川<br><br>
<b>${words.related}：</b><br>${linksTo(site.headlines.slice(0, 5), (link) => `·${link}(${published('iso').slice(5, 10)})<br>`)}
<p align=right>【<a href="javascript:window.print()">${words.print}</a>】【<a href="javascript:window.close()">关闭窗口</a>】【<a href=#>推荐给朋友</a>】</p></td></tr></table>
<a name=pl></a><table width=560 border=0 bgcolor=#eeeeee><tr><td>${words.comments}</td></tr>${each(site.comments, ({ name, text }) => `<tr><td><font color=blue>${name}</font>：${escapeHtml(text)}</td></tr>`)}</table>
</td><td width=200 bgcolor=#f7f7f7><table width=190>${linksTo(site.headlines, (link, at) => `<tr><td>${at + 1}. ${link}</td></tr>`)}</table>
<table width=190><tr><td bgcolor=#cccccc><b>${site.newsletter.title}</b></td></tr><tr><td>${site.newsletter.text}</td></tr></table></td></tr></table>
<table width=770 align=center><tr><td align=center>${each(site.legal, (name) => `<a href="/l/">${name}</a> |`)}<br>${site.disclaimer}<br>${site.copyright}</td></tr></table></body></html>`;
  },
};
