// Documentation: generators, references, code hosts, help centres.
import type { Draw } from '../types/draw.ts';
import { paragraphs } from '../types/frame.ts';
import { meta, page, type System, systemsOf } from './system.ts';

const name = (draw: Draw): string =>
  draw.one(['fetchAll', 'openStore', 'parseRow', 'withRetry', 'sortBy', 'readLines', 'LanternError', 'Kettle']);
const code = (draw: Draw): string =>
  `const rows = await ${name(draw)}('${draw.slug()}.csv', { limit: ${draw.number(2, 90)} });\nfor (const row of rows) console.log(row.${name(draw)});`;
const links = (draw: Draw, from: number, to: number, folder = './'): string =>
  draw
    .many(
      draw.number(from, to),
      () => `<li><a href="${folder}${draw.slug()}${draw.one(['', '.html'])}">${draw.heading()}</a></li>`,
    )
    .join('');
const sections = (draw: Draw, count: number, heading: (draw: Draw) => string, withCode = 0.5): string =>
  draw
    .many(
      count,
      () =>
        `${heading(draw)}${paragraphs(draw, draw.number(1, 3))}${draw.chance(withCode) ? `<div class="highlight"><pre><code>${code(draw)}</code></pre></div>` : ''}`,
    )
    .join('');

interface Made {
  readonly path: string;
  readonly body: string;
  readonly head?: string;
  readonly title?: string;
}
const manual =
  (make: (draw: Draw, title: string) => Made): System['page'] =>
  (draw) => {
    const heading = draw.heading();
    const { path, body, head = '', title = heading } = make(draw, heading);
    return { path, html: page(draw, `${title} | Lantern`, body, head) };
  };

