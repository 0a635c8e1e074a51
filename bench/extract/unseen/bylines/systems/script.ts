import { join } from 'node:path';
import { npmInstall, npmRun, removed, writeFiles } from '../../../../sites/builders/workshop.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import { type BylineArticle, fieldText, type Shell } from '../articles.ts';
import { frontMatter, pagesIn, type RenderedPage, type System } from './system.ts';

type Render = (folder: string, shell: Shell, articles: readonly BylineArticle[]) => Promise<RenderedPage[]>;

const owner = 'Old Yard';

const docusaurus: Render = async (folder, { language }, articles) => {
  const packages = {
    '@docusaurus/core': '3.10.2',
    '@docusaurus/preset-classic': '3.10.2',
    react: '19.3.1',
    'react-dom': '19.3.1',
  };
  await npmInstall(folder, packages);
  await removed(join(folder, 'blog'));
  await writeFiles(folder, {
    // its own parts have no `import`: the folder is no module
    'package.json': JSON.stringify({ private: true, dependencies: packages }),
    'docusaurus.config.js': `export default { title: '${owner}', url: '${siteOrigin}', baseUrl: '/', i18n: { defaultLocale: '${language}', locales: ['${language}'] },
  presets: [['classic', { docs: false, blog: { routeBasePath: '/', archiveBasePath: null, showLastUpdateTime: true, showLastUpdateAuthor: false, onInlineTags: 'ignore', onInlineAuthors: 'ignore', onUntruncatedBlogPosts: 'ignore' } }]],
  themeConfig: { navbar: { title: '${owner}' } } };\n`,
    ...Object.fromEntries(
      articles.map(({ slug, title, date, modified, field, tags, body }) => [
        `blog/${slug}.md`,
        `${frontMatter({
          slug,
          title,
          authors: field.map((name, at) => (at === 0 ? { name, title: 'Autor' } : { name })),
          tags,
          // dates are no text in its YAML
        }).replace(
          /---\n\n$/,
          `date: ${date}T10:00:00Z\nlast_update: { date: ${modified ?? date} }\n---\n\n`,
        )}${body}\n`,
      ]),
    ),
  });
  await npmRun(folder, '@docusaurus/core/bin/docusaurus.mjs', ['build']);
  return await pagesIn(join(folder, 'build'), articles, ({ slug }) => `${slug}/index.html`);
};

const starlight: Render = async (folder, { language }, articles) => {
  await npmInstall(folder, { astro: '7.3.5', '@astrojs/starlight': '0.42.4', 'starlight-blog': '0.30.0' });
  await removed(join(folder, 'src'));
  await writeFiles(folder, {
    'astro.config.mjs': `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
import starlightBlog from 'starlight-blog';
export default defineConfig({ site: '${siteOrigin}', integrations: [starlight({ title: '${owner}', locales: { root: { label: 'x', lang: '${language}' } }, pagefind: false, plugins: [starlightBlog({ title: 'Blog' })] })] });
`,
    'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { blogSchema } from 'starlight-blog/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend: (context) => blogSchema(context) }) }) };
`,
    'src/content/docs/index.md': '---\ntitle: Start\n---\n\n[Blog](/blog/)\n',
    ...Object.fromEntries(
      articles.map(({ slug, title, date, field, tags, body }) => [
        `src/content/docs/blog/${slug}.md`,
        `${frontMatter({ title, authors: field.map((name) => ({ name, title: 'Redactie' })), tags }).replace(/---\n\n$/, `date: ${date}\n---\n\n`)}${body}\n`,
      ]),
    ),
  });
  await npmRun(folder, 'astro/bin/astro.mjs', ['build'], { ASTRO_TELEMETRY_DISABLED: '1' });
  return await pagesIn(join(folder, 'dist'), articles, ({ slug }) => `blog/${slug}/index.html`);
};

const vitepress: Render = async (folder, { language }, articles) => {
  await npmInstall(folder, { vitepress: '1.6.4', 'vitepress-theme-teek': '1.6.2' });
  await removed(join(folder, 'docs'));
  await writeFiles(folder, {
    'docs/.vitepress/config.ts': `import { defineConfig } from 'vitepress';
import { defineTeekConfig } from 'vitepress-theme-teek/config';
export default defineConfig({ extends: defineTeekConfig({ article: { showInfo: true } }), title: '${owner}', lang: '${language}' });
`,
    'docs/.vitepress/theme/index.ts':
      "import Teek from 'vitepress-theme-teek';\nimport 'vitepress-theme-teek/index.css';\nexport default { extends: Teek };\n",
    'docs/index.md': '---\nlayout: home\n---\n',
    ...Object.fromEntries(
      articles.map((article) => {
        const { slug, title, date, field, section, tags, body } = article;
        const author = field.length === 0 ? null : { name: fieldText(article, language) };
        return [
          `docs/notes/${slug}.md`,
          `${frontMatter({ title, author, categories: [section], tags }).replace(/---\n\n$/, `date: ${date} 11:00:00\n---\n\n`)}# ${title}\n\n${body}\n`,
        ];
      }),
    ),
  });
  await npmRun(folder, 'vitepress/bin/vitepress.js', ['build', 'docs']);
  return await pagesIn(join(folder, 'docs/.vitepress/dist'), articles, ({ slug }) => `notes/${slug}.html`);
};

