import { existsSync } from 'node:fs';
import { appendFile, cp, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingTool, npmInstall, removed, run, writeFiles } from '../../../../sites/builders/workshop.ts';
import { html } from '../../../../sites/posts/blocks.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import { type BylineArticle, fieldText, type Shell } from '../articles.ts';
import { frontMatter, pagesIn, type RenderedPage, type System } from './system.ts';

type Render = (project: string, shell: Shell, articles: readonly BylineArticle[]) => Promise<RenderedPage[]>;

const owner = 'Notatnik z podwórka';

const minima: Render = async (project, { language }, articles) => {
  await run('jekyll', ['new', '--skip-bundle', project], '/tmp', { HOME: '/tmp' });
  await removed(join(project, 'Gemfile'));
  await removed(join(project, '_posts'));
  await appendFile(
    join(project, '_config.yml'),
    `\ntitle: ${owner}\nurl: ${siteOrigin}\nlang: ${language}\ntimezone: UTC\nminima: { date_format: "%d.%m.%Y" }\n`,
  );
  await writeFiles(
    project,
    Object.fromEntries(
      articles.map((article) => {
        const { slug, title, date, field, tags, body } = article;
        const author = field.length === 0 ? null : fieldText(article, language);
        return [
          `_posts/${date}-${slug}.markdown`,
          `${frontMatter({ layout: 'post', title, date: `${date} 10:15:00 +0000`, permalink: `/${slug}.html`, author, tags })}${body}\n`,
        ];
      }),
    ),
  );
  await run('jekyll', ['build'], project, { JEKYLL_ENV: 'production', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: project });
  return await pagesIn(join(project, '_site'), articles, ({ slug }) => `${slug}.html`);
};

const chirpy: Render = async (project, _, articles) => {
  await npmInstall(project, { 'jekyll-theme-chirpy': '5.3.21' });
  const theme = join(project, 'node_modules/jekyll-theme-chirpy');
  const source = join(project, 'source');
  await cp(theme, source, { recursive: true });
  // what belongs to the packager's own site, what only bundler reads, and a language that newer Jekylls can't parse
  for (const name of ['_posts', 'Gemfile', 'jekyll-theme-chirpy.gemspec', '_data/locales/tr-TR.yml'])
    await removed(join(source, name));
  const config = await readFile(join(theme, '_config.yml'), 'utf8');
  const style = await readFile(join(theme, 'assets/css/style.scss'), 'utf8');
  const names = [...new Set(articles.flatMap(({ field }) => field))];
  const plugins = ['archives', 'paginate', 'seo-tag', 'sitemap', 'redirect-from', 'include-cache'];
  await writeFiles(source, {
    '_config.yml': `plugins: [${plugins.map((name) => `jekyll-${name}`).join(', ')}]\nbaseurl: ''\nlang: fr-FR\ntimezone: UTC\ntitle: ${owner}\nurl: '${siteOrigin}'\ngithub: { username: notes }\ntwitter: { username: notes }\nsocial: { name: ${owner}, email: n@notes.example, links: [] }\ngoogle_analytics: { id: , pv: { proxy_endpoint: , cache_path: } }\ntheme_mode:\nimg_cdn:\navatar:\ntoc: true\ncomments: { active: }\n${config.slice(config.indexOf('# Self-hosted static assets'))}`,
    'assets/css/style.scss': style.replace('{{ site.theme }}', 'jekyll-theme-chirpy'),
    '_data/authors.yml': JSON.stringify(
      Object.fromEntries(names.map((name, at) => [`writer${at}`, { name, url: `https://people.example/${at}` }])),
    ),
    ...Object.fromEntries(
      articles.map(({ slug, title, date, modified, field, section, tags, body }) => {
        const authors = field.map((name) => `writer${names.indexOf(name)}`);
        const values = { title, authors, date: `${date} 10:00:00 +0000`, categories: [section], tags };
        const changed = modified === null ? null : `${modified} 10:00:00 +0000`;
        return [`_posts/${date}-${slug}.md`, `${frontMatter({ ...values, last_modified_at: changed })}${body}\n`];
      }),
    ),
  });
  await run('jekyll', ['build', '--source', source, '--destination', join(project, 'out')], source, {
    JEKYLL_ENV: 'production',
    LC_ALL: 'C.UTF-8',
    HOME: project,
  });
  return await pagesIn(join(project, 'out'), articles, ({ slug }) => `posts/${slug}/index.html`);
};

