import { join } from 'node:path';
import { polish } from '../posts/polish.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { type OwnSite, pipInstall, removed, run, truthOf, writeFiles } from './workshop.ts';

const config = `
site_name: Zeszyt warsztatowy
site_description: Notatki z małych miejscowości
site_url: ${siteOrigin}/
copyright: Zeszyt warsztatowy, 2026
theme:
  name: material
  language: pl
  features:
    - navigation.tabs
    - navigation.top
    - navigation.footer
    - content.code.copy
  palette:
    - scheme: default
      toggle: { icon: material/brightness-7, name: Tryb ciemny }
    - scheme: slate
      toggle: { icon: material/brightness-4, name: Tryb jasny }
plugins:
  - search
  - blog:
      blog_dir: .
      blog_toc: true
      pagination_per_page: 6
      authors_profiles: true
  - tags
  - rss:
      match_path: posts/.*
      date_from_meta:
        as_creation: date
      use_git: false
      categories: [categories, tags]
markdown_extensions:
  - admonition
  - attr_list
  - md_in_html
  - pymdownx.highlight:
      anchor_linenums: true
  - pymdownx.superfences
nav:
  - Blog: index.md
  - Tagi: tags.md
  - O nas: o-nas.md
  - Kontakt: kontakt.md
`;

const handle = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '-');

/** The first paragraph stands in the lists. */
function source(post: Post): string {
  const { slug, title, author, date, section, tags } = post;
  const [first, ...rest] = richBlocks(post);
  const lead = first ? richMarkdown([first]) : '';
  const more = rest.length > 0 ? `\n\n<!-- more -->\n\n${richMarkdown(rest, '/images/')}` : '';
  return `---
date: ${date}
slug: ${slug}
authors: [${handle(author)}]
categories: [${section}]
tags: [${tags.join(', ')}]
---

# ${title}

${lead}${more}
`;
}

export const mkdocsMaterial: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'mkdocs-material-blog',
    software: 'MkDocs 1.6.1',
    version: '9.8.2',
    theme: 'Material with its blog',
    lang: 'pl',
    render: 'static',
    pages: ['/o-nas/', '/kontakt/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: polish, count: 36, seed: 3_004, authors: 3 });
    const programs = await pipInstall(folder, ['mkdocs==1.6.1', 'mkdocs-material==9.8.2', 'mkdocs-rss-plugin==1.19.0']);
    const project = join(folder, 'project');
    await removed(project);
    const authors = [...new Set(posts.map(({ author }) => author))].map(
      (name) =>
        `  ${handle(name)}:\n    name: ${name}\n    description: Autor\n    avatar: /images/${handle(name)}.png\n`,
    );
    await writeFiles(project, {
      'mkdocs.yml': config,
      'docs/index.md': '# Blog\n',
      'docs/tags.md': '# Tagi\n\n<!-- material/tags -->\n',
      'docs/o-nas.md': '# O nas\n\nZeszyt prowadzi kilka osób, które lubią stare narzędzia.\n',
      'docs/kontakt.md': '# Kontakt\n\nListy prosimy wysyłać na adres warsztatu.\n',
      'docs/.authors.yml': `authors:\n${authors.join('')}`,
      ...Object.fromEntries(posts.map((post) => [`docs/posts/${post.slug}.md`, source(post)])),
    });
    await run(join(programs, 'mkdocs'), ['build', '--quiet'], project);
    return {
      responses: await recordFolder(join(project, 'site')),
      truth: truthOf(
        posts,
        ({ date, slug }) => `/${date.replaceAll('-', '/')}/${slug}/`,
        (post) => ({ text: richText(richBlocks(post)) }),
      ),
    };
  },
};