const hope: Render = async (folder, _, articles) => {
  await npmInstall(folder, {
    vuepress: '2.0.0-rc.30',
    '@vuepress/bundler-vite': '2.0.0-rc.30',
    'vuepress-theme-hope': '2.0.0-rc.107',
    'sass-embedded': '1.99.0',
  });
  await removed(join(folder, 'src'));
  await writeFiles(folder, {
    'src/.vuepress/config.ts': `import { viteBundler } from '@vuepress/bundler-vite';
import { defineUserConfig } from 'vuepress';
import { hopeTheme } from 'vuepress-theme-hope';
export default defineUserConfig({ base: '/', lang: 'ru-RU', title: '${owner}', bundler: viteBundler(),
  theme: hopeTheme({ hostname: '${siteOrigin}', author: { name: '${owner}' }, blog: {}, plugins: { blog: true } }) });
`,
    'src/README.md': '---\nhome: true\nlayout: Blog\n---\n',
    ...Object.fromEntries(
      articles.map(({ slug, title, date, field, section, tags, body }) => [
        `src/posts/${slug}.md`,
        `${frontMatter({ title, author: field.length === 1 ? field[0] : field, category: [section], tag: tags }).replace(/---\n\n$/, `date: ${date}\n---\n\n`)}${body}\n`,
      ]),
    ),
  });
  await npmRun(folder, 'vuepress/bin/vuepress.js', ['build', 'src', '--dest', 'out']);
  return await pagesIn(join(folder, 'out'), articles, ({ slug }) => `posts/${slug}.html`);
};

const plume: Render = async (folder, _, articles) => {
  await npmInstall(folder, {
    vuepress: '2.0.0-rc.30',
    'vuepress-theme-plume': '1.0.0-rc.201',
    '@vuepress/bundler-vite': '2.0.0-rc.30',
    '@vuepress/shiki-twoslash': '2.0.0-rc.130',
    vue: '3.5.45',
    // the compiler of components reads their types with it
    typescript: '5.9.3',
  });
  await removed(join(folder, 'docs'));
  await writeFiles(folder, {
    'docs/.vuepress/config.ts': `import { viteBundler } from '@vuepress/bundler-vite';
import { defineUserConfig } from 'vuepress';
import { plumeTheme } from 'vuepress-theme-plume';
export default defineUserConfig({ base: '/', lang: 'zh-CN', title: '${owner}', bundler: viteBundler(), shouldPrefetch: false,
  theme: plumeTheme({ hostname: '${siteOrigin}', contributors: false, changelog: false, collections: [{ type: 'post', dir: 'posts', title: '博客', link: '/posts/', linkPrefix: '/article/' }] }) });
`,
    'docs/README.md': '---\npageLayout: home\nconfig:\n  - type: hero\n---\n',
    ...Object.fromEntries(
      articles.map(({ slug, title, date, tags, body }) => [
        `docs/posts/${slug}.md`,
        `${frontMatter({ title, permalink: `/article/${slug}/`, tags }).replace(/---\n\n$/, `createTime: ${date.replaceAll('-', '/')} 10:20:00\n---\n\n`)}${body}\n`,
      ]),
    ),
  });
  await npmRun(folder, 'vuepress/bin/vuepress.js', ['build', 'docs', '--dest', 'out']);
  return await pagesIn(join(folder, 'out'), articles, ({ slug }) => `article/${slug}/index.html`);
};

const valaxy: Render = async (folder, { language }, articles) => {
  await npmInstall(folder, { valaxy: '0.20.4', 'valaxy-theme-yun': '0.20.4' });
  await removed(join(folder, 'pages'));
  await writeFiles(folder, {
    'site.config.ts': `import { defineSiteConfig } from 'valaxy';\nexport default defineSiteConfig({ url: '${siteOrigin}', lang: '${language}', title: '${owner}', author: { name: '${owner}' } });\n`,
    'valaxy.config.ts':
      "import { defineValaxyConfig } from 'valaxy';\nexport default defineValaxyConfig({ theme: 'yun' });\n",
    ...Object.fromEntries(
      articles.map(({ slug, title, date, modified, section, tags, body }) => [
        `pages/posts/${slug}.md`,
        `${frontMatter({ title, categories: [section], tags }).replace(/---\n\n$/, `date: ${date}\nupdated: ${modified ?? date}\n---\n\n`)}${body}\n`,
      ]),
    ),
  });
  await npmRun(folder, 'valaxy/bin/valaxy.mjs', ['build', '--ssg']);
  return await pagesIn(join(folder, 'dist'), articles, ({ slug }) => `posts/${slug}.html`);
};

const system = (shell: Shell, render: Render): System => ({
  file: import.meta.url,
  name: shell.name,
  shells: [shell],
  render,
});

/** Each in a folder of its own. */
export const scriptSystems: readonly System[] = [
  system({ name: 'docusaurus', language: 'es', authors: 'all', owner: null, date: true, modified: true }, docusaurus),
  system({ name: 'starlight', language: 'nl', authors: 'all', owner: null, date: true, modified: false }, starlight),
  system({ name: 'vitepress', language: 'en', authors: 'one', owner: null, date: true, modified: false }, vitepress),
  system({ name: 'vuepress-hope', language: 'ru', authors: 'all', owner, date: true, modified: false }, hope),
  system({ name: 'vuepress-plume', language: 'zh', authors: 'none', owner: null, date: true, modified: false }, plume),
  system({ name: 'valaxy', language: 'en', authors: 'none', owner, date: true, modified: true }, valaxy),
];
