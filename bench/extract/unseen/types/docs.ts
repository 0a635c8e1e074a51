// Documentation in markup of our own; that of real generators is in real-docs.ts.
import type { Draw, Family } from './draw.ts';
import { documentOf, framed, paragraphs } from './frame.ts';

const name = (draw: Draw): string =>
  draw.one(['fetchAll', 'openStore', 'parseRow', 'withRetry', 'sortBy', 'readLines']);
const snippet = (draw: Draw): string =>
  `<pre><code class="language-js">import { ${name(draw)} } from 'lantern';\nconst rows = await ${name(draw)}('${draw.slug()}.csv', { limit: ${draw.number(2, 90)} });</code></pre>`;
const parameters = (draw: Draw): string =>
  `<h4>${draw.word('parameters')}</h4><table><tr><th>name</th><th>type</th><th></th></tr>${draw.many(draw.number(2, 5), () => `<tr><td><code>${draw.one(['limit', 'path', 'signal', 'depth'])}</code></td><td>number</td><td>${draw.sentence()}</td></tr>`).join('')}</table>`;

const readme: Family = (draw) => ({
  family: 'readme',
  path: `/lantern/${draw.slug()}`,
  html: documentOf(
    draw,
    { title: `lantern/${draw.slug()}`, ogType: 'object' },
    framed(
      draw,
      `<div class="repo"><div class="file-list">${draw.many(8, () => `<div class="row"><a href="/blob/main/${draw.slug()}.js">${draw.slug()}.js</a> <span>${draw.slug()}</span> <relative-time datetime="${draw.date().toISOString()}">2 months ago</relative-time></div>`).join('')}</div><article class="markdown-body entry-content"><h1>lantern</h1><p><img src="/badge.svg" alt="build"></p><p>${draw.sentence()}</p><h2>${draw.word('installation')}</h2><pre><code>npm install lantern</code></pre><h2>${draw.word('usage')}</h2>${snippet(draw)}${paragraphs(draw, draw.number(1, 3))}<h2>License</h2><p>MIT</p></article></div>`,
    ),
  ),
});

const reference: Family = (draw) => ({
  family: 'api reference',
  path: `/api/${name(draw)}.html`,
  html: documentOf(
    draw,
    { title: 'API', generator: draw.one(['TypeDoc 0.28.2', 'Doxygen 1.9.8', 'Javadoc']) },
    framed(
      draw,
      `<div class="container"><nav class="tree"><ul>${draw.many(12, () => `<li><a href="#${name(draw)}">${name(draw)}</a></li>`).join('')}</ul></nav><div class="col-content"><h1>Module lantern</h1>${draw.many(draw.number(3, 8), () => `<section class="member"><h3 id="x">${name(draw)}(path: string, limit?: number): Promise&lt;Row[]&gt;</h3><p>${draw.sentence()}</p>${parameters(draw)}<h4>${draw.word('returns')}</h4><p>${draw.sentence()}</p></section>`).join('')}</div></div>`,
    ),
  ),
});

const guide: Family = (draw) => ({
  family: 'guide',
  path: `/docs/${draw.slug()}/`,
  html: documentOf(
    draw,
    { title: draw.word('installation'), ogType: draw.one(['website', 'article']) },
    `<div class="layout"><nav class="sidebar-nav"><ul>${draw.many(draw.number(8, 20), () => `<li><a href="/docs/${draw.slug()}/">${draw.heading()}</a></li>`).join('')}</ul></nav><main class="docs-content"><nav class="breadcrumbs"><a href="/docs/">Docs</a> / ${draw.word('usage')}</nav><h1>${draw.word('installation')}</h1><p>${draw.paragraph()}</p><pre><code>pip install lantern==${draw.number(1, 9)}.2</code></pre><div class="admonition note"><p>${draw.sentence()}</p></div><h2>${draw.word('usage')}</h2>${paragraphs(draw, draw.number(1, 4))}${snippet(draw)}${parameters(draw)}<div class="doc-footer"><a href="/edit">Edit this page</a><a rel="next" href="/docs/next">${draw.word('nextPage')}</a></div></main><aside class="toc"><h4>${draw.word('onThisPage')}</h4><ul><li><a href="#a">${draw.word('usage')}</a></li></ul></aside></div>`,
  ),
});

const manual: Family = (draw) => ({
  family: 'manual page',
  path: `/man1/${name(draw).toLowerCase()}.1.html`,
  html: documentOf(
    draw,
    { title: `${name(draw).toLowerCase()}(1)` },
    `<table class="head"><tr><td>LANTERN(1)</td><td>General Commands Manual</td></tr></table><h1>NAME</h1><p>lantern – ${draw.sentence()}</p><h1>SYNOPSIS</h1><p><b>lantern</b> [<b>-aq</b>] <i>file</i></p><h1>DESCRIPTION</h1>${paragraphs(draw, draw.number(1, 4))}<h1>OPTIONS</h1><dl>${draw.many(6, () => `<dt><b>--${draw.one(['quiet', 'all', 'depth', 'out'])}</b></dt><dd>${draw.sentence()}</dd>`).join('')}</dl><h1>SEE ALSO</h1><p><a href="x">kettle(1)</a></p>`,
  ),
});

export const docs: readonly Family[] = [readme, reference, guide, manual];
