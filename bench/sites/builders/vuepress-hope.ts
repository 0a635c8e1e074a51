import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { russian } from '../posts/russian.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, overTwoYears, truthOf, writeFiles } from './workshop.ts';

const config = `import { viteBundler } from '@vuepress/bundler-vite';
import { defineUserConfig } from 'vuepress';
import theme from './theme.js';
export default defineUserConfig({
  base: '/', lang: 'ru-RU', title: 'Старый двор', description: 'Ремёсла и вещи маленьких городов', theme, bundler: viteBundler(),
});
`;
/** After the theme of the blog that the theme's own starter makes, without its demonstrations. */
const theme = `import { hopeTheme } from 'vuepress-theme-hope';
export default hopeTheme({
  hostname: '${siteOrigin}',
  author: { name: 'Старый двор', url: '${siteOrigin}' },
  logo: '/logo.svg',
  docsDir: 'src',
  navbar: ['/', { text: 'Записи', icon: 'pen-to-square', link: '/article/' }, { text: 'Лента', icon: 'clock', link: '/timeline/' }, '/intro'],
  sidebar: { '/': ['', { text: 'Записи', icon: 'book', prefix: 'posts/', children: 'structure' }, 'intro'] },
  footer: 'Старый двор',
  displayFooter: true,
  blog: { description: 'Пишем о тех, кто чинит', intro: '/intro.html', medias: { Email: 'mailto:info@dvor.example' } },
  markdown: { align: true, attrs: true, codeTabs: true, component: true, figure: true, gfm: true, imgLazyload: true, imgSize: true, include: true, mark: true, spoiler: true, sub: true, sup: true, tabs: true, tasklist: true, vPre: true },
  plugins: { blog: true, components: { components: ['Badge', 'VPCard'] }, icon: { prefix: 'fa6-solid:' } },
});
`;
const home = `---
home: true
layout: Blog
icon: house
title: Главная
heroImage: /logo.svg
heroText: Старый двор
tagline: Ремёсла и вещи маленьких городов
heroFullScreen: true
footer: Старый двор, 2026
---

Здесь пишут несколько любителей старых инструментов.
`;

export const vuepressHope: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'vuepress-hope',
    software: 'VuePress',
    version: '2.0.0-rc.30',
    theme: 'hope 2.0.0-rc.107',
    lang: 'ru-RU',
    render: 'hydrated',
    ignoreQuery: true,
    pages: ['/intro.html'],
  },
  async build(folder) {
    const posts = overTwoYears(makePosts({ grammar: russian, count: 37, seed: 4_104, authors: 3 }));
    await npmInstall(folder, {
      vuepress: '2.0.0-rc.30',
      '@vuepress/bundler-vite': '2.0.0-rc.30',
      'vuepress-theme-hope': '2.0.0-rc.107',
      'create-vuepress-theme-hope': '2.0.0-rc.109',
      'sass-embedded': '1.99.0',
    });
    const starter = join(folder, 'node_modules/create-vuepress-theme-hope/template');
    await cp(join(starter, 'blog/config/base'), join(folder, 'src/.vuepress'), { recursive: true });
    await cp(join(starter, 'public'), join(folder, 'src/.vuepress/public'), { recursive: true });
    await writeFiles(folder, {
      'src/.vuepress/config.ts': config,
      'src/.vuepress/theme.ts': theme,
      'src/README.md': home,
      'src/intro.md':
        '---\nicon: circle-info\ncover: /assets/images/cover3.jpg\n---\n\n# О нас\n\nМы собираем рассказы о вещах и людях.\n',
      // the build wants the pictures that posts name; recordings leave them out
      ...Object.fromEntries(posts.map(({ slug }) => [`src/.vuepress/public/images/${slug}.jpg`, ''])),
      ...Object.fromEntries(
        posts.map((post) => {
          const { slug, title, author, date, section, tags } = post;
          return [
            `src/posts/${slug}.md`,
            `---\nicon: pen-to-square\nauthor: ${author}\ndate: ${date}\ncategory:\n  - ${section}\ntag:\n${tags.map((tag) => `  - ${tag}\n`).join('')}---\n\n# ${title}\n\n${richMarkdown(richBlocks(post))}\n`,
          ];
        }),
      ),
    });
    await npmRun(folder, 'vuepress/bin/vuepress.js', ['build', 'src', '--dest', 'out']);
    return {
      responses: await recordFolder(join(folder, 'out')),
      truth: truthOf(
        posts,
        ({ slug }) => `/posts/${slug}.html`,
        (post) => ({ text: richText(richBlocks(post)) }),
      ),
    };
  },
};