const ikiwiki: Render = async (project, _, articles) => {
  const example = '/usr/share/ikiwiki/examples/blog';
  if (!existsSync(example)) throw new MissingTool('the package ikiwiki of Debian');
  await cp(example, join(project, 'source'), { recursive: true });
  await removed(join(project, 'source/posts'));
  await writeFiles(project, {
    'blog.setup': `# IkiWiki::Setup::Yaml - YAML formatted setup file\nwikiname: ${owner}\nsrcdir: ${join(project, 'source')}\ndestdir: ${join(project, 'out')}\nurl: ${siteOrigin}\nrcs: ''\nsyslog: 0\ndiscussion: 0\nlocale: C.UTF-8\nadd_plugins: [goodstuff, sidebar]\n`,
    ...Object.fromEntries(
      articles.map((article) => [
        `source/posts/${article.slug}.mdwn`,
        `[[!meta title="${article.title}"]]\n${article.field.length === 0 ? '' : `[[!meta author="${fieldText(article, 'pt')}"]]\n`}[[!meta date="${article.date} 10:00:00"]]\n[[!meta updated="${article.date} 10:00:00"]]\n[[!tag ${article.tags.join(' ')}]]\n\n${article.body}\n`,
      ]),
    ),
  });
  for (const { slug, date } of articles) {
    const when = new Date(`${date}T10:00:00Z`);
    await utimes(join(project, `source/posts/${slug}.mdwn`), when, when);
  }
  await run('ikiwiki', ['--setup', 'blog.setup'], project, { LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: project });
  return await pagesIn(join(project, 'out'), articles, ({ slug }) => `posts/${slug}/index.html`);
};

const chronicle: Render = async (project, { name }, articles) => {
  const theme = name.replace('chronicle-', '');
  if (!existsSync(`/usr/share/chronicle/themes/${theme}`)) throw new MissingTool('the package chronicle of Debian');
  await writeFiles(
    project,
    Object.fromEntries(
      articles.map(({ slug, title, date, tags, blocks }) => [
        `data/${slug}.txt`,
        `Title: ${title}\nFormat: html\nDate: ${date} 10:00:00\nTags: ${tags.join(', ')}\n\n${html(blocks)}\n`,
      ]),
    ),
  );
  const folders = [`--input=${join(project, 'data')}`, `--output=${join(project, 'out')}`];
  await run(
    'chronicle',
    [
      ...folders,
      `--theme=${theme}`,
      '--theme-dir=/usr/share/chronicle/themes',
      `--url-prefix=${siteOrigin}/`,
      '--pattern=*.txt',
    ],
    project,
    { LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: project },
  );
  return await pagesIn(join(project, 'out'), articles, ({ title }) => `${title.replace(/[^a-z0-9]/gi, '_')}.html`);
};

const renders: Readonly<Record<string, Render>> = { minima, chirpy, ikiwiki, chronicle };

export const debian: System = {
  file: import.meta.url,
  name: 'debian',
  shells: [
    { name: 'jekyll-minima', language: 'pl', authors: 'one', owner: null, date: true, modified: false },
    { name: 'jekyll-chirpy', language: 'fr', authors: 'all', owner, date: true, modified: true },
    // its only date is that of the last edit
    { name: 'ikiwiki-blog', language: 'pt', authors: 'one', owner: null, date: null, modified: null },
    { name: 'chronicle-copyrighteous', language: 'en', authors: 'none', owner: null, date: true, modified: false },
    { name: 'chronicle-leftbar', language: 'en', authors: 'none', owner: null, date: true, modified: false },
  ],
  async render(folder, shell, articles) {
    if (!existsSync('/usr/bin/jekyll')) throw new MissingTool('the package jekyll of Debian');
    const project = join(folder, shell.name);
    await removed(project);
    const key = Object.keys(renders).find((each) => shell.name.includes(each)) ?? '';
    const render = renders[key];
    if (render === undefined) throw new RangeError(`nothing renders ${shell.name}`);
    return await render(project, shell, articles);
  },
};
