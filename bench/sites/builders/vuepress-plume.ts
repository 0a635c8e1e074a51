import { join } from 'node:path';
import { chinese } from '../posts/chinese.ts';
import { makePosts } from '../posts/posts.ts';
import { piecesMarkdown, piecesOf, piecesText } from '../posts/richer.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const config = `import { viteBundler } from '@vuepress/bundler-vite';
import { defineUserConfig } from 'vuepress';
import { plumeTheme } from 'vuepress-theme-plume';
export default defineUserConfig({
  base: '/', lang: 'zh-CN', title: '竹林工坊', description: '小镇上的手艺与器物', bundler: viteBundler(), shouldPrefetch: false,
  theme: plumeTheme({
    hostname: '${siteOrigin}',
    contributors: false,
    changelog: false,
    profile: { name: '竹林工坊', description: '小镇上的手艺与器物', circle: true },
    navbar: [{ text: '首页', link: '/' }, { text: '博客', link: '/posts/' }, { text: '标签', link: '/article/tags/' }, { text: '归档', link: '/article/archives/' }, { text: '关于', link: '/about/' }],
    collections: [{ type: 'post', dir: 'posts', title: '博客', link: '/posts/', linkPrefix: '/article/', pagination: 8, postCover: 'right' }],
  }),
});
`;
const home = `---
pageLayout: home
config:
  - type: hero
    full: true
    hero:
      name: 竹林工坊
      tagline: 小镇上的手艺与器物
      actions:
        - theme: brand
          text: 博客
          link: /posts/
  - type: features
    features:
      - title: 修理
        details: 旧东西还能再用许多年。
      - title: 记录
        details: 谁做的，谁用的，都写下来。
---
`;

export const vuepressPlume: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'vuepress-plume',
    software: 'VuePress',
    version: '2.0.0-rc.30',
    theme: 'plume 1.0.0-rc.201',
    lang: 'zh-CN',
    render: 'hydrated',
    ignoreQuery: true,
    pages: ['/', '/about/', '/contact/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: chinese, count: 38, seed: 2_004, authors: 2 });
    await npmInstall(folder, {
      vuepress: '2.0.0-rc.30',
      'vuepress-theme-plume': '1.0.0-rc.201',
      '@vuepress/bundler-vite': '2.0.0-rc.30',
      '@vuepress/shiki-twoslash': '2.0.0-rc.130',
      vue: '3.5.45',
      // the compiler of components reads their types with it
      typescript: '5.9.3',
    });
    await writeFiles(folder, {
      'docs/.vuepress/config.ts': config,
      'docs/README.md': home,
      'docs/about.md':
        '---\ntitle: 关于\npermalink: /about/\n---\n\n这里由几个喜欢旧工具的人书写。来信请看[联系](/contact/)。\n',
      'docs/contact.md': '---\ntitle: 联系\npermalink: /contact/\n---\n\n每周二下午，工坊的门开着。\n',
      // the build wants the pictures that posts name; recordings leave them out
      ...Object.fromEntries(posts.map(({ id }) => [`docs/.vuepress/public/images/${id}.jpg`, ''])),
      ...Object.fromEntries(
        posts.map((post) => {
          const { id, slug, title, date, tags, section, short } = post;
          const cover = id % 5 === 1 && !short ? `cover: /images/cover-${id}.jpg\n` : '';
          return [
            // folders are the categories
            `docs/posts/${section}/${slug}.md`,
            `---\ntitle: ${title}\ncreateTime: ${date.replaceAll('-', '/')} 10:20:00\npermalink: /article/${slug}/\n${cover}tags:\n${tags.map((tag) => `  - ${tag}\n`).join('')}---\n\n${piecesMarkdown(piecesOf(post, chinese, '/images/'))}\n`,
          ];
        }),
      ),
    });
    await npmRun(folder, 'vuepress/bin/vuepress.js', ['build', 'docs', '--dest', 'out']);
    // the theme names no authors
    return {
      responses: await recordFolder(join(folder, 'out')),
      truth: truthOf(
        posts,
        ({ slug }) => `/article/${slug}/`,
        (post) => ({ authors: [], text: piecesText(piecesOf(post, chinese, '')) }),
      ),
    };
  },
};
