import { jsonLd, type MadePage, type Making, wholePage } from './making.ts';

const code = (m: Making): string =>
  `<pre><code class="language-sh">${m.times(1, 8, () => `${m.words(m.int(2, 6))}`)}</code></pre>`;
const tree = (m: Making, depth = 0): string =>
  `<ul class="menu">${m.times(3, 9, () => `<li><a href="./${m.slug(1, 3)}">${m.title(1, 3)}</a>${depth < 2 && m.chance(0.35) ? tree(m, depth + 1) : ''}</li>`)}</ul>`;
const section = (m: Making, withCode: number): string =>
  `<h2 id="${m.slug(1, 2)}">${m.title(1, 4)}${m.chance(0.6) ? '<a class="hash-link" href="#x">#</a>' : ''}</h2>${m.paragraphs(1, 2)}${m.chance(withCode) ? code(m) : ''}${m.chance(0.4) ? `<ul>${m.times(2, 6, () => `<li><code>${m.words(1)}</code> ${m.sentence(4, 10)}</li>`)}</ul>` : ''}`;

interface Manual {
  readonly family: string;
  readonly url: (m: Making) => string;
  readonly page: (m: Making, title: string) => string;
}

const manuals: readonly Manual[] = [
  {
    family: 'sidebar',
    url: (m) =>
      `https://${m.pick([`${m.slug(1, 1)}.test/docs`, `docs.${m.slug(1, 1)}.test`])}/${m.slug(1, 2)}/${m.slug(1, 3)}`,
    page: (m, title) =>
      `<div class="docs-wrapper"><aside class="sidebar"><nav>${tree(m)}</nav></aside><main><nav aria-label="Breadcrumbs"><ul><li><a href="/docs">${m.title(1, 1)}</a></li><li>${title}</li></ul></nav><article><div class="markdown"><h1>${title}</h1>${m.paragraphs(1, 2)}${m.times(2, 6, () => section(m, 0.7))}</div><footer>${m.chance(0.5) ? `Last updated on <time datetime="${m.at().toISOString()}">Jan 4, 2024</time>` : ''}<a href="/edit">Edit this page</a></footer></article><nav class="pagination-nav"><a rel="prev" href="./a">${m.title(1, 3)}</a><a rel="next" href="./b">${m.title(1, 3)}</a></nav></main><div class="toc">${tree(m, 2)}</div></div>`,
  },
  {
    family: 'reference',
    url: (m) => `https://developer.${m.slug(1, 1)}.test/reference/${m.slug(1, 3)}`,
    page: (m, title) =>
      `<div class="rm-Sidebar">${tree(m)}</div><div class="content"><h1>${title}</h1><div>GET https://api.x.test/${m.slug(1, 2)}</div>${m.paragraphs(1, 1)}<h3>${m.title(1, 2)}</h3><table>${m.times(3, 12, () => `<tr><td><code>${m.words(1)}</code></td><td>string</td><td>${m.sentence(4, 12)}</td></tr>`)}</table>${code(m)}${code(m)}</div>`,
  },
  {
    family: 'help-centre',
    url: (m) =>
      `https://${m.pick(['support', 'help'])}.${m.slug(1, 1)}.test/hc/en-us/articles/${m.int(100_000, 999_999_999)}-${m.slug()}`,
    page: (m, title) =>
      `<ol class="breadcrumbs"><li><a href="/hc">${m.title(1, 2)}</a></li><li><a href="/hc/s">${m.title(1, 2)}</a></li></ol><div class="article-container"><section class="article-sidebar"><h3>${m.title(1, 3)}</h3><ul>${m.times(4, 10, () => `<li><a href="./${m.slug()}">${m.title()}</a></li>`)}</ul></section><article class="article"><h1>${title}</h1><div>Updated 2 months ago</div><div class="article-body">${m.paragraphs(1, 2)}<ol>${m.times(3, 8, () => `<li>${m.text(1, 2)}</li>`)}</ol>${m.times(1, 4, () => section(m, 0.15))}</div><div class="votes">${m.title(2, 4)}? <button>Yes</button> <button>No</button></div></article></div>`,
  },
  {
    family: 'folded-menu',
    url: (m) => `https://learn.${m.slug(1, 1)}.test/en-us/${m.slug(1, 1)}/${m.slug(1, 2)}/${m.slug(2, 4)}`,
    page: (m, title) =>
      `<div class="left-container"><form><input type="search"></form>${tree(m)}</div><main><ul class="metadata"><li><time datetime="${m.at().toISOString()}">05/12/2023</time></li><li>${m.int(2, 20)} contributors</li></ul><h1>${title}</h1><nav><h2>${m.title(2, 3)}</h2><ol>${m.times(2, 5, () => `<li><a href="#a">${m.title(1, 4)}</a></li>`)}</ol></nav>${m.times(2, 6, () => section(m, 0.5))}<div class="alert"><p>${m.text(1, 2)}</p></div></main>`,
  },
  {
    family: 'boxes',
    url: (m) =>
      `https://${m.slug(1, 1)}.test/${m.pick(['manual', 'guide', 'handbook', 'kb'])}/${m.slug(1, 3)}/${m.slug(1, 2)}.html`,
    page: (m, title) =>
      `<div class="nav"><a href="a.html" accesskey="p">Prev</a> <a href="index.html">Up</a> <a href="b.html">Next</a></div><div class="chapter"><h1>${title}</h1>${m.times(2, 7, (at) => `<h2>${at + 1}. ${m.title(1, 4)}</h2>${m.paragraphs(1, 3)}${m.chance(0.5) ? code(m) : ''}${m.chance(0.3) ? `<dl>${m.times(2, 6, () => `<dt><code>-${m.words(1)}</code></dt><dd>${m.sentence()}</dd>`)}</dl>` : ''}`)}</div>`,
  },
];

export const manualFamilies = manuals.map(({ family }) => family);

/** A page of a documentation, a manual or a help centre. */
export function makeManual(m: Making, family = m.pick(manualFamilies)): MadePage {
  const { url, page } = manuals.find((one) => one.family === family) as Manual;
  const title = m.title(1, 6);
  const og = m.chance(0.5)
    ? `<meta property="og:type" content="${m.pick(['article', 'website'])}"><meta property="og:title" content="${title}">`
    : '';
  const ld = m.chance(0.2)
    ? jsonLd({ '@type': m.pick(['TechArticle', 'WebPage', 'BreadcrumbList']), headline: title })
    : '';
  const generator = m.chance(0.25)
    ? `<meta name="generator" content="${m.pick(['Docusaurus v3.1.0', 'mkdocs-1.5.3', 'Sphinx', 'GitBook', 'Antora 3.1'])}">`
    : '';
  return {
    kind: 'documentation',
    family: `manual-${family}`,
    url: url(m),
    html: wholePage(m, { title, head: `${og}${ld}${generator}`, body: page(m, title) }),
  };
}
