// Documentation as its real generators print it. What they wrote is kept below a folder that git ignores.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { MissingTool, pipInstall, removed, run, writeFiles } from '../../../sites/builders/workshop.ts';
import type { Half } from '../totals.ts';
import { Draw } from './draw.ts';
import type { TypedPage } from './generate.ts';
import { languages } from './words.ts';

const packages = [
  ...[
    'sphinx==8.1.3',
    'alabaster==1.0.0',
    'furo==2025.12.19',
    'pydata-sphinx-theme==0.17.1',
    'sphinx-book-theme==1.3.0',
  ],
  ...['sphinx-rtd-theme==3.1.0', 'mkdocs==1.6.1', 'mkdocs-material==9.8.2'],
];
const sphinxThemes = ['alabaster', 'furo', 'pydata_sphinx_theme', 'sphinx_book_theme', 'sphinx_rtd_theme', 'classic'];
const mkdocsThemes = ['material', 'mkdocs', 'readthedocs'];
const names = ['install', 'guide', 'reference', 'changes'] as const;
type Page = (typeof names)[number];

/** Pages of the half: every second one. Without the tools that print them there are none. */
export async function realDocs(cache: string, half: Half): Promise<TypedPage[]> {
  const source = await readFile(new URL(import.meta.url));
  const file = join(
    cache,
    'recorded',
    `docs-${createHash('sha256').update(source).digest('hex').slice(0, 12)}.json.gz`,
  );
  try {
    const pages = existsSync(file)
      ? (JSON.parse(gunzipSync(await readFile(file)).toString()) as TypedPage[])
      : await build(join(cache, 'build/docs'));
    if (!existsSync(file)) {
      await mkdir(join(cache, 'recorded'), { recursive: true });
      await writeFile(file, gzipSync(JSON.stringify(pages)));
    }
    return pages.filter((_, at) => (at % 2 === 0) === (half === 'open'));
  } catch (error) {
    if (!(error instanceof MissingTool)) throw error;
    console.log(`skipped: documentation of real generators: ${error.message}`);
    return [];
  }
}

async function build(folder: string): Promise<TypedPage[]> {
  await mkdir(folder, { recursive: true });
  const programs = await pipInstall(folder, packages);
  const pages: TypedPage[] = [];
  for (const [at, theme] of [...sphinxThemes, ...mkdocsThemes].entries()) {
    const project = join(folder, theme);
    await removed(project);
    const language = languages[at % languages.length] ?? 'en';
    const draw = new Draw(language, 5_500 + at * 13);
    const isSphinx = sphinxThemes.includes(theme);
    await writeFiles(project, isSphinx ? sphinxSource(draw, theme) : mkdocsSource(draw, theme));
    await (isSphinx
      ? run(join(programs, 'sphinx-build'), ['-q', '-b', 'html', 'source', 'out'], project, { LC_ALL: 'C.UTF-8' })
      : run(join(programs, 'mkdocs'), ['build', '--quiet', '--site-dir', 'out'], project));
    // which page falls to which half changes from theme to theme
    for (const name of at % 2 === 0 ? names : names.toReversed()) {
      const path = isSphinx ? `${name}.html` : `${name}/index.html`;
      const html = await readFile(join(project, 'out', path), 'utf8');
      pages.push({
        id: `docs-${theme}-${name}`,
        type: 'documentation',
        family: `${isSphinx ? 'sphinx' : 'mkdocs'} ${theme}`,
        language,
        path: `/${path.replace('index.html', '')}`,
        html,
        axes: { page: name },
      });
    }
  }
  return pages;
}

const code = 'from lantern import open_store\nwith open_store("harbour.db") as store:\n    print(store.count())';

/** Headings and paragraphs of a page, with a function that writes a heading, a code block and a definition. */
function pageText(
  draw: Draw,
  page: Page,
  form: {
    heading(text: string, level: 1 | 2): string;
    code(text: string): string;
    member(name: string, text: string): string;
  },
): string {
  const text = (count: number) => draw.many(count, () => draw.paragraph()).join('\n\n');
  switch (page) {
    case 'install':
      return [
        form.heading(draw.word('installation'), 1),
        draw.sentence(),
        form.code('pip install lantern'),
        text(draw.number(1, 3)),
      ].join('\n\n');
    case 'guide':
      return [
        form.heading(draw.word('usage'), 1),
        text(2),
        ...draw.many(
          draw.number(2, 5),
          () => `${form.heading(draw.heading(), 2)}\n\n${text(draw.number(1, 3))}\n\n${form.code(code)}`,
        ),
      ].join('\n\n');
    case 'reference':
      return [
        form.heading('API', 1),
        ...draw.many(draw.number(4, 9), (at) => form.member(`lantern.open_${at}(path, limit=${at})`, draw.sentence())),
      ].join('\n\n');
    case 'changes':
      return [
        form.heading('Changelog', 1),
        ...draw.many(
          draw.number(3, 8),
          (at) =>
            `${form.heading(`${3 - Math.floor(at / 3)}.${9 - at}.0 (2026-0${9 - at}-1${at})`, 2)}\n\n${draw.many(3, () => `* ${draw.sentence()}`).join('\n')}`,
        ),
      ].join('\n\n');
  }
}

const sphinxSource = (draw: Draw, theme: string): Record<string, string> => ({
  'source/conf.py': `project = 'lantern'\nauthor = 'The lantern team'\nlanguage = '${draw.language === 'zh' ? 'zh_CN' : draw.language}'\nhtml_theme = '${theme}'\n`,
  'source/index.rst': `lantern\n=======\n\n.. toctree::\n\n${names.map((name) => `   ${name}\n`).join('')}`,
  ...Object.fromEntries(
    names.map((name) => [
      `source/${name}.rst`,
      pageText(draw, name, {
        heading: (text, level) => `${text}\n${(level === 1 ? '=' : '-').repeat(text.length * 2)}`,
        code: (text) => `.. code-block:: python\n\n${text.replace(/^/gm, '    ')}`,
        member: (signature, text) =>
          `.. py:function:: ${signature}\n\n   ${text}\n\n   :param path: ${draw.sentence()}\n   :returns: ${draw.sentence()}`,
      }),
    ]),
  ),
});

const mkdocsSource = (draw: Draw, theme: string): Record<string, string> => ({
  'mkdocs.yml': `site_name: lantern\nsite_url: https://www.tin-harbour.example/\ntheme: { name: ${theme} }\nplugins: []\n`,
  'docs/index.md': '# lantern\n',
  ...Object.fromEntries(
    names.map((name) => [
      `docs/${name}.md`,
      pageText(draw, name, {
        heading: (text, level) => `${'#'.repeat(level)} ${text}`,
        code: (text) => `\`\`\`python\n${text}\n\`\`\``,
        member: (signature, text) =>
          `### \`${signature}\`\n\n${text}\n\n| name | type |\n| --- | --- |\n| path | str |`,
      }),
    ]),
  ),
});
