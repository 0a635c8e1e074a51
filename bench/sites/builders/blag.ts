import { cp, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { markdown, textOf } from '../posts/blocks.ts';
import { korean } from '../posts/korean.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { type OwnSite, pipInstall, removed, run, truthOf, writeFiles } from './workshop.ts';

export const blag: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'blag',
    software: 'blag',
    version: '2.3.3',
    theme: 'what its quickstart copies',
    lang: 'ko',
    render: 'static',
    pages: ['/about.html'],
  },
  async build(folder) {
    // its Markdown has no tables
    const posts = makePosts({ grammar: korean, count: 34, seed: 1_003, authors: 1 }).map((post) => ({
      ...post,
      blocks: post.blocks.filter(({ kind }) => kind !== 'table'),
    }));
    const programs = await pipInstall(folder, ['blag==2.3.3']);
    const project = join(folder, 'project');
    await removed(project);
    for await (const parts of glob(join(folder, 'venv/lib/*/site-packages/blag')))
      for (const part of ['templates', 'static']) await cp(join(parts, part), join(project, part), { recursive: true });
    await writeFiles(project, {
      'config.ini': `[main]\nbase_url = ${siteOrigin}/\ntitle = 공방 일지\ndescription = 작은 마을의 손과 물건\nauthor = ${posts[0]?.author}\n`,
      'content/about.md': 'title: 소개\n\n## 소개\n\n오래된 연장을 좋아하는 사람이 쓴다.\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, date, tags, blocks }) => [
          `content/${slug}.md`,
          `Title: ${title}\nDescription: ${blocks.slice(0, 1).map(textOf).join('').slice(0, 60)}\nDate: ${date} 12:00\nTags: ${tags.join(', ')}\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await run(join(programs, 'blag'), ['build'], project);
    return {
      responses: await recordFolder(join(project, 'build')),
      truth: truthOf(
        posts,
        ({ slug }) => `/${slug}.html`,
        () => ({ section: null }),
      ),
    };
  },
};
