import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { korean } from '../posts/korean.ts';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { MissingTool, npmInstall, type OwnSite, overTwoYears, removed, run, truthOf, writeFiles } from './workshop.ts';

/** Debian's packages jekyll, ruby-jekyll-archives, -paginate, -seo-tag, -sitemap, -redirect-from and -include-cache. */
const plugins = ['archives', 'paginate', 'seo-tag', 'sitemap', 'redirect-from', 'include-cache'];
const installed = '/usr/bin/jekyll';

/** The theme's own configuration, from its part about comments on; above it, each owner writes these lines. */
const owner = `
plugins: [${plugins.map((name) => `jekyll-${name}`).join(', ')}]
baseurl: ''
lang: ko-KR
timezone: Asia/Seoul
title: 나루터 공방
tagline: 마을과 연장 이야기
description: >-
  작은 마을의 연장과 그것을 고치는 사람들에 대한 기록.
url: '${siteOrigin}'
github:
  username: naru-workshop
twitter:
  username: naru_workshop
social:
  name: 나루터
  email: naru@workshop.example
  links:
    - https://twitter.com/naru_workshop
    - https://github.com/naru-workshop
google_site_verification:
google_analytics:
  id:
  pv:
    proxy_endpoint:
    cache_path:
theme_mode:
img_cdn:
avatar: /assets/img/png/avatar.jpg
toc: true
comments:
  active:
`;

export const jekyllChirpy: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'jekyll-chirpy',
    software: 'Jekyll',
    version: '4.3.1',
    theme: 'Chirpy 5.3',
    lang: 'ko',
    render: 'static',
    pages: ['/about/'],
  },
  async build(folder) {
    if (!existsSync(installed)) throw new MissingTool('the packages of Debian that this builder names');
    const posts = overTwoYears(makePosts({ grammar: korean, count: 38, seed: 8_101, authors: 4 }));
    await npmInstall(folder, { 'jekyll-theme-chirpy': '5.3.21' });
    const theme = join(folder, 'node_modules/jekyll-theme-chirpy');
    const source = join(folder, 'source');
    await cp(theme, source, { recursive: true });
    // what belongs to the packager's own site, what only bundler reads, and a language that newer Jekylls can't parse
    for (const name of ['_posts', 'Gemfile', 'jekyll-theme-chirpy.gemspec', '_data/locales/tr-TR.yml'])
      await removed(join(source, name));
    const config = await readFile(join(theme, '_config.yml'), 'utf8');
    const style = await readFile(join(theme, 'assets/css/style.scss'), 'utf8');
    const authors = [...new Set(posts.map(({ author }) => author))];
    await writeFiles(source, {
      '_config.yml': owner + config.slice(config.indexOf('# Self-hosted static assets')),
      // the theme is in the source itself, not a gem with a name
      'assets/css/style.scss': style.replace('{{ site.theme }}', 'jekyll-theme-chirpy'),
      '_data/authors.yml': authors
        .map((name, at) => `writer${at}:\n  name: ${name}\n  url: https://github.com/naru-writer-${at}\n`)
        .join(''),
      '_tabs/about.md':
        '---\nicon: fas fa-info-circle\norder: 4\n---\n\n나루터 공방은 오래된 연장을 좋아하는 이웃들이 씁니다.\n',
      ...Object.fromEntries(
        posts.map((post) => [
          `_posts/${post.date}-${post.slug}.md`,
          `---\ntitle: "${post.title}"\nauthor: writer${authors.indexOf(post.author)}\ndate: ${post.date} 09:30:00 +0900\ncategories: [${post.section}]\ntags: [${post.tags.join(', ')}]\n---\n\n${richMarkdown(richBlocks(post), '/assets/img/posts/')}\n`,
        ]),
      ),
    });
    await run('jekyll', ['build', '--source', source, '--destination', join(folder, 'out')], source, {
      JEKYLL_ENV: 'production',
      LC_ALL: 'C.UTF-8',
    });
    return {
      responses: await recordFolder(join(folder, 'out')),
      truth: truthOf(
        posts,
        ({ slug }) => `/posts/${slug}/`,
        (post) => ({ text: richText(richBlocks(post)) }),
      ),
    };
  },
};
