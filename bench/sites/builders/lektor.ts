import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { english } from '../posts/english.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder } from '../record.ts';
import { type OwnSite, pipInstall, removed, run, truthOf, writeFiles } from './workshop.ts';

const quickstart = `
import sys
from lektor.quickstart import Generator
Generator('project').run({'project_name': 'Harbour Notes', 'project_slug': 'harbour-notes', 'project_path': sys.argv[1], 'with_blog': True, 'this_year': 2026, 'today': '2026-10-28', 'author_name': 'Harbour Notes'}, sys.argv[1])
`;

export const lektor: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'lektor-quickstart',
    software: 'Lektor',
    version: '3.3.14',
    theme: 'quickstart (its own templates)',
    lang: 'en',
    render: 'static',
    pages: ['/', '/about/', '/projects/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: english, count: 30, seed: 606 });
    const programs = await pipInstall(folder, ['lektor==3.3.14']);
    const project = join(folder, 'project');
    await removed(project);
    await run(join(programs, 'python'), ['-c', quickstart, project], folder);
    await removed(join(project, 'content/blog/first-post'));
    await writeFiles(
      project,
      Object.fromEntries(
        // the quickstart's Markdown has no tables
        posts.map(({ slug, title, author, date, blocks }) => [
          `content/blog/${slug}/contents.lr`,
          `title: ${title}\n---\npub_date: ${date}\n---\nauthor: ${author}\n---\nbody:\n\n${markdown(blocks.filter(({ kind }) => kind !== 'table'))}\n`,
        ]),
      ),
    );
    await run(join(programs, 'lektor'), ['build', '-O', join(project, 'out')], project);
    const shown = posts.map((post) => ({ ...post, blocks: post.blocks.filter(({ kind }) => kind !== 'table') }));
    const responses = await recordFolder(join(project, 'out'), { without: /^\.lektor/ });
    return {
      responses,
      truth: truthOf(
        shown,
        ({ slug }) => `/blog/${slug}/`,
        () => ({ tags: [], section: null }),
      ),
    };
  },
};
