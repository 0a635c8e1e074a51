import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { chinese } from '../posts/chinese.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const config = `
title: 青石小记
author: 青石
language: zh-CN
timezone: UTC
url: ${siteOrigin}
theme: fluid
permalink: :year/:month/:day/:title/
per_page: 8
index_generator: { per_page: 8 }
archive_generator: { per_page: 10 }
feed: { type: atom, path: atom.xml, limit: 20 }
`;
const themeConfig = `
post:
  meta:
    author: { enable: true }
  copyright: { enable: true }
`;

export const hexoFluid: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'hexo-fluid',
    software: 'Hexo',
    version: '8.1.2',
    theme: 'fluid 1.9.9',
    lang: 'zh-CN',
    render: 'static',
    pages: ['/about/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: chinese, count: 36, seed: 101 });
    await npmInstall(folder, {
      hexo: '8.1.2',
      'hexo-theme-fluid': '1.9.9',
      'hexo-renderer-marked': '7.0.1',
      'hexo-renderer-ejs': '2.0.0',
      'hexo-renderer-stylus': '3.0.1',
      'hexo-generator-index': '4.0.0',
      'hexo-generator-archive': '2.0.0',
      'hexo-generator-tag': '2.0.0',
      'hexo-generator-category': '2.0.0',
      'hexo-generator-feed': '3.0.0',
    });
    const manifest = await import(`file://${join(folder, 'package.json')}`, { with: { type: 'json' } });
    await writeFiles(folder, {
      '_config.yml': config,
      '_config.fluid.yml': themeConfig,
      // an application of Hexo is recognized by that field, and is CommonJS
      'package.json': JSON.stringify({ ...manifest.default, type: 'commonjs', hexo: { version: '8.1.2' } }),
      'source/about/index.md': '---\ntitle: 关于\nlayout: about\n---\n这里记录小镇的手艺人和他们的东西。\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, section, tags, blocks }) => [
          `source/_posts/${slug}.md`,
          `---\ntitle: "${title}"\nauthor: ${author}\ndate: ${date} 10:00:00\ncategories: [${section}]\ntags: [${tags.join(', ')}]\n---\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'hexo/bin/hexo', ['generate']);
    const responses = await recordFolder(join(folder, 'public'));
    return { responses, truth: truthOf(posts, ({ date, slug }) => `/${date.replaceAll('-', '/')}/${slug}/`) };
  },
};