export const manuals: readonly System[] = systemsOf('documentation', {
  docusaurus: manual((draw, title) => ({
    path: `/docs/${draw.slug()}`,
    head: meta('generator', 'Docusaurus v3.5.2') + meta('og:title', title),
    body: `<div id="__docusaurus"><nav class="navbar navbar--fixed-top"><a href="/">Lantern</a></nav><div class="docsWrapper_x"><aside class="theme-doc-sidebar-container"><ul class="theme-doc-sidebar-menu menu__list">${links(draw, 8, 25)}</ul></aside><main class="docMainContainer_x"><article><nav class="theme-doc-breadcrumbs"><ul><li>${draw.section()}</li></ul></nav><div class="theme-doc-markdown markdown"><header><h1>${title}</h1></header>${sections(draw, draw.number(2, 6), (d) => `<h2 class="anchor" id="x">${d.heading()}<a href="#x" class="hash-link">​</a></h2>`)}</div><footer class="theme-doc-footer"><a href="https://github.com/x/edit/main/a.md" class="theme-edit-this-page">Edit this page</a></footer></article><nav class="pagination-nav"><a class="pagination-nav__link--next" href="./b">${draw.heading()}</a></nav></main></div></div>`,
  })),
  vitepress: manual((draw, title) => ({
    path: `/guide/${draw.slug()}.html`,
    body: `<div id="app"><div class="Layout"><aside class="VPSidebar"><nav><section class="VPSidebarItem"><div class="items">${draw.many(14, () => `<div class="VPSidebarItem is-link"><a class="VPLink link" href="/guide/${draw.slug()}"><p class="text">${draw.heading()}</p></a></div>`).join('')}</div></section></nav></aside><div class="VPContent has-sidebar"><div class="VPDoc"><main class="main"><div class="vp-doc _guide"><div><h1 id="t" tabindex="-1">${title} <a class="header-anchor" href="#t">​</a></h1>${sections(draw, draw.number(2, 5), (d) => `<h2 id="y" tabindex="-1">${d.heading()} <a class="header-anchor" href="#y">​</a></h2>`)}<div class="tip custom-block"><p class="custom-block-title">TIP</p><p>${draw.sentence()}</p></div></div></div></main><footer class="VPDocFooter"><a href="https://github.com/x/edit/main/docs/a.md">Edit this page on GitHub</a></footer></div></div></div></div>`,
  })),
  gitbook: manual((draw, title) => ({
    path: `/${draw.slug()}/${draw.slug()}`,
    body: `<div class="flex flex-col"><aside class="group"><ul>${draw.many(18, () => `<li class="flex"><a class="group/toclink" href="/${draw.slug()}">${draw.heading()}</a></li>`).join('')}</ul></aside><main class="flex-1"><header><h1 class="text-4xl font-bold">${title}</h1><p class="text-lg">${draw.sentence()}</p></header><div class="grid [&>*+*]:mt-5">${sections(draw, draw.number(1, 4), (d) => `<h2 id="z" class="text-3xl flex">${d.heading()}</h2>`, 0.3)}</div><div class="flex mt-6"><a href="/a"><span>Previous</span><span>${draw.heading()}</span></a><a href="/b"><span>Next</span><span>${draw.heading()}</span></a></div><div>Last updated <time datetime="${draw.date().toISOString()}">3 months ago</time></div></main></div>`,
  })),
  mintlify: manual((draw, title) => ({
    path: `/docs/${draw.one(['essentials', 'api-reference', 'guides'])}/${draw.slug()}`,
    head: meta('generator', 'Mintlify') + meta('og:type', 'website'),
    body: `<div id="sidebar"><div id="navigation-items">${draw.many(4, () => `<h5>${draw.heading()}</h5><ul class="sidebar-group">${links(draw, 3, 6, '/docs/')}</ul>`).join('')}</div></div><div id="content-area"><header id="header"><div class="eyebrow">${draw.section()}</div><h1 id="page-title">${title}</h1><p>${draw.sentence()}</p></header><div class="mdx-content prose" id="content">${sections(draw, draw.number(1, 5), (d) => `<h2 class="flex" id="q"><div><a href="#q" aria-label="Navigate to header">​</a></div><span>${d.heading()}</span></h2>`, 0.6)}<div class="card-group"><a class="card" href="/docs/x"><h2>${draw.heading()}</h2><p>${draw.sentence()}</p></a></div></div></div>`,
  })),
  antora: manual((draw, title) => ({
    path: `/lantern/3.1/${draw.slug()}/${draw.slug()}.html`,
    head: meta('generator', 'Antora 3.1.7'),
    body: `<div class="body"><div class="nav-container"><aside class="nav"><nav class="nav-menu"><ul class="nav-list">${links(draw, 6, 20)}</ul></nav></aside></div><main class="article"><div class="toolbar"><nav class="breadcrumbs"><ul><li><a href="../index.html">Lantern</a></li></ul></nav></div><div class="content"><article class="doc"><h1 class="page">${title}</h1>${draw.many(draw.number(2, 4), () => `<div class="sect1"><h2 id="_a"><a class="anchor" href="#_a"></a>${draw.heading()}</h2><div class="sectionbody"><div class="paragraph"><p>${draw.paragraph()}</p></div><div class="listingblock"><div class="content"><pre class="highlightjs"><code>${code(draw)}</code></pre></div></div><div class="admonitionblock note"><table><tr><td class="icon">NOTE</td><td class="content">${draw.sentence()}</td></tr></table></div></div></div>`).join('')}</article></div></main></div>`,
  })),
  docsy: manual((draw, title) => ({
    path: `/docs/${draw.slug()}/${draw.slug()}/`,
    head:
      meta('generator', 'Hugo 0.139.0') +
      meta('og:type', 'article') +
      meta('article:modified_time', draw.date().toISOString()),
    body: `<header><nav class="td-navbar"><a href="/">Lantern</a></nav></header><div class="td-outer"><main role="main" class="td-main"><aside class="td-sidebar"><nav class="td-sidebar-nav"><ul class="td-sidebar-nav__section">${links(draw, 8, 30, '/docs/')}</ul></nav></aside><aside class="td-toc"><nav id="TableOfContents"><ul><li><a href="#a">${draw.heading()}</a></li></ul></nav></aside><main class="td-content"><h1>${title}</h1><div class="lead">${draw.sentence()}</div>${sections(draw, draw.number(2, 5), (d) => `<h2 id="a">${d.heading()}<a class="td-heading-self-link" href="#a"></a></h2>`, 0.4)}<div class="td-page-meta__lastmod">Last modified ${draw.shown(draw.date())}</div></main></main></div>`,
  })),
  'just the docs': manual((draw, title) => ({
    path: `/docs/${draw.slug()}.html`,
    head: meta('generator', 'Jekyll v4.3.3') + meta('og:type', draw.one(['website', 'article'])),
    body: `<div class="side-bar"><nav class="site-nav"><ul class="nav-list">${links(draw, 8, 20, '/docs/')}</ul></nav></div><div class="main" id="top"><div class="main-content-wrap"><nav class="breadcrumb-nav"><ol><li>${draw.section()}</li></ol></nav><div class="main-content"><main><h1 id="t">${title}</h1>${sections(draw, draw.number(2, 6), (d) => `<h2 id="k"><a href="#k" class="anchor-heading"></a>${d.heading()}</h2>`, 0.4)}</main></div></div></div>`,
  })),
  javadoc: manual((draw) => {
    const type = name(draw);
    return {
      title: type,
      path: `/api/java.base/org/lantern/${type}.html`,
      head: meta('generator', 'javadoc/ClassWriterImpl'),
      body: `<div class="flex-box"><header><nav><div class="top-nav"><ul class="nav-list"><li><a href="../index.html">Overview</a></li><li class="nav-bar-cell1-rev">Class</li><li><a href="tree.html">Tree</a></li></ul></div></nav></header><div class="flex-content"><main><div class="header"><div class="sub-title"><a href="p.html">org.lantern</a></div><h1 class="title">Class ${type}</h1></div><section class="class-description"><div class="type-signature">public class <span class="element-name">${type}</span> extends Object</div><div class="block">${draw.paragraph()}</div></section><section class="summary"><ul class="summary-list"><li><section class="method-summary"><h2>Method Summary</h2><div class="summary-table">${draw.many(draw.number(4, 14), () => `<div class="col-first"><code>void</code></div><div class="col-second"><code><a href="#x">${name(draw)}</a>(int a)</code></div><div class="col-last"><div class="block">${draw.sentence()}</div></div>`).join('')}</div></section></li></ul></section><section class="details">${draw.many(draw.number(2, 8), () => `<section class="detail"><h3>${name(draw)}</h3><div class="member-signature">public void ${name(draw)}(int a)</div><div class="block">${draw.sentence()} ${draw.sentence()}</div><dl class="notes"><dt>Parameters:</dt><dd><code>a</code> - ${draw.sentence()}</dd></dl></section>`).join('')}</section></main></div></div>`,
    };
  }),
  doxygen: manual((draw) => ({
    title: `lantern: ${name(draw)} Class Reference`,
    path: `/html/class_${draw.slug()}.html`,
    head: meta('generator', 'Doxygen 1.12.0'),
    body: `<div id="top"><div id="titlearea"><div id="projectname">lantern</div></div></div><div class="header"><div class="headertitle"><div class="title">${name(draw)} Class Reference</div></div></div><div class="contents"><p>${draw.sentence()} <a href="#details">More...</a></p><table class="memberdecls">${draw.many(draw.number(4, 12), () => `<tr><td class="memItemLeft">int</td><td class="memItemRight"><a class="el" href="#a">${name(draw)}</a> (int x)</td></tr><tr><td></td><td class="mdescRight">${draw.sentence()}</td></tr>`).join('')}</table><a id="details"></a><h2 class="groupheader">Detailed Description</h2><div class="textblock"><p>${draw.paragraph()}</p></div>${draw.many(draw.number(2, 6), () => `<h2 class="memtitle">${name(draw)}()</h2><div class="memitem"><div class="memproto"><table class="memname"><tr><td>int ${name(draw)}</td></tr></table></div><div class="memdoc"><p>${draw.sentence()}</p></div></div>`).join('')}</div>`,
  })),
  rustdoc: manual((draw) => ({
    title: `lantern::${name(draw)} - Rust`,
    path: `/lantern/latest/lantern/struct.${name(draw)}.html`,
    head: meta('generator', 'rustdoc'),
    body: `<nav class="sidebar"><h2>Struct ${name(draw)}</h2><ul class="block">${links(draw, 5, 15, '#')}</ul></nav><main><div class="width-limiter"><section id="main-content" class="content"><div class="main-heading"><h1>Struct <span class="struct">${name(draw)}</span></h1><span class="out-of-band"><a class="src" href="../src/x.rs.html">Source</a></span></div><pre class="rust item-decl"><code>pub struct ${name(draw)} { /* private fields */ }</code></pre><details class="toggle top-doc" open><div class="docblock"><p>${draw.paragraph()}</p></div></details><h2 id="implementations" class="section-header">Implementations<a href="#implementations" class="anchor">§</a></h2>${draw.many(draw.number(3, 9), () => `<details class="toggle method-toggle" open><summary><section class="method"><h4 class="code-header">pub fn ${name(draw)}(&amp;self) -> Option&lt;usize&gt;</h4></section></summary><div class="docblock"><p>${draw.sentence()}</p></div></details>`).join('')}</section></div></main>`,
  })),
  godoc: manual((draw) => ({
    title: 'lantern package - example.com/lantern - Go Packages',
    path: `/example.com/lantern/${draw.slug()}`,
    body: `<main class="go-Main"><header class="UnitHeader"><h1 class="UnitHeader-titleHeading">lantern</h1><div class="UnitHeader-details"><span>Version: v1.4.2</span><span>Published: Mar 4, 2024</span><span>License: MIT</span></div></header><nav class="go-Main-nav"><ul class="go-Tree">${links(draw, 5, 12, '#')}</ul></nav><article class="go-Main-article"><div class="Documentation"><section class="Documentation-overview"><h3>Overview</h3><p>${draw.paragraph()}</p></section><section class="Documentation-index"><ul>${draw.many(8, () => `<li><a href="#x">func ${name(draw)}(r io.Reader) error</a></li>`).join('')}</ul></section><section class="Documentation-functions">${draw.many(draw.number(3, 9), () => `<div class="Documentation-function"><h4>func ${name(draw)} <a href="#x">¶</a></h4><div class="Documentation-declaration"><pre>func ${name(draw)}(r io.Reader) error</pre></div><p>${draw.sentence()}</p></div>`).join('')}</section></div></article></main>`,
  })),
  mdn: manual((draw) => ({
    title: `${name(draw)}() method - Web APIs`,
    path: `/en-US/docs/Web/API/Lantern/${name(draw)}`,
    head: meta('og:type', 'website'),
    body: `<div class="main-wrapper"><div class="sidebar-container"><aside class="sidebar"><ol>${links(draw, 8, 25, '/en-US/docs/Web/')}</ol></aside></div><main id="content" class="main-content"><article class="main-page-content"><header><h1>Lantern: ${name(draw)}() method</h1></header><div class="section-content"><p>${draw.sentence()}</p></div><section aria-labelledby="syntax"><h2 id="syntax"><a href="#syntax">Syntax</a></h2><div class="code-example"><pre class="brush: js"><code>${code(draw)}</code></pre></div><h3>Parameters</h3><dl>${draw.many(3, () => `<dt id="a"><code>${name(draw)}</code></dt><dd><p>${draw.sentence()}</p></dd>`).join('')}</dl><h3>Return value</h3><p>${draw.sentence()}</p></section><section><h2 id="d"><a href="#d">Description</a></h2>${paragraphs(draw, draw.number(1, 4))}</section><section><h2>Specifications</h2><table><tr><td>Lantern Standard</td></tr></table></section></article><aside class="article-footer"><p>This page was last modified on <time datetime="${draw.date().toISOString()}">${draw.shown(draw.date())}</time> by contributors.</p></aside></main></div>`,
  })),
  'microsoft learn': manual((draw, title) => ({
    path: `/en-us/lantern/${draw.slug()}/${draw.slug()}`,
    head:
      meta('og:type', 'website') +
      meta('og:title', title) +
      meta('author', draw.nick()) +
      meta('ms.date', '2024-03-04'),
    body: `<div class="mainContainer"><nav id="affixed-left-container"><ul class="tree">${links(draw, 6, 20)}</ul></nav><main id="main"><div class="content"><h1 id="t">${title}</h1><ul class="metadata page-metadata"><li><time datetime="2024-03-04T00:00:00Z">03/04/2024</time></li><li>4 contributors</li></ul><nav id="center-doc-outline"><h2>In this article</h2><ol><li><a href="#a">${draw.heading()}</a></li></ol></nav>${paragraphs(draw, 1)}${sections(draw, draw.number(2, 5), (d) => `<h2 id="a">${d.heading()}</h2>`, 0.4)}<div class="NOTE"><p>Note</p><p>${draw.sentence()}</p></div><ol>${draw.many(4, () => `<li>${draw.sentence()}</li>`).join('')}</ol><h2>Related content</h2><ul>${links(draw, 2, 4)}</ul></div></main></div>`,
  })),
  zendesk: manual((draw, title) => ({
    path: `/hc/en-us/articles/${draw.number(115_000_000, 999_000_000)}-${draw.slug()}`,
    head: meta('og:type', 'website') + meta('og:title', title),
    body: `<header class="header"><a href="/hc/en-us">Help Center</a></header><main role="main"><div class="container"><nav class="sub-nav"><ol class="breadcrumbs"><li><a href="/hc/en-us">Lantern</a></li><li><a href="/hc/en-us/categories/2">${draw.section()}</a></li></ol><form role="search" class="search"><input type="search"></form></nav><div class="article-container"><aside class="article-sidebar"><h3>Articles in this section</h3><ul>${links(draw, 4, 9, '/hc/en-us/articles/')}</ul></aside><article class="article"><header class="article-header"><h1 class="article-title">${title}</h1><div class="article-author"><ul class="meta-group"><li class="meta-data"><time datetime="${draw.date().toISOString()}">1 year ago</time></li><li class="meta-data">Updated</li></ul></div></header><section class="article-info"><div class="article-content"><div class="article-body">${paragraphs(draw, 1)}<ol>${draw.many(draw.number(3, 7), () => `<li>${draw.sentence()}</li>`).join('')}</ol>${sections(draw, draw.number(0, 3), (d) => `<h2>${d.heading()}</h2>`, 0)}</div></div></section><footer><div class="article-votes"><span>Was this article helpful?</span><button>Yes</button><button>No</button></div><div class="article-return-to-top"><a href="#t">Return to top</a></div></footer><section class="related-articles"><h2>Related articles</h2><ul>${links(draw, 2, 5, '/hc/en-us/articles/')}</ul></section></article></div></div></main>`,
  })),
  intercom: manual((draw, title) => ({
    path: `/en/articles/${draw.number(1_000_000, 9_999_999)}-${draw.slug()}`,
    head: meta('og:type', 'website') + meta('og:title', title),
    body: `<div id="__next"><header class="header"><input type="search" placeholder="${draw.word('search')}"></header><section><nav class="breadcrumb"><a href="/en/">All Collections</a> <a href="/en/collections/1">${draw.section()}</a></nav><article dir="ltr" class="article"><header class="article__meta"><h1>${title}</h1><div>${draw.sentence()}</div><div class="avatar__info"><span>Written by ${draw.person()}</span><br>Updated over a week ago</div></header><div class="article_body">${paragraphs(draw, draw.number(1, 2))}<ul>${draw.many(draw.number(2, 5), () => `<li>${draw.sentence()}</li>`).join('')}</ul>${sections(draw, draw.number(0, 3), (d) => `<h2 id="h">${d.heading()}</h2>`, 0)}</div><section class="related_articles"><h3>Related Articles</h3>${links(draw, 2, 5, '/en/articles/')}</section></article><div class="reactions">Did this answer your question? <button>😞</button><button>😃</button></div></section></div>`,
  })),
  'npm readme': manual((draw) => ({
    title: `${draw.slug()} - npm`,
    path: `/package/${draw.slug()}`,
    body: `<div id="app"><main id="main"><div id="top"><h1><span>${draw.slug()}</span></h1><span>2.4.1 • Public • Published <time datetime="${draw.date().toISOString()}">2 years ago</time></span></div><ul role="tablist"><li><a href="?activeTab=readme">Readme</a></li><li><a href="?activeTab=code">Code</a></li><li><a href="?activeTab=dependencies">4 Dependencies</a></li></ul><div id="tabpanel-readme"><div id="readme"><div class="markdown"><h1>${draw.slug()}</h1><p>${draw.sentence()}</p>${sections(draw, draw.number(2, 6), (d) => `<h2>${d.word(d.one(['installation', 'usage']))}</h2>`, 0.8)}</div></div></div><aside><h3>Install</h3><code>npm i ${draw.slug()}</code><h3>Repository</h3><a href="https://github.com/x/y">github.com/x/y</a><h3>Weekly Downloads</h3><p>1,234</p><h3>License</h3><p>MIT</p></aside></main></div>`,
  })),
  'gitlab readme': manual((draw) => ({
    title: `Lantern / ${draw.slug()} · GitLab`,
    path: `/lantern/${draw.slug()}`,
    head: meta('og:type', 'object') + meta('og:title', 'Lantern'),
    body: `<div class="layout-page"><div class="nav-sidebar"><ul><li><a href="/lantern/x/-/issues">Issues</a></li><li><a href="/lantern/x/-/merge_requests">Merge requests</a></li></ul></div><main id="content-body"><div class="project-home-panel"><h1 class="home-panel-title">${draw.slug()}</h1><div><span>412 Commits</span> <span>3 Branches</span></div></div><div class="tree-holder"><table class="table tree-table">${draw.many(draw.number(6, 14), () => `<tr class="tree-item"><td><a href="/lantern/x/-/blob/main/${draw.slug()}.ts">${draw.slug()}.ts</a></td><td><a href="/lantern/x/-/commit/ab">${draw.slug()}</a></td><td><time>3 weeks ago</time></td></tr>`).join('')}</table></div><article class="file-holder readme-holder"><div class="file-title"><strong>README.md</strong></div><div class="blob-viewer"><div class="file-content js-markup-content md"><h1>${draw.slug()}</h1><p>${draw.sentence()}</p>${sections(draw, draw.number(1, 5), (d) => `<h2>${d.heading()}<a id="user-content-x" class="anchor" href="#x"></a></h2>`, 0.6)}</div></div></article></main></div>`,
  })),
  'redoc reference': manual((draw) => ({
    title: 'Lantern API Reference',
    path: draw.one(['/api', '/developers/reference', '/api-docs/']),
    body: `<div id="redoc"><div class="redoc-wrap"><div class="menu-content"><ul role="menu">${draw.many(14, () => `<li role="menuitem"><label><span class="operation-type get">get</span><span>${draw.heading()}</span></label></li>`).join('')}</ul></div><div class="api-content"><div class="api-info"><h1>Lantern API (2.1)</h1><p>${draw.sentence()}</p></div>${draw.many(draw.number(3, 8), () => `<div class="operation"><h2>${draw.heading()}</h2><div><p>${draw.sentence()}</p></div><h5>query Parameters</h5><table><tbody>${draw.many(3, () => `<tr><td><span class="property-name">${name(draw)}</span></td><td><span>string</span><div><p>${draw.sentence()}</p></div></td></tr>`).join('')}</tbody></table><div class="sample"><span>GET</span> /v2/${draw.slug()}<pre>{ "id": ${draw.number(1, 99)}, "name": "x" }</pre></div></div>`).join('')}</div></div></div>`,
  })),
  confluence: manual((draw, title) => ({
    path: `/display/LAN/${draw.slug().replaceAll('-', '+')}`,
    head: meta('confluence-request-time', '1'),
    body: `<div id="page"><div id="full-height-container"><div class="acs-side-bar"><div class="plugin_pagetree"><ul class="plugin_pagetree_children_list">${links(draw, 6, 15, '/display/LAN/')}</ul></div></div><div id="main"><div id="title-heading"><ol id="breadcrumbs"><li><a href="/display/LAN">Lantern</a></li></ol><h1 id="title-text"><a href="/x">${title}</a></h1></div><div id="content" class="page view"><div class="page-metadata"><ul><li class="page-metadata-modification-info">Created by <span class="author"><a href="/display/~x">${draw.person()}</a></span>, last modified on <a href="/pages/diff">${draw.shown(draw.date())}</a></li></ul></div><div id="main-content" class="wiki-content">${sections(draw, draw.number(2, 5), (d) => `<h2 id="x">${d.heading()}</h2>`, 0.3)}<table class="confluenceTable">${draw.many(4, () => `<tr><td class="confluenceTd">${draw.slug()}</td><td class="confluenceTd">${draw.sentence()}</td></tr>`).join('')}</table></div></div></div></div></div>`,
  })),
  'texinfo manual': manual((draw, title) => ({
    path: `/software/lantern/manual/html_node/${draw.slug()}.html`,
    head: meta('generator', 'GNU Texinfo 7.1'),
    body: `<div class="section-level-extent"><div class="nav-panel"><p>Next: <a href="a.html" rel="next">${draw.heading()}</a>, Previous: <a href="b.html" rel="prev">${draw.heading()}</a>, Up: <a href="c.html" rel="up">${draw.heading()}</a> [<a href="index.html">Contents</a>]</p></div><hr><h3 class="section">3.${draw.number(1, 9)} ${title}</h3>${paragraphs(draw, draw.number(2, 5))}<div class="example"><pre class="example-preformatted">${code(draw)}</pre></div><dl class="table">${draw.many(4, () => `<dt><code class="code">--${draw.slug()}</code></dt><dd><p>${draw.sentence()}</p></dd>`).join('')}</dl></div>`,
  })),
});
