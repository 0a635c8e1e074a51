import { type MadePage, type Making, wholePage } from './making.ts';
import { Manner } from './manners.ts';

// Documentation in markup of no generator: chapters, references, read-mes on code hosts, answers of help centres.

export const looseManualFamilies = [
  'chapter',
  'reference',
  'repository',
  'package',
  'answer',
  'options',
  'notes',
] as const;

const word = (m: Making): string => m.words(1);
const call = (m: Making): string =>
  m.pick([
    `${word(m)}${m.pick(['Rows', 'All', 'Store', 'File'])}(${word(m)})`,
    `${word(m)}.${word(m)}`,
    `${word(m)}_${word(m)}`,
    `--${word(m)}`,
    `class ${word(m)}`,
    `${word(m)}::${word(m)}()`,
  ]);
const code = (m: Making): string =>
  `<pre><code>${m.times(1, 7, () => `${m.pick(['$ ', '', 'const x = ', '  '])}${call(m)}`)}</code></pre>`;
const tree = (m: Making, from: number, to: number): string =>
  `<ul>${m.times(from, to, () => `<li><a href="${m.pick(['./', '', '../x/'])}${m.slug(1, 3)}${m.pick(['', '/', '.html'])}">${m.title(1, 4)}</a></li>`)}</ul>`;

type Build = (m: Making, manner: Manner, title: string) => { readonly path: string; readonly body: string };

function heading(m: Making, manner: Manner): (text: string) => string {
  const anchor = m.pick([
    (text: string, id: string) => `<h2 id="${id}">${text}</h2>`,
    (text: string, id: string) =>
      `<h2 id="${id}">${text} <a${manner.of('anchor', 'headerlink', 'hash-link')} href="#${id}">¶</a></h2>`,
    (text: string, id: string) => `<section id="${id}"><h2>${text}</h2></section>`,
    (text: string, id: string) => `<h2><a name="${id}"></a>${text}</h2>`,
    (text: string) => `<h2>${text}</h2>`,
  ]);
  return (text) => anchor(text, m.slug(1, 2));
}

const sections = (m: Making, manner: Manner, from: number, to: number, withCode: number): string => {
  const head = heading(m, manner);
  return m.times(
    from,
    to,
    () =>
      `${head(m.title(1, 5))}${m.paragraphs(1, 3)}${m.chance(withCode) ? code(m) : ''}${m.chance(0.3) ? `<ul>${m.times(2, 6, () => `<li>${m.sentence(4, 12)}</li>`)}</ul>` : ''}${m.chance(0.2) ? `<div${manner.of('note', 'admonition', 'tip', 'callout')}><p>${m.sentence()}</p></div>` : ''}`,
  );
};

