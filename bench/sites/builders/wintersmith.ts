import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { english } from '../posts/english.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, removed, truthOf, writeFiles } from './workshop.ts';

export const wintersmith: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'wintersmith-blog',
    software: 'Wintersmith',
    version: '2.5.0',
    theme: 'blog (its own template)',
    lang: 'en',
    render: 'static',
    pages: ['/about.html'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: english, count: 33, seed: 202, authors: 3 });
    await npmInstall(folder, { wintersmith: '2.5.0', moment: '2.30.1', underscore: '1.13.8', typogr: '0.6.8' });
    await cp(join(folder, 'node_modules/wintersmith/examples/blog'), folder, {
      recursive: true,
      filter: (file) => !file.endsWith('blog/package.json'),
    });
    await Promise.all(['contents/articles', 'contents/authors'].map((name) => removed(join(folder, name))));
    const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
    const locals = {
      url: siteOrigin,
      name: 'The Shed Door',
      owner: posts[0]?.author,
      description: 'Things that people in small towns make and mend',
    };
    const authors = new Map(posts.map(({ author }) => [author.toLowerCase().replaceAll(' ', '-'), author]));
    await writeFiles(folder, {
      'config.json': JSON.stringify({ ...config, locals, paginator: { perPage: 4 } }),
      'contents/about.md':
        '---\ntitle: About\ntemplate: article.pug\n---\nThis journal is kept by three people who like old tools.\n',
      ...Object.fromEntries(
        [...authors].map(([key, name]) => [
          `contents/authors/${key}.json`,
          JSON.stringify({ name, email: `${key}@shed.example`, bio: 'Writes here' }),
        ]),
      ),
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, blocks }) => [
          `contents/articles/${slug}/index.md`,
          `---\ntitle: "${title}"\nauthor: ${author.toLowerCase().replaceAll(' ', '-')}\ndate: ${date} 09:00\ntemplate: article.pug\n---\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'wintersmith/bin/wintersmith', ['build']);
    // the template shows neither tags nor sections
    return {
      responses: await recordFolder(join(folder, 'build')),
      truth: truthOf(
        posts,
        ({ slug }) => `/articles/${slug}/`,
        () => ({ tags: [], section: null }),
      ),
    };
  },
};
