import { join } from 'node:path';
import { textOf } from '../posts/blocks.ts';
import { italian } from '../posts/italian.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { type Piece, piecesOf, piecesText } from '../posts/richer.ts';
import { recordFolder } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

/** The blocks in the wiki's own markup. */
const markup = (pieces: readonly Piece[]): string =>
  pieces
    .map((block) => {
      if (block.kind === 'heading') return `!! ${block.text}`;
      if (block.kind === 'code') return `\`\`\`python\n${block.text}\n\`\`\``;
      if (block.kind === 'table') return block.rows.map((row) => `|${row.join(' |')} |`).join('\n');
      if (block.kind === 'list') return block.items.map((item) => `* ${item}`).join('\n');
      if (block.kind === 'quote') return `<<<\n${block.text}\n<<<`;
      return block.kind === 'picture' ? `[img[${block.alt}|${block.file}]]` : textOf(block);
    })
    .join('\n\n');

const stamp = (date: string) => `${date.replaceAll('-', '')}081500000`;

const tiddler = (fields: Readonly<Record<string, string>>, text: string): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')}\n${text}`;

/** Tags with a space would stand in brackets. */
const tagsOf = ({ tags, section }: Post) => ['articolo', section, ...tags];

const years = (posts: readonly Post[]) => [...new Set(posts.map(({ date }) => date.slice(0, 4)))];

const listOf = (filter: string) => `<<list-links filter:"${filter}">>`;

function ownTiddlers(posts: readonly Post[]): Record<string, string> {
  const made = (title: string, text: string): [string, string] => [
    title,
    tiddler({ title, created: stamp('2024-01-08'), modified: stamp('2026-10-28'), modifier: 'La redazione' }, text),
  ];
  const groups = [...new Set(posts.flatMap(tagsOf))].filter((each) => each !== 'articolo');
  return Object.fromEntries([
    made(
      'Benvenuti',
      `Quaderno di paese: chi ripara, chi costruisce, chi conserva. Ecco le pagine più recenti.\n\n${listOf('[tag[articolo]!sort[created]limit[12]]')}\n\nTutte le altre si trovano nell'[[Archivio]] e sotto gli [[Argomenti]]. Chi siamo: [[Informazioni]].`,
    ),
    made(
      'Archivio',
      years(posts)
        .map((year) => `* [[Anno ${year}]]`)
        .join('\n'),
    ),
    ...years(posts).map((year) =>
      made(`Anno ${year}`, listOf(`[tag[articolo]search:created:literal,anchored[${year}]!sort[created]]`)),
    ),
    made(
      'Argomenti',
      groups
        .toSorted()
        .map((each) => `* [[${each}]]`)
        .join('\n'),
    ),
    ...groups.map((each) => made(each, listOf('[tag<currentTiddler>!sort[created]]'))),
    made(
      'Informazioni',
      'Questo quaderno è scritto da alcune persone a cui piacciono gli attrezzi vecchi. Per scriverci: [[Contatti]].',
    ),
    made('Contatti', 'La redazione risponde il giovedì, in officina o per posta.'),
  ]);
}

export const tiddlywiki: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'tiddlywiki-static',
    software: 'TiddlyWiki (its static pages)',
    version: '5.4.1',
    theme: 'snowwhite',
    lang: 'it',
    render: 'static',
    pages: ['/', '/static/Benvenuti.html', '/static/Informazioni.html', '/static/Contatti.html'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: italian, count: 37, seed: 2_001, authors: 3 });
    await npmInstall(folder, { tiddlywiki: '5.4.1' });
    const files = { ...ownTiddlers(posts) };
    await writeFiles(folder, {
      'wiki/tiddlywiki.info': JSON.stringify({
        themes: ['tiddlywiki/vanilla', 'tiddlywiki/snowwhite'],
        languages: ['it-IT'],
      }),
      'wiki/tiddlers/settings/title.tid': tiddler({ title: '$:/SiteTitle' }, 'Quaderno di paese'),
      'wiki/tiddlers/settings/subtitle.tid': tiddler({ title: '$:/SiteSubtitle' }, 'mestieri e oggetti'),
      'wiki/tiddlers/settings/first.tid': tiddler({ title: '$:/DefaultTiddlers' }, 'Benvenuti'),
      'wiki/tiddlers/settings/language.tid': tiddler({ title: '$:/language' }, '$:/languages/it-IT'),
      ...Object.fromEntries(Object.values(files).map((text, at) => [`wiki/tiddlers/own/${at + 1}.tid`, text])),
      ...Object.fromEntries(
        posts.map((post) => [
          `wiki/tiddlers/${post.slug}.tid`,
          tiddler(
            {
              title: post.title,
              created: stamp(post.date),
              modified: stamp(post.date),
              creator: post.author,
              modifier: post.author,
              tags: tagsOf(post).join(' '),
            },
            markup(piecesOf(post, italian, '../foto/')),
          ),
        ]),
      ),
    });
    // the build that the wiki's own editions call static, with the overview as start page
    const build = '$:/core/templates/static';
    await npmRun(folder, 'tiddlywiki/tiddlywiki.js', [
      join(folder, 'wiki'),
      '--output',
      join(folder, 'out'),
      ...['--render', `${build}.template.html`, 'index.html', 'text/plain'],
      ...[
        '--render',
        '[!is[system]]',
        '[encodeuricomponent[]addprefix[static/]addsuffix[.html]]',
        'text/plain',
        `${build}.tiddler.html`,
      ],
      ...['--render', `${build}.template.css`, 'static/static.css', 'text/plain'],
    ]);
    return {
      responses: await recordFolder(join(folder, 'out')),
      // addresses escape the title twice; sections are tags like others
      truth: truthOf(
        posts,
        ({ title }) => `/static/${encodeURIComponent(`${encodeURIComponent(title)}.html`)}`,
        (post) => ({ tags: tagsOf(post), section: null, text: piecesText(piecesOf(post, italian, '')) }),
      ),
    };
  },
};