const builds: Readonly<Record<(typeof looseManualFamilies)[number], Build>> = {
  chapter: (m, manner, title) => ({
    path: `/${m.pick(['docs', 'guide', 'learn', 'manual', 'en/latest', 'handbook', 'developers', 'platform/docs'])}/${m.slug(1, 2)}/${m.slug(1, 3)}${m.pick(['', '/', '.html'])}`,
    body: `<div${manner.of('sidebar', 'nav', 'menu', 'toc-tree')}>${tree(m, 6, 24)}</div><main${manner.of('content', 'markdown', 'doc', 'docs-content')}>${m.chance(0.4) ? `<nav>${m.title(1, 1)} / ${title}</nav>` : ''}<h1>${title}</h1>${m.chance(0.3) ? `<div>${m.pick(['Last updated', 'Edited', 'Reviewed'])} <time datetime="${m.at().toISOString()}">Jan 4, 2024</time>${m.chance(0.3) ? ` by ${m.name()}` : ''}</div>` : ''}${m.chance(0.4) ? `<ul>${m.times(2, 6, () => `<li><a href="#${m.slug(1, 2)}">${m.title(1, 4)}</a></li>`)}</ul>` : ''}${m.paragraphs(1, 2)}${sections(m, manner, 2, 7, 0.45)}${m.chance(0.4) ? `<a href="https://code.test/x/edit/main/a.md">${m.words(2)}</a>` : ''}${m.chance(0.5) ? `<div><a rel="prev" href="a">${m.title(1, 3)}</a> <a rel="next" href="b">${m.title(1, 3)}</a></div>` : ''}</main>`,
  }),
  reference: (m, manner, title) => {
    const head = heading(m, manner);
    return {
      path: `/${m.pick(['api', 'reference', 'javadoc/org/x', 'apidocs', 'docs/api', 'html'])}/${m.slug(1, 2)}.html`,
      body: `<nav>${tree(m, 5, 30)}</nav><div${manner.of('content', 'contents', 'body', 'member-list')}><h1>${m.pick(['Class ', 'Module ', 'Package ', 'Struct ', ''])}${title.split(' ')[0]}</h1><p>${m.text(1, 3)}</p>${m.times(3, 12, () => `${head(call(m))}${m.chance(0.7) ? `<pre>${call(m)}</pre>` : ''}<p>${m.sentence()}</p>${m.chance(0.5) ? `<dl><dt>Parameters</dt><dd><code>${word(m)}</code> ${m.sentence(3, 9)}</dd></dl>` : ''}`)}</div>`,
    };
  },
  repository: (m, manner, title) => {
    const base = `/${m.slug(1, 1)}/${m.slug(1, 2)}`;
    const file = () => `${m.slug(1, 2)}${m.pick(['.md', '.js', '.json', '.py', '', '.toml'])}`;
    return {
      path: base,
      body: `<nav><a href="${base}">Code</a><a href="${base}/issues">Issues ${m.int(0, 90)}</a><a href="${base}/pulls">${m.words(2)}</a><a href="${base}/releases">${m.words(1)}</a></nav><div><a href="${base}/commits/main">${m.int(2, 900)} Commits</a></div><table${manner.of('files', 'tree', 'file-list')}>${m.times(4, 18, () => `<tr><td><a href="${base}/${m.pick(['blob', 'tree'])}/main/${m.slug(1, 2)}">${file()}</a></td><td>${m.words(3)}</td><td>${m.int(2, 11)} months ago</td></tr>`)}</table><div${manner.of('readme', 'markdown-body', 'markdown')}><h1>${title}</h1>${m.chance(0.5) ? '<p><img src="/b.svg"> <img src="/c.svg"></p>' : ''}<p>${m.sentence()}</p>${sections(m, manner, 2, 7, 0.6)}</div>`,
    };
  },
  package: (m, manner, title) => ({
    path: `/${m.pick(['package', 'packages', 'project', 'crates', 'r', 'extensions'])}/${m.slug(1, 2)}${m.pick(['', '/', `/${m.int(0, 9)}.${m.int(0, 9)}.0`])}`,
    body: `<h1>${title.split(' ')[0]}</h1><div>v${m.int(0, 9)}.${m.int(0, 20)}.${m.int(0, 9)} · ${m.int(1, 9)} years ago</div><ul><li><a href="?tab=readme">Readme</a></li><li><a href="?tab=versions">${m.int(2, 90)} ${m.words(1)}</a></li></ul><div${manner.of('readme', 'description', 'markdown')}><p>${m.text(1, 2)}</p>${sections(m, manner, 1, 6, 0.65)}</div><aside><h3>${m.title(1, 1)}</h3><code>get ${m.slug(1, 2)}</code><p><a href="https://code.test/${m.slug(1, 1)}/x">${m.words(1)}</a></p><p>${m.pick(['MIT', 'Apache-2.0', 'BSD'])}</p></aside>`,
  }),
  answer: (m, manner, title) => ({
    path: `/${m.pick(['hc/en-us/articles', 'en/articles', 'help', 'support/solutions/articles', 'kb', 'article', 'faq', 'knowledge'])}/${m.pick([`${m.int(10_000, 99_999_999)}-`, ''])}${m.slug(2, 7)}`,
    body: `<div><form role="search"><input type="search"></form></div><nav${manner.of('breadcrumbs', 'path')}><a href="/">${m.words(2)}</a> › <a href="/c/${m.int(1, 99)}">${m.title(1, 2)}</a></nav><article${manner.of('article', 'help-article', 'content')}><h1>${title}</h1>${m.chance(0.5) ? `<div>${m.pick([`Updated ${m.int(2, 11)} months ago`, `Written by ${m.name()}`, `<time datetime="${m.at().toISOString()}">2 years ago</time>`])}</div>` : ''}${m.paragraphs(1, 2)}${m.chance(0.6) ? `<ol>${m.times(3, 9, () => `<li>${m.text(1, 2)}</li>`)}</ol>` : ''}${sections(m, manner, 0, 4, 0.05)}${m.chance(0.7) ? `<div>${m.pick(['Was this article helpful?', 'Did this answer your question?', 'Was this page helpful?'])} <button>Yes</button><button>No</button></div>` : ''}<h3>${m.title(1, 2)}</h3><ul>${m.times(2, 7, () => `<li><a href="./${m.slug(2, 5)}">${m.title()}</a></li>`)}</ul></article>`,
  }),
  options: (m, _manner, title) => ({
    path: `/${m.pick(['man', 'manpages', 'cli', 'commands'])}/${m.slug(1, 1)}.${m.int(1, 8)}${m.pick(['', '.html'])}`,
    body: `<h1>${title.split(' ')[0]}</h1>${m.chance(0.5) ? `<h2>NAME</h2><p>${m.sentence()}</p><h2>SYNOPSIS</h2><p><b>${word(m)}</b> [<i>option</i>]</p><h2>DESCRIPTION</h2>` : ''}${m.paragraphs(1, 4)}<dl>${m.times(3, 14, () => `<dt><code>-${word(m).charAt(0)}, --${word(m)}</code></dt><dd><p>${m.sentence()}</p></dd>`)}</dl>${m.chance(0.4) ? code(m) : ''}`,
  }),
  notes: (m, manner, title) => ({
    path: `/${m.pick(['docs/', 'en/stable/', '', 'guide/'])}${m.pick(['changelog', 'changes', 'release-notes', 'install', 'quickstart', 'history'])}${m.pick(['', '/', '.html'])}`,
    body: `<div${manner.of('sidebar', 'sphinxsidebar', 'toctree')}>${tree(m, 3, 14)}</div><div${manner.of('document', 'body', 'rst-content')}><h1>${title}</h1>${m.times(2, 9, () => `<section id="v"><h2>${m.pick(['', 'v', 'Version '])}${m.int(0, 9)}.${m.int(0, 30)}.${m.int(0, 9)}${m.chance(0.4) ? ` (20${m.int(10, 25)}-0${m.int(1, 9)}-1${m.int(0, 9)})` : ''}</h2><ul>${m.times(2, 8, () => `<li>${m.sentence()}${m.chance(0.3) ? ` <code>${word(m)}</code>` : ''}</li>`)}</ul></section>`)}</div>`,
  }),
};

export function makeLooseManual(m: Making, family: string = m.pick(looseManualFamilies)): MadePage {
  const title = m.title(1, 6);
  const { path, body } = builds[family as (typeof looseManualFamilies)[number]](m, new Manner(m), title);
  const og = m.chance(0.5)
    ? `<meta property="og:type" content="${m.pick(['website', 'website', 'article', 'object'])}">`
    : '';
  const dated = m.chance(0.15)
    ? `<meta name="author" content="${m.name()}"><meta name="date" content="2023-04-05">`
    : '';
  const bare = m.chance(0.2);
  const url = `https://${m.pick(['www', 'docs', 'help', 'code', 'developer'])}.${m.slug(1, 1)}.test${path}`;
  return {
    kind: 'documentation',
    family: `loose-manual-${family}`,
    url,
    html: bare
      ? `<!doctype html><html><head><title>${title}</title>${og}</head><body>${body}</body></html>`
      : wholePage(m, { title, head: og + dated, body }),
  };
}
