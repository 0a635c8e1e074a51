import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { japanese } from '../posts/japanese.ts';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, overTwoYears, truthOf, writeFiles } from './workshop.ts';

const version = '7.3.0';

/** What its owner changes in the configuration that `hexo init` copies; the theme writes its own. */
const changes = {
  title: '坂道の工房',
  subtitle: '小さな町の手仕事',
  description: '直す人、作る人、残す人の記録',
  author: '坂道の工房',
  language: 'ja',
  timezone: 'UTC',
  url: siteOrigin,
  theme: 'icarus',
};

const withOwner = (config: string): string =>
  config
    .replace('Your name', changes.title)
    .replace('Your title', changes.subtitle)
    .replace('Your location', '坂の上')
    .replace('© 2019', '© 2026');

/** A third of the posts was changed once, three days later. */
const changedOn = (id: number, date: string): string =>
  id % 3 === 0 ? new Date(Date.parse(date) + 3 * 86_400_000).toISOString().slice(0, 10) : date;

export const hexoIcarus: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'hexo-icarus',
    software: 'Hexo',
    version,
    theme: 'icarus 6.1.1',
    lang: 'ja',
    render: 'static',
    pages: ['/about/'],
  },
  async build(folder) {
    const posts = overTwoYears(makePosts({ grammar: japanese, count: 38, seed: 4_102, authors: 3 }));
    await npmInstall(folder, {
      hexo: version,
      'hexo-cli': '4.3.2',
      'hexo-theme-icarus': '6.1.1',
      'hexo-renderer-marked': '6.3.0',
      'hexo-renderer-ejs': '2.0.0',
      'hexo-renderer-stylus': '3.0.1',
      'hexo-renderer-inferno': '1.0.2',
      'hexo-component-inferno': '3.1.2',
      'bulma-stylus': '0.8.0',
      'hexo-generator-index': '3.0.0',
      'hexo-generator-archive': '2.0.0',
      'hexo-generator-tag': '2.0.0',
      'hexo-generator-category': '2.0.0',
    });
    const manifest = await import(`file://${join(folder, 'package.json')}`, { with: { type: 'json' } });
    const starter = await readFile(join(folder, 'node_modules/hexo-cli/assets/_config.yml'), 'utf8');
    await writeFiles(folder, {
      '_config.yml': Object.entries(changes).reduce(
        (config, [key, value]) => config.replace(new RegExp(`^${key}:.*$`, 'm'), `${key}: ${value}`),
        starter,
      ),
      // an application of Hexo is recognized by that field, and is CommonJS
      'package.json': JSON.stringify({ ...manifest.default, type: 'commonjs', hexo: { version } }),
      'source/about/index.md': '---\ntitle: このサイトについて\n---\n古い道具が好きな数人で書いています。\n',
      ...Object.fromEntries(
        posts.map((post) => [
          `source/_posts/${post.slug}.md`,
          `---\ntitle: ${post.title}\nauthor: ${post.author}\ndate: ${post.date} 09:30:00\nupdated: ${changedOn(post.id, post.date)} 18:00:00\ncategories:\n  - ${post.section}\ntags:\n${post.tags.map((tag) => `  - ${tag}\n`).join('')}---\n\n${richMarkdown(richBlocks(post))}\n`,
        ]),
      ),
    });
    // the first start writes the theme's configuration, which its owner then makes theirs
    await npmRun(folder, 'hexo/bin/hexo', ['list', 'page']);
    const written = await readFile(join(folder, '_config.icarus.yml'), 'utf8');
    await writeFiles(folder, { '_config.icarus.yml': withOwner(written) });
    await npmRun(folder, 'hexo/bin/hexo', ['generate'], { TZ: 'UTC' });
    return {
      responses: await recordFolder(join(folder, 'public')),
      truth: truthOf(
        posts,
        ({ date, slug }) => `/${date.replaceAll('-', '/')}/${slug}/`,
        (post) => ({ text: richText(richBlocks(post)) }),
      ),
    };
  },
};
