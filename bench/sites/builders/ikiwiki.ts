import { existsSync } from 'node:fs';
import { cp, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { portuguese } from '../posts/portuguese.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { MissingTool, type OwnSite, removed, run, truthOf, writeFiles } from './workshop.ts';

/** Debian's package ikiwiki, with libtext-markdown-discount-perl. */
const example = '/usr/share/ikiwiki/examples/blog';

const setup = (folder: string) => `# IkiWiki::Setup::Yaml - YAML formatted setup file
wikiname: O Caderno da Oficina
srcdir: ${join(folder, 'source')}
destdir: ${join(folder, 'out')}
url: ${siteOrigin}
rcs: ''
syslog: 0
discussion: 0
rss: 1
atom: 1
locale: C.UTF-8
add_plugins: [goodstuff, calendar, sidebar, trail]
tagbase: tags
tag_autocreate: 1
archivebase: archives
calendar_autocreate: 1
archive_pagespec: page(posts/*)
`;

export const ikiwiki: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'ikiwiki-blog',
    software: 'ikiwiki',
    version: '3.20200202.3',
    theme: 'default, with its example blog',
    lang: 'pt',
    render: 'static',
  },
  async build(folder) {
    if (!existsSync(example)) throw new MissingTool('the packages of Debian that this builder names');
    const posts = makePosts({ grammar: portuguese, count: 35, seed: 1_005 });
    await cp(example, join(folder, 'source'), { recursive: true });
    await removed(join(folder, 'source/posts'));
    await writeFiles(folder, {
      'blog.setup': setup(folder),
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, tags, blocks }) => [
          `source/posts/${slug}.mdwn`,
          `[[!meta title="${title}"]]\n[[!meta author="${author}"]]\n[[!meta date="${date} 10:00:00"]]\n[[!meta updated="${date} 10:00:00"]]\n[[!tag ${tags.join(' ')}]]\n\n${markdown(blocks).replace(/```python\n(.*?)\n```/gs, (_, code: string) => code.replace(/^/gm, '    '))}\n`,
        ]),
      ),
    });
    // a page was last edited when its file was
    for (const { slug, date } of posts) {
      const when = new Date(`${date}T10:00:00Z`);
      await utimes(join(folder, `source/posts/${slug}.mdwn`), when, when);
    }
    await run('ikiwiki', ['--setup', 'blog.setup'], folder, { LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder });
    return {
      responses: await recordFolder(join(folder, 'out'), {
        // its own manual, which nothing links to
        without: /^(ikiwiki|templates|smileys|shortcuts|sandbox|recentchanges)\/(.*\/)?index\.\w+$/,
      }),
      truth: truthOf(
        posts,
        ({ slug }) => `/posts/${slug}/`,
        () => ({ section: null }),
      ),
    };
  },
};
