import type { Article } from '../article.ts';
import type { Furniture } from '../furniture.ts';
import { each, escapeHtml, linksTo, partsHtml } from '../markup.ts';

/** What a layout may put on a page; a theme has the markup around it. */
export interface Frame {
  /** Between menu and headline. */
  readonly beforeHead: string;
  /** Inside the box of the text, in place of the article's parts. */
  readonly body: string;
  /** In the same box as the text, behind it. */
  readonly bodyEnd: string;
  /** Behind the box of the text, beside it in the tree. */
  readonly afterBody: string;
  /** At the end of the page, before the footer. */
  readonly end: string;
}

/** @param frame with all places filled */
export type Theme = (article: Article, site: Furniture, frame: Frame) => string;

/** The article's text as it is, nothing around it. */
export const plainFrame = (article: Article): Frame => ({
  beforeHead: '',
  body: partsHtml(article.parts),
  bodyEnd: '',
  afterBody: '',
  end: '',
});

const head = ({ title, lead, lang }: Article, { site }: Furniture): string =>
  `<html lang="${lang}"${lang === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(title)} - ${site}</title><meta name="description" content="${escapeHtml(lead)}"></head>`;

const signed = ({ authors }: Article): string => authors.map(escapeHtml).join(', ');

const semantic: Theme = (article, site, frame) => `<!doctype html>${head(article, site)}<body>
<header><a class="brand" href="/">${site.site}</a><nav>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav></header>
${frame.beforeHead}<main><article><h1>${escapeHtml(article.title)}</h1><p class="deck">${escapeHtml(article.lead)}</p>
<div class="meta"><span class="byline">${signed(article)}</span> <time datetime="${article.published}">${article.published.slice(0, 10)}</time></div>
<div class="article-body">${frame.body}${frame.bodyEnd}</div>${frame.afterBody}</article></main>
<aside><h2>${site.words.mostRead}</h2><ol>${linksTo(site.headlines.slice(0, 6), (link) => `<li>${link}</li>`)}</ol></aside>${frame.end}
<footer><p>${site.copyright}</p></footer></body></html>`;

const blog: Theme = (article, site, frame) => `<!DOCTYPE html>${head(article, site)}<body class="single single-post">
<div id="page"><div id="masthead"><p class="site-title"><a href="/">${site.site}</a></p><p class="site-description">${site.slogan}</p></div>
<ul id="menu">${each(site.nav, (name) => `<li class="menu-item"><a href="/c">${name}</a></li>`)}</ul>${frame.beforeHead}
<div id="content"><div class="post hentry"><h2 class="entry-title"><a href="#">${escapeHtml(article.title)}</a></h2><p class="postmeta">${signed(article)} | ${article.published.slice(0, 10)}</p>
<div class="entry-content">${frame.body}${frame.bodyEnd}</div></div>${frame.afterBody}</div>
<div id="sidebar"><div class="widget"><h3>${site.words.mostRead}</h3><ul>${linksTo(site.headlines.slice(2, 9), (link) => `<li>${link}</li>`)}</ul></div></div>${frame.end}
<div id="footer">${site.copyright}</div></div></body></html>`;

const tables: Theme = (
  article,
  site,
  frame,
) => `<HTML>${head(article, site).replace(/^<html[^>]*>/, '')}<BODY bgcolor="#ffffff">
<table width="770" cellpadding="0" cellspacing="0" border="0"><tr><td colspan="2"><b>${site.site}</b> <font size="1">${site.slogan}</font></td></tr>
<tr><td width="150" valign="top">${each(site.nav, (name) => `<a href="/n.html"><font size="2">${name}</font></a><br>`)}</td>
<td valign="top">${frame.beforeHead}<font size="5"><b>${escapeHtml(article.title)}</b></font><br><font size="1">${signed(article)} ${article.published.slice(0, 10)}</font>
<div>${frame.body}${frame.bodyEnd}</div>${frame.afterBody}</td></tr></table>
${frame.end}<hr><font size="1">${site.copyright}</font></BODY></HTML>`;

const hashed: Theme = (
  article,
  site,
  frame,
) => `<!doctype html>${head(article, site)}<body><div id="root"><div class="css-1xq9f">
<div class="css-k2m3">${each(site.nav, (name) => `<a class="css-88ab" href="/t">${name}</a>`)}</div>${frame.beforeHead}
<div class="css-0f3d"><h1 class="css-h7aa">${escapeHtml(article.title)}</h1><div class="css-9d1e">${escapeHtml(article.lead)}</div><div class="css-by01">${signed(article)} · ${article.published.slice(0, 10)}</div>
<section class="css-bd55">${frame.body}${frame.bodyEnd}</section>${frame.afterBody}</div>${frame.end}
<div class="css-f001"><span>${site.copyright}</span></div></div></div></body></html>`;

const grid: Theme = (
  article,
  site,
  frame,
) => `<!DOCTYPE html>${head(article, site)}<body><nav class="navbar navbar-expand">${each(site.nav, (name) => `<a class="nav-link" href="/r">${name}</a>`)}</nav>
<div class="container">${frame.beforeHead}<div class="row"><div class="col-md-8"><h1 class="display-5">${escapeHtml(article.title)}</h1><p class="text-muted">${article.published.slice(0, 10)} ${signed(article)}</p>
<p class="lead">${escapeHtml(article.lead)}</p><div class="story">${frame.body}${frame.bodyEnd}</div>${frame.afterBody}</div>
<div class="col-md-4"><div class="card">${linksTo(site.headlines.slice(4, 10), (link) => `<div class="card-body">${link}</div>`)}</div></div></div>${frame.end}</div>
<footer class="bg-light">${site.copyright}</footer></body></html>`;

export const themes: readonly Theme[] = [semantic, blog, tables, hashed, grid];
