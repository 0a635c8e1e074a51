import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { polish } from '../posts/polish.ts';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { MissingTool, type OwnSite, overTwoYears, removed, run, truthOf, writeFiles } from './workshop.ts';

/** Debian's package jekyll, with its theme and plugins: jekyll-theme-minima, ruby-jekyll-feed. */
const program = '/usr/bin/jekyll';
const theme = '/usr/share/rubygems-integration/all/gems/minima-2.5.1';

/** What its owner writes at the end of the configuration that `jekyll new` makes. */
const config = `
title: Notatnik z podwórka
email: poczta@podworko.example
description: Rzemiosło i ludzie z małych miejscowości
url: ${siteOrigin}
lang: pl
timezone: UTC
twitter_username:
github_username:
`;

export const jekyllMinima: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'jekyll-minima',
    software: 'Jekyll',
    version: '4.3.1',
    theme: 'minima 2.5.1',
    lang: 'pl',
    render: 'static',
    pages: ['/about/'],
  },
  async build(folder) {
    if (![program, theme].every((each) => existsSync(each)))
      throw new MissingTool('the packages of Debian that this builder names');
    const posts = overTwoYears(makePosts({ grammar: polish, count: 34, seed: 4_101, authors: 3 }));
    const project = join(folder, 'project');
    await removed(project);
    // without a Gemfile it takes the packages of the system
    await run(program, ['new', '--skip-bundle', project], folder);
    await removed(join(project, 'Gemfile'));
    await removed(join(project, '_posts'));
    await appendFile(join(project, '_config.yml'), config);
    await writeFiles(project, {
      'about.markdown':
        '---\nlayout: page\ntitle: O nas\npermalink: /about/\n---\n\nNotatnik prowadzi kilkoro miłośników starych narzędzi.\n',
      ...Object.fromEntries(
        posts.map((post) => [
          `_posts/${post.date}-${post.slug}.markdown`,
          `---\nlayout: post\ntitle: "${post.title}"\ndate: ${post.date} 10:15:00 +0000\nauthor: ${post.author}\ncategories: ${post.section.toLowerCase()}\ntags: [${post.tags.join(', ')}]\n---\n\n${richMarkdown(richBlocks(post), '/assets/')}\n`,
        ]),
      ),
    });
    await run(program, ['build'], project, { JEKYLL_ENV: 'production', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder });
    // the theme prints neither tags nor categories
    return {
      responses: await recordFolder(join(project, '_site')),
      truth: truthOf(
        posts,
        ({ date, slug, section }) =>
          `/${encodeURIComponent(section.toLowerCase())}/${date.replaceAll('-', '/')}/${slug}.html`,
        (post) => ({ tags: [], section: null, text: richText(richBlocks(post)) }),
      ),
    };
  },
};
