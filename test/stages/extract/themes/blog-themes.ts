import { paragraphs } from '../page.ts';
import { cloud, layout, recent, type ThemePage, text } from './theme-page.ts';

/** Pages in the mark-up of common blog themes, each written for these tests: its parts stand where the theme puts them, with boxes of other content beside. */
export const blogThemes: readonly ThemePage[] = [
  {
    theme: 'block theme, terms below the text',
    html: layout(
      'Harbour bridge reopens &#8211; The Gazette',
      `<header class="wp-block-template-part"><p class="wp-block-site-title"><a href="/" rel="home">The Gazette</a></p></header>
<main class="wp-block-group"><div class="wp-block-group"><figure class="wp-block-post-featured-image"><img width="1200" height="675" src="/uploads/bridge.jpg" class="attachment-post-thumbnail wp-post-image" alt=""></figure>
<h1 class="wp-block-post-title">Harbour bridge reopens</h1></div>
<div class="entry-content wp-block-post-content">${text}</div>
<div class="wp-block-group"><p>Posted</p><div class="wp-block-post-date"><time datetime="2026-11-20T09:00:00+01:00">November 20, 2026</time></div><p>in</p>
<div class="taxonomy-category wp-block-post-terms"><a href="/category/town/" rel="tag">Town</a></div><p>by</p><div class="wp-block-post-author"><p class="wp-block-post-author__name">Ada Marsh</p></div>
<p>Tags:</p><div class="taxonomy-post_tag wp-block-post-terms"><a href="/tag/bridges/" rel="tag">bridges</a><span>, </span><a href="/tag/ferry/" rel="tag">ferry</a></div></div></main>`,
    ),
    image: 'bridge.jpg',
  },
  {
    theme: 'classic theme, entry-footer, widgets',
    html: layout(
      'Harbour bridge reopens &#8211; The Gazette',
      `<header class="site-header"><p class="site-title"><a href="/">The Gazette</a></p></header><main id="main" class="site-main">
<article class="post hentry category-town tag-bridges tag-ferry"><header class="entry-header"><h1 class="entry-title">Harbour bridge reopens</h1>
<figure class="post-thumbnail"><img width="1200" height="675" src="/uploads/bridge.jpg" class="wp-post-image" alt=""></figure></header>
<div class="entry-content">${text}</div>
<footer class="entry-footer"><span class="posted-on">Published <time class="entry-date published" datetime="2026-11-20T09:00:00+01:00">November 20, 2026</time></span>
<span class="byline">By <a href="/?author=2" rel="author">Ada Marsh</a></span><span class="cat-links">Categorized as <a href="/?cat=3" rel="category">Town</a></span>
<span class="tags-links">Tagged <a href="/?tag=bridges" rel="tag">bridges</a>, <a href="/?tag=ferry" rel="tag">ferry</a></span></footer></article></main>
<aside class="widget-area">${recent('widget')}<section class="widget"><h2>Categories</h2><ul><li class="cat-item"><a href="/?cat=4">Sport</a></li><li class="cat-item"><a href="/?cat=3">Town</a></li></ul></section>${cloud('tagcloud')}</aside>`,
    ),
    image: 'bridge.jpg',
  },
  {
    theme: 'meta line below the headline, rel="category tag"',
    html: layout(
      'Harbour bridge reopens - The Gazette',
      `<div id="content"><div class="ast-container"><div id="primary"><article class="post-7 post hentry ast-article-single"><header class="entry-header"><div class="post-thumb-img-content post-thumb"><img src="/uploads/bridge.jpg" class="attachment-large wp-post-image" width="1024" height="600"></div>
<h1 class="entry-title" itemprop="headline">Harbour bridge reopens</h1><div class="entry-meta"><span class="cat-links"><a href="/category/town/" rel="category tag">Town</a></span> / By <span class="posted-by vcard author" itemprop="author"><a class="url fn n" href="/author/ada/" rel="author"><span class="author-name">Ada Marsh</span></a></span> / <span class="posted-on"><span class="published">November 20, 2026</span></span></div></header>
<div class="entry-content clear">${text}</div><footer class="entry-footer"><span class="tags-links">Tags: <a href="/tag/bridges/" rel="tag">bridges</a> <a href="/tag/ferry/" rel="tag">ferry</a></span></footer></article>
<nav class="post-navigation"><a href="/older/" rel="prev">← Previous Post</a></nav></div><div class="widget-area secondary" id="secondary">${cloud('widget')}</div></div></div>`,
    ),
    image: 'bridge.jpg',
  },
  {
    theme: 'article header with a primary tag, footer with related cards',
    html: layout(
      'Harbour bridge reopens',
      `<header id="gh-navigation"><nav><a href="/">The Gazette</a></nav></header><main class="gh-main"><article class="gh-article post tag-bridges">
<header class="gh-article-header"><a class="gh-article-tag" href="/tag/bridges/">bridges</a><h1 class="gh-article-title">Harbour bridge reopens</h1><div class="gh-article-meta"><div class="gh-article-author-image"><a href="/author/ada/"><img class="author-profile-image" src="/ada.jpg" alt="Ada Marsh"></a></div>
<h4 class="gh-article-author-name"><a href="/author/ada/">Ada Marsh</a></h4><time datetime="2026-11-20">20 Nov 2026</time><span>3 min read</span></div><figure class="gh-article-image"><img src="/content/images/bridge.jpg" alt=""></figure></header>
<section class="gh-content">${text}</section></article>
<section class="gh-container"><h2>Read more</h2><div class="gh-feed">${['Sport', 'Food', 'Arts'].map((name) => `<article class="gh-card"><a href="/${name}-story/"><h3>The ${name} story of the day</h3><p>A short lead of it.</p></a></article>`).join('')}</div></section></main>`,
    ),
    tags: ['bridges'],
    section: null,
    image: 'bridge.jpg',
  },
  {
    theme: 'post-meta line with a name alone, tags in the footer',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<header class="header"><nav class="nav"><a href="/">The Gazette</a><ul id="menu"><li><a href="/tags/">Tags</a></li><li><a href="/categories/">Categories</a></li></ul></nav></header>
<main class="main"><article class="post-single"><header class="post-header"><div class="breadcrumbs"><a href="/">Home</a> » <a href="/posts/">Posts</a></div><h1 class="post-title">Harbour bridge reopens</h1>
<div class="post-meta"><span title="2026-11-20 09:00:00 +0000 UTC">November 20, 2026</span> · 3 min · Ada Marsh</div></header>
<figure class="entry-cover"><img src="/images/bridge.jpg" alt="The bridge"></figure><div class="post-content">${text}</div>
<footer class="post-footer"><ul class="post-tags"><li><a href="/tags/bridges/">bridges</a></li><li><a href="/tags/ferry/">ferry</a></li></ul><nav class="paginav"><a class="next" href="/posts/older/"><span>Next »</span></a></nav></footer></article></main>`,
    ),
    section: null,
    image: 'bridge.jpg',
  },
  {
    theme: 'cards with a header of categories, tags in a section',
    html: layout(
      'Harbour bridge reopens',
      `<div class="container main-container"><aside class="sidebar left-sidebar"><a href="/">The Gazette</a><ol class="menu"><li><a href="/categories/sport/">Sport</a></li></ol></aside>
<main class="main full-width"><article class="main-article has-image"><header class="article-header"><div class="article-image"><a href="/p/bridge/"><img src="/p/bridge.jpg" width="800" height="533" alt=""></a></div>
<div class="article-details"><header class="article-category"><a href="/categories/town/">Town</a></header><div class="article-title-wrapper"><h2 class="article-title"><a href="/p/bridge/">Harbour bridge reopens</a></h2></div>
<footer class="article-time"><div><time class="article-time--published">Nov 20, 2026</time></div></footer></div></header>
<section class="article-content">${text}</section><footer class="article-footer"><section class="article-tags"><a href="/tags/bridges/">bridges</a><a href="/tags/ferry/">ferry</a></section></footer></article>
<aside class="related-content--wrapper"><h2 class="section-title">Related content</h2><div class="related-content"><article class="has-image"><a href="/p/x/"><div class="article-image"><img src="/p/x.jpg"></div><div class="article-details"><h2>Another story</h2></div></a></article></div></aside></main>
<aside class="sidebar right-sidebar"><section class="widget tagCloud"><h2>Tags</h2><div class="tagCloud-tags"><a href="/tags/food/">food</a><a href="/tags/bridges/">bridges</a></div></section></aside></div>`,
      'https://gazette.example/p/bridge/',
    ),
    url: 'https://gazette.example/p/bridge/',
    authors: [],
    image: 'bridge.jpg',
  },
  {
    theme: 'byline with a role, tag badges below a rule',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<main><article class="px-1"><header><h1 data-toc-skip>Harbour bridge reopens</h1><div class="post-meta text-muted"><span>Posted <time data-ts="1" data-df="ll">Nov 20, 2026</time></span>
<div class="d-flex"><span>By <em><a href="/about">Ada Marsh</a></em></span></div></div></header><div class="content">${text}</div>
<div class="post-tail-wrapper text-muted"><div class="post-meta mb-3"><i class="far fa-folder-open"></i> <a href="/categories/town/">Town</a></div>
<div class="post-tags"><i class="fa fa-tags"></i><a href="/tags/bridges/" class="post-tag no-text-decoration">bridges</a><a href="/tags/ferry/" class="post-tag no-text-decoration">ferry</a></div></div></article>
<aside id="panel-wrapper"><section id="trending"><h2>Trending Tags</h2><div><a class="post-tag btn" href="/tags/food/">food</a><a class="post-tag btn" href="/tags/sport/">sport</a></div></section></aside></main>`,
    ),
  },
  {
    theme: 'address and terms in the footer of the article',
    html: layout(
      'The Gazette - Harbour bridge reopens',
      `<header><hgroup><h1><a href="https://gazette.example/">The Gazette</a></h1><p>from the second floor</p></hgroup><nav><ul><li><a href="/category/sport.html">Sport</a></li><li><a href="/category/town.html">Town</a></li></ul></nav></header>
<main><article><header><h2><a href="/2026/11/20/harbour-bridge-reopens" rel="bookmark">Harbour bridge reopens</a></h2></header>${text}
<footer><p>Published: <time datetime="2026-11-20T09:00:00+00:00">Fri 20 November 2026</time></p><address>By <a href="/author/ada-marsh.html">Ada Marsh</a></address>
<p>Category: <a href="/category/town.html">Town</a></p><p>Tags: <a href="/tag/bridges.html">bridges</a> <a href="/tag/ferry.html">ferry</a></p></footer></article></main>`,
    ),
  },
  {
    theme: 'microformats, one taxonomy',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<main><article class="post-text h-entry hentry" itemscope itemtype="http://schema.org/Article"><header><h1 class="p-name entry-title"><a href="#" class="u-url">Harbour bridge reopens</a></h1>
<div class="metadata"><p class="byline author vcard p-author h-card"><span class="byline-name fn p-name"><a class="u-url" href="/authors/ada-marsh/">Ada Marsh</a></span></p><p class="dateline"><a href="#" rel="bookmark"><time class="published dt-published" datetime="2026-11-20T09:00:00Z">2026-11-20 09:00</time></a></p></div></header>
<div class="e-content entry-content">${text}</div><aside class="postpromonav"><nav><ul itemprop="keywords" class="tags"><li><a class="tag p-category" href="/categories/bridges/" rel="tag">bridges</a></li><li><a class="tag p-category" href="/categories/ferry/" rel="tag">ferry</a></li></ul></nav></aside></article></main>`,
    ),
    section: null,
  },
  {
    theme: 'sidebar of the post with author and category, a menu of all of them beside',
    html: layout(
      'Harbour bridge reopens - The Gazette',
      `<header class="md-header"><nav class="md-header__inner"><a href="/" class="md-logo" title="The Gazette"></a></nav></header><main class="md-main"><div class="md-grid">
<div class="md-sidebar md-sidebar--primary"><nav class="md-nav"><ul class="md-nav__list"><li class="md-nav__item"><a href="/blog/category/sport/" class="md-nav__link">Sport</a></li><li class="md-nav__item"><a href="/blog/category/town/" class="md-nav__link">Town</a></li><li><a href="/blog/author/tom/">Tom Quill</a></li></ul></nav></div>
<div class="md-content"><div class="md-sidebar md-sidebar--post"><nav class="md-nav md-nav--primary"><div class="md-post__authors"><div class="md-profile"><strong><a href="/blog/author/ada/">Ada Marsh</a></strong><br>Editor</div></div>
<ul class="md-post__meta md-nav__list"><li class="md-nav__item"><nav class="md-nav"><ul class="md-nav__list"><li class="md-nav__item"><time datetime="2026-11-20 00:00:00+00:00">November 20, 2026</time></li><li class="md-nav__item">in <a href="/blog/category/town/">Town</a></li></ul></nav></li></ul></nav></div>
<article class="md-content__inner md-typeset"><nav class="md-tags"><a href="/tags/#tag:bridges" class="md-tag">bridges</a><a href="/tags/#tag:ferry" class="md-tag">ferry</a></nav><h1 id="x">Harbour bridge reopens</h1>${text}</article></div></div></main>`,
    ),
  },
  {
    theme: 'label above the author, relative date, list of all authors beside',
    html: layout(
      'Le pont du port rouvre | La Gazette',
      `<div class="navbar"><a class="navbar-brand" href="/">La Gazette</a></div><div class="container"><h1>Le pont du port rouvre</h1><ul class="breadcrumb"><li><a href="/">Accueil</a></li><li><a href="/blog/">Blog</a></li></ul></div>
<div class="container"><div class="row"><div class="col-md-7 middle"><h6 class="post-meta">Posté par: <a href="/blog/author/ada/">Ada Marsh</a> Il y a 2 jours, 3 heures</h6>${text}
<ul class="list-inline tags"><li>Tags:</li><li><a href="/blog/tag/bridges/">bridges</a>, </li><li><a href="/blog/tag/ferry/">ferry</a></li></ul></div>
<div class="col-md-3 right"><h3>Auteurs</h3><ul class="list-unstyled"><li><a href="/blog/author/tom/">Tom Quill</a></li><li><a href="/blog/author/ada/">Ada Marsh</a></li></ul></div></div></div>`,
    ),
    url: 'https://gazette.example/blog/le-pont-du-port',
    title: 'Le pont du port rouvre',
    date: '2026-11-19',
    section: null,
  },
  {
    theme: 'a linked section, printed tags',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<header><a href="/">The Gazette</a></header><article><header><a class="section" href="/section/town">Town</a><h1>Harbour bridge reopens</h1>
<p class="byline">By <span class="author">Ada Marsh</span> <time datetime="2026-11-20">20 November 2026</time></p></header><div class="content">${text}</div><ul class="tags"><li>#bridges</li><li>#ferry</li></ul></article>`,
    ),
  },
  {
    theme: 'printed tags in a row, with a class for each at the box',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<header><a href="/">The Gazette</a></header><div class="frame tagged-bridges tagged-ferry" role="article"><h1>Harbour bridge reopens</h1><p class="subtitle"><a href="/people/ada">Ada Marsh</a> 20 November 2026</p><div class="tags-wrapper"><span class="item"><span>bridges</span></span><span class="item"><span>ferry</span></span></div><div class="content">${text}</div></div>`,
    ),
    section: null,
  },
  {
    theme: 'tags without links',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<main class="page"><div vocab="https://schema.org/" typeof="Article" class="page-title"><h1><span property="headline">Harbour bridge reopens</span></h1><div class="page-info"><span><span property="author">Ada Marsh</span></span><span property="datePublished">2026-11-20</span>
<span class="category-info"><span property="articleSection">Town</span></span><span><ul class="tags-wrapper"><li class="tag tag0"><span role="navigation">bridges</span></li><li class="tag tag1"><span role="navigation">ferry</span></li></ul></span></div></div><div class="theme-default-content">${text}</div></main>`,
    ),
  },
  {
    theme: 'article list of terms by a content management system',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<main role="main"><article class="node node--type-article node--view-mode-full"><header><h1 class="title page-title"><span class="field field--name-title">Harbour bridge reopens</span></h1><div class="node__meta"><span>By <span class="field field--name-uid"><a href="/user/2" class="username">Ada Marsh</a></span>, <span class="field field--name-created">20 November 2026</span></span></div></header>
<div class="node__content"><div class="field field--name-field-image"><img loading="lazy" src="/sites/files/bridge.jpg" width="1200" height="800" alt="The bridge"></div><div class="text-content field--name-body">${text}</div>
<div class="field field--name-field-tags field--label-above"><div class="field__label">Tags</div><ul class="links field__items"><li><a href="/taxonomy/term/1" hreflang="en">bridges</a></li><li><a href="/taxonomy/term/2" hreflang="en">ferry</a></li></ul></div></div></article></main>`,
    ),
    section: null,
    image: 'bridge.jpg',
  },
  {
    theme: 'labels of a hosted blog',
    html: layout(
      'The Gazette: Harbour bridge reopens',
      `<div class="header"><h1 class="title"><a href="https://gazette.example/">The Gazette</a></h1></div><div class="main section"><div class="blog-posts hfeed"><h2 class="date-header"><span>Friday, November 20, 2026</span></h2>
<div class="post hentry"><h3 class="post-title entry-title">Harbour bridge reopens</h3><div class="post-body entry-content">${text}</div>
<div class="post-footer"><div class="post-footer-line"><span class="post-author vcard">Posted by <span class="fn"><a class="g-profile" href="https://profiles.example/ada" rel="author"><span>Ada Marsh</span></a></span></span> at <a class="timestamp-link" href="/2026/11/20/harbour-bridge-reopens">9:00 AM</a></div>
<div class="post-footer-line"><span class="post-labels">Labels: <a href="/search/label/bridges" rel="tag">bridges</a>, <a href="/search/label/ferry" rel="tag">ferry</a></span></div></div></div></div></div>
<div class="sidebar section"><div class="widget Label"><h2>Labels</h2><ul><li><a href="/search/label/food">food</a> (3)</li></ul></div></div>`,
    ),
    section: null,
  },
  {
    theme: 'a panel with tags of the site beside the post',
    html: layout(
      'Harbour bridge reopens | The Gazette',
      `<div id="main"><div class="row"><div id="core-wrapper"><div class="post"><h1>Harbour bridge reopens</h1><div class="post-meta"><span>Posted <em>2026/11/20</em></span> By <em><a href="https://social.example/ada">Ada Marsh</a></em></div><div class="post-content">${text}</div>
<div class="post-tail"><div class="post-meta"><a href="/categories/town/">Town</a></div><div class="post-tags"><a href="/tags/bridges/" class="post-tag">bridges</a> <a href="/tags/ferry/" class="post-tag">ferry</a></div></div></div></div>
<div id="panel-wrapper"><div class="access"><div id="access-tags"><div class="panel-heading">Trending</div><div>${['food', 'sport', 'bridges', 'winter'].map((tag) => `<a class="post-tag" href="/tags/${tag}/">${tag}</a> `).join('')}</div></div></div></div></div></div>`,
    ),
  },
  {
    theme: 'the author as a badge of a content management system',
    html: layout(
      'Harbour bridge reopens — The Gazette',
      `<main id="main-container"><article id="content"><header><h1>Harbour bridge reopens</h1><section id="section-byline"><span class="label-by-author">by <a class="badge rounded-pill" href="/author/ada.marsh">Ada Marsh</a> —</span> <span class="documentPublished">published 2026-11-20</span></section></header><div id="content-core">${text}</div>
<section id="section-category"><div class="keywords-viewlet"><header>Keywords</header><a class="btn" href="/@@search?Subject%3Alist=bridges" rel="nofollow"><span>bridges</span></a> <a class="btn" href="/@@search?Subject%3Alist=ferry" rel="nofollow"><span>ferry</span></a></div></section></article></main>`,
    ),
    section: null,
  },
  {
    theme: 'Chinese, meta in the page header, tags beside share buttons, cloud in cards',
    html: layout(
      '大桥重新开放 | 公报',
      `<div id="page-header"><nav id="nav"><a href="/" class="site-name">公报</a><a href="/categories/">分类</a></nav><div id="post-info"><h1 class="post-title">大桥重新开放</h1><div id="post-meta"><div class="meta-firstline"><span class="post-meta-date"><span>发表于</span><time datetime="2026-11-20T01:00:00.000Z">2026-11-20</time></span><span class="post-meta-categories"><i></i><a class="post-meta-categories" href="/categories/town/">城市</a></span></div></div></div></div>
<main class="layout" id="content-inner"><div id="post"><article class="post-content" id="article-container">${'<p>大桥在十一个月之后重新开放，大约四百人步行走过，然后第一辆公共汽车才获准通行，其中一些人还带着冬天在渡轮上使用的灯笼。</p>'.repeat(5)}</article>
<div class="tag_share"><div class="post-meta__tag-list"><a class="post-meta__tags" href="/tags/bridges/">桥梁</a><a class="post-meta__tags" href="/tags/ferry/">渡轮</a></div></div></div>
<div class="aside-content" id="aside-content"><div class="card-widget card-tags"><div class="card-tag-cloud"><a href="/tags/food/">美食</a><a href="/tags/ferry/">渡轮</a></div></div></div></main>`,
    ),
    title: '大桥重新开放',
    authors: [],
    tags: ['桥梁', '渡轮'],
    section: '城市',
  },
];

export const shortPost = paragraphs[0] ?? '';
