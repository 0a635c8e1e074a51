import { datedPath, type Layout } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** A blog on the most common system: widgets, sharing row, author box, related posts and comments, all below one `entry-content`. */
export const wordpress: Layout = {
  name: 'wordpress',
  pageType: 'article',
  path: datedPath,
  render: ({ article, site, host, url, published }) => {
    const { title, lang, authors, bios, tags, section } = article;
    const { words } = site;
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Article',
          '@id': `${url}#article`,
          author: { name: authors[0], '@id': `https://${host}/#/person/1` },
          headline: title,
          datePublished: article.published,
          mainEntityOfPage: { '@id': url },
        },
        { '@type': 'WebPage', '@id': url, url, name: `${title} - ${site.site}`, datePublished: article.published },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: site.nav[0] },
            { '@type': 'ListItem', position: 2, name: title },
          ],
        },
        { '@type': 'WebSite', '@id': `https://${host}/#website`, name: site.site, description: site.slogan },
      ],
    };
    return `<!DOCTYPE html>
<html lang="${lang}"><head><meta charset="UTF-8">
<title>${escapeHtml(title)} - ${site.site}</title>
<meta property="og:title" content="${escapeHtml(title)} - ${site.site}"><meta property="og:type" content="article">
<meta property="article:published_time" content="${article.published}">
<meta name="generator" content="WordPress 6.8"><link rel="canonical" href="${url}">${jsonLd(graph)}
<style>.wp-block-image{margin:0}</style></head>
<body class="post-template-default single single-post postid-4711 single-format-standard wp-embed-responsive">
<div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">Skip to content</a>
<header id="masthead" class="site-header"><p class="site-title"><a href="/">${site.site}</a></p><p class="site-description">${site.slogan}</p>
<nav id="site-navigation" class="main-navigation"><ul id="primary-menu" class="menu">${each(site.nav, (name) => `<li class="menu-item menu-item-type-taxonomy"><a href="/c/">${name}</a></li>`)}</ul></nav></header>
<div id="content" class="site-content"><main id="primary" class="site-main">
<article id="post-4711" class="post-4711 post type-post status-publish format-standard has-post-thumbnail hentry category-local">
<header class="entry-header"><span class="cat-links"><a href="/category/x/" rel="category tag">${section}</a></span>
<h1 class="entry-title">${escapeHtml(title)}</h1>
<div class="entry-meta"><span class="posted-on"><a href="${url}" rel="bookmark"><time class="entry-date published updated" datetime="${article.published}">${published('long')}</time></a></span>
<span class="byline"> ${words.by} <span class="author vcard"><a class="url fn n" href="/author/one/">${authors.join(words.and)}</a></span></span>
<span class="comments-link"><a href="#respond">${site.comments.length} ${words.comments}</a></span><span class="rt-reading-time">${words.minutes}</span></div></header>
<div class="entry-content"><figure class="wp-block-image size-large"><img src="/wp-content/uploads/2026/x-1024x683.jpg" alt="${escapeHtml(article.image.alt)}"><figcaption class="wp-element-caption">${escapeHtml(article.image.caption)}</figcaption></figure>
${partsHtml(article.parts, { paragraph: (html) => `\n<p class="wp-block-paragraph">${html}</p>\n`, heading: (html) => `<h2 class="wp-block-heading">${html}</h2>`, quote: (html) => `<blockquote class="wp-block-quote is-layout-flow"><p>${html}</p></blockquote>` }, (at) => (at === 2 ? `<div class="code-block code-block-1" style="margin:8px 0"><ins class="adsbygoogle"></ins></div>` : ''))}
<div class="sharedaddy sd-sharing-enabled"><div class="robots-nocontent sd-block sd-social"><h3 class="sd-title">${words.share}:</h3><div class="sd-content"><ul><li><a href="?share=f">Facebook</a></li><li><a href="?share=m">Mastodon</a></li><li><a href="?share=e">E-Mail</a></li></ul></div></div></div>
<div id="jp-relatedposts" class="jp-relatedposts"><h3 class="jp-relatedposts-headline"><em>${words.related}</em></h3>${each(site.teasers.slice(0, 3), (teaser) => `<div class="jp-relatedposts-post"><h4><a href="/r/">${escapeHtml(teaser.title)}</a></h4><p class="excerpt">${escapeHtml(teaser.text)}</p><p class="jp-relatedposts-post-date">${teaser.date}</p></div>`)}</div>
</div>
<footer class="entry-footer"><span class="tags-links">${words.tags}: ${tags.map((tag) => `<a href="/tag/x/" rel="tag">${tag}</a>`).join(', ')}</span></footer>
<div class="author-box saboxplugin-wrap"><div class="saboxplugin-authorname"><a href="/author/one/">${authors[0] ?? ''}</a></div><div class="saboxplugin-desc"><p>${escapeHtml(bios[0] ?? '')}</p></div></div>
</article>
<nav class="navigation post-navigation"><div class="nav-previous"><a href="/p/" rel="prev">${escapeHtml(site.headlines[4] ?? '')}</a></div><div class="nav-next"><a href="/n/" rel="next">${escapeHtml(site.headlines[5] ?? '')}</a></div></nav>
<div id="comments" class="comments-area"><h2 class="comments-title">${words.comments} (${site.comments.length})</h2><ol class="comment-list">
${each(site.comments, ({ name, text }, at) => `<li id="comment-${at}" class="comment even depth-${1 + (at % 2)}"><article class="comment-body"><footer class="comment-meta"><b class="fn">${name}</b> <time datetime="2026-05-18T10:0${at}:00">18.05.2026</time></footer><div class="comment-content"><p>${escapeHtml(text)}</p></div><div class="reply"><a href="#">${words.reply}</a></div></article></li>`)}</ol></div>
</main><aside id="secondary" class="widget-area"><section class="widget widget_search"><form><label>${words.search}</label></form></section>
<section class="widget widget_recent_entries"><h2 class="widget-title">${words.mostRead}</h2><ul>${linksTo(site.headlines.slice(0, 8), (link) => `<li>${link}</li>`)}</ul></section>
<section class="widget widget_mc4wp"><h2 class="widget-title">${site.newsletter.title}</h2><p>${site.newsletter.text}</p><p><small>${site.newsletter.small}</small></p></section>
<section class="widget widget_text"><div class="textwidget"><p>${site.disclaimer}</p></div></section></aside></div>
<footer id="colophon" class="site-footer"><div class="site-info">${site.copyright} ${each(site.legal, (name) => `<a href="/l/">${name}</a>`)}</div></footer></div></body></html>`;
  },
};
