import { existsSync } from 'node:fs';
import { cp, mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Block, textOf } from '../posts/blocks.ts';
import { french } from '../posts/french.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { recordServer } from '../record.ts';
import { freePort, MissingTool, type OwnSite, removed, truthOf, withServer, writeFiles } from './workshop.ts';

/** Debian's packages dokuwiki, php-cli and php-xml. */
const [installed, settings] = ['/usr/share/dokuwiki', '/etc/dokuwiki'];

const preload = (wiki: string) => `<?php
if (!defined('DOKU_MAIN_CONF')) define('DOKU_MAIN_CONF', '${wiki}/conf/');
if (!defined('DOKU_CONF')) define('DOKU_CONF', '${wiki}/conf/');
`;
const local = (wiki: string) => `<?php
$conf['title'] = 'Wiki des ateliers';
$conf['lang'] = 'fr';
$conf['savedir'] = '${wiki}/data';
$conf['useacl'] = 0;
$conf['updatecheck'] = 0;
`;
const folders = 'attic cache index locks log media media_attic media_meta meta pages tmp'.split(' ');

const markup = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'heading') return `===== ${block.text} =====`;
      if (block.kind === 'code') return `<code python>\n${block.text}\n</code>`;
      if (block.kind === 'table') return block.rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
      return textOf(block);
    })
    .join('\n\n');

const spaceOf = ({ section }: Post) => section.toLowerCase();

export const dokuwiki: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'dokuwiki',
    software: 'DokuWiki',
    version: '2022-07-31a',
    theme: 'default',
    lang: 'fr',
    render: 'server',
    pages: ['/', '/doku.php', '/doku.php?id=start', '/doku.php?id=start&do='],
    listPages: 7,
  },
  async build(folder) {
    if (![installed, '/usr/bin/php'].every((each) => existsSync(each)))
      throw new MissingTool('the packages of Debian that this builder names');
    const posts = makePosts({ grammar: french, count: 28, seed: 1_010 });
    const wiki = join(folder, 'wiki');
    await removed(wiki);
    await cp(installed, wiki, { recursive: true, dereference: true });
    await cp(settings, join(wiki, 'conf'), { recursive: true, dereference: true });
    await Promise.all(folders.map((name) => mkdir(join(wiki, 'data', name), { recursive: true })));
    const changeOf = (post: Post) =>
      `${Date.parse(`${post.date}T10:00:00Z`) / 1_000}\t127.0.0.1\tC\t${spaceOf(post)}:${post.slug}\t\tcréée\t\t400\n`;
    await writeFiles(wiki, {
      'inc/preload.php': preload(wiki),
      'conf/local.php': local(wiki),
      'data/meta/_dokuwiki.changes': posts.toReversed().map(changeOf).join(''),
      'data/pages/start.txt': `====== Wiki des ateliers ======\n\nCe que nous savons de nos villages. Les pages les plus récentes :\n\n${posts
        .slice(0, 6)
        .map((post) => `  * [[${spaceOf(post)}:${post.slug}|${post.title}]]`)
        .join('\n')}\n`,
      ...Object.fromEntries(
        posts.flatMap((post) => [
          [`data/pages/${spaceOf(post)}/${post.slug}.txt`, `====== ${post.title} ======\n\n${markup(post.blocks)}\n`],
          [`data/meta/${spaceOf(post)}/${post.slug}.changes`, changeOf(post)],
        ]),
      ),
    });
    for (const post of posts) {
      const when = new Date(`${post.date}T10:00:00Z`);
      await utimes(join(wiki, `data/pages/${spaceOf(post)}/${post.slug}.txt`), when, when);
    }
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: 'php',
      args: ['-d', 'date.timezone=UTC', '-S', `127.0.0.1:${port}`, '-t', wiki],
      cwd: wiki,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, {
        start: ['/', '/feed.php'],
        without:
          /[?&](do=(edit|diff|login|media|export|backlink|revisions|search|profile)|rev=|image=|sectok=|tab_)|\/lib\/exe\/(taskrunner|indexer|fetch|ajax|detail|mediamanager)/,
      }),
    );
    // the wiki shows the last change of a page alone, and the address of who made it
    return {
      responses,
      truth: truthOf(
        posts,
        (post) => `/doku.php?id=${spaceOf(post)}:${post.slug}`,
        // the way back from lists that stand beside a page
        (post) => ({
          aliases: [`/doku.php?id=${spaceOf(post)}:${post.slug}&do=`],
          authors: [],
          date: null,
          tags: [],
          section: null,
        }),
      ),
    };
  },
};
