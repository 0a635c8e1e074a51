import { join } from 'node:path';
import { german } from '../posts/german.ts';
import { makePosts } from '../posts/posts.ts';
import { type Piece, piecesMarkdown, piecesOf, piecesText } from '../posts/richer.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const config = (author: string) => `
title: Werkstattbuch
subtitle: Handwerk aus kleinen Städten
description: Wer baut, wer flickt, wer aufhebt
author: ${author}
language: de
timezone: UTC
url: ${siteOrigin}
theme: next
permalink: :year/:month/:title.html
per_page: 6
index_generator: { per_page: 6, order_by: -date }
archive_generator: { per_page: 12 }
tag_generator: { per_page: 8 }
category_generator: { per_page: 8 }
feed: { type: [atom, rss2], path: [atom.xml, rss2.xml], limit: 15 }
sitemap: { path: [sitemap.xml] }
`;
const themeConfig = `
scheme: Gemini
menu:
  home: / || fa fa-home
  about: /about/ || fa fa-user
  tags: /tags/ || fa fa-tags
  categories: /categories/ || fa fa-th
  archives: /archives/ || fa fa-archive
follow_me:
  RSS: /atom.xml || fa fa-rss
creative_commons: { license: by-nc-sa, size: small, post: true }
open_graph: { enable: true }
`;

/** Lists show what stands above the mark. */
const withExcerpt = (pieces: readonly Piece[]): string =>
  pieces.length < 2
    ? piecesMarkdown(pieces)
    : `${piecesMarkdown(pieces.slice(0, 1))}\n\n<!-- more -->\n\n${piecesMarkdown(pieces.slice(1))}`;

export const hexoNext: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'hexo-next',
    software: 'Hexo',
    version: '8.1.2',
    theme: 'next 8.29.0',
    lang: 'de',
    render: 'static',
    pages: ['/about/', '/kontakt/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: german, count: 42, seed: 2_006, authors: 1 });
    await npmInstall(folder, {
      hexo: '8.1.2',
      'hexo-theme-next': '8.29.0',
      'hexo-renderer-marked': '7.0.1',
      'hexo-renderer-stylus': '3.0.1',
      'hexo-generator-index': '4.0.0',
      'hexo-generator-archive': '2.0.0',
      'hexo-generator-tag': '2.0.0',
      'hexo-generator-category': '2.0.0',
      'hexo-generator-feed': '3.0.0',
      'hexo-generator-sitemap': '3.0.1',
    });
    const manifest = await import(`file://${join(folder, 'package.json')}`, { with: { type: 'json' } });
    await writeFiles(folder, {
      '_config.yml': config(posts[0]?.author ?? ''),
      '_config.next.yml': themeConfig,
      // an application of Hexo is recognized by that field, and is CommonJS
      'package.json': JSON.stringify({ ...manifest.default, type: 'commonjs', hexo: { version: '8.1.2' } }),
      'source/about/index.md':
        '---\ntitle: Über dieses Buch\n---\nHier schreibt jemand über Werkzeug und alle, die es noch benutzen. [Kontakt](/kontakt/)\n',
      'source/kontakt/index.md': '---\ntitle: Kontakt\n---\nDienstags steht die Werkstatt offen.\n',
      'source/tags/index.md': '---\ntitle: Schlagwörter\ntype: tags\n---\n',
      'source/categories/index.md': '---\ntitle: Kategorien\ntype: categories\n---\n',
      ...Object.fromEntries(
        posts.map((post) => [
          `source/_posts/${post.slug}.md`,
          `---\ntitle: "${post.title}"\ndate: ${post.date} 10:00:00\nupdated: ${post.date} 10:00:00\ncategories: [${post.section}]\ntags: [${post.tags.join(', ')}]\n---\n${withExcerpt(piecesOf(post, german, '/bilder/'))}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'hexo/bin/hexo', ['generate']);
    return {
      responses: await recordFolder(join(folder, 'public')),
      truth: truthOf(
        posts,
        ({ date, slug }) => `/${date.slice(0, 7).replace('-', '/')}/${slug}.html`,
        (post) => ({ text: piecesText(piecesOf(post, german, '')) }),
      ),
    };
  },
};
