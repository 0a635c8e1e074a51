import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { korean } from '../posts/korean.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const version = '3.10.2';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const config = `export default {
  title: '공방 일지',
  tagline: '작은 마을의 손기술 이야기',
  url: '${siteOrigin}',
  baseUrl: '/',
  i18n: { defaultLocale: 'ko', locales: ['ko'] },
  presets: [['classic', {
    docs: false,
    blog: {
      routeBasePath: '/',
      blogTitle: '공방 일지',
      blogDescription: '작은 마을의 손기술 이야기',
      postsPerPage: 7,
      showReadingTime: true,
      feedOptions: { type: ['rss', 'atom'], copyright: '2026 공방 일지' },
      onInlineTags: 'ignore',
      onUntruncatedBlogPosts: 'ignore',
    },
  }]],
  themeConfig: {
    navbar: {
      title: '공방 일지',
      items: [
        { to: '/archive', label: '보관함', position: 'left' },
        { to: '/tags', label: '태그', position: 'left' },
        { to: '/about', label: '소개', position: 'left' },
        { to: '/contact', label: '연락처', position: 'right' },
      ],
    },
    footer: { style: 'dark', links: [{ title: '더 보기', items: [{ label: '소개', to: '/about' }, { label: 'RSS', href: 'pathname:///rss.xml' }] }], copyright: '© 2026 공방 일지' },
  },
};
`;

/** The first paragraph stands in the lists. */
function source(post: Post, key: string): string {
  const [first, ...rest] = richBlocks(post);
  const lead = first ? richMarkdown([first]) : '';
  const more = rest.length > 0 ? `\n\n<!-- truncate -->\n\n${richMarkdown(rest).replaceAll('.jpg)', '.png)')}` : '';
  return `---
title: ${JSON.stringify(post.title)}
authors: [${key}]
tags: [${post.tags.join(', ')}]
---

${lead}${more}
`;
}

export const docusaurus: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'docusaurus-blog',
    software: 'Docusaurus',
    version,
    theme: 'classic, as a blog alone',
    lang: 'ko',
    render: 'hydrated',
    pages: ['/about/', '/contact/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: korean, count: 40, seed: 3_005 });
    const packages = {
      '@docusaurus/core': version,
      '@docusaurus/preset-classic': version,
      react: '19.3.1',
      'react-dom': '19.3.1',
    };
    await npmInstall(folder, packages);
    // its own parts have no `import`: the folder is no module
    await writeFiles(folder, { 'package.json': JSON.stringify({ private: true, dependencies: packages }) });
    const authors = [...new Set(posts.map(({ author }) => author))];
    const keyOf = (name: string) => `writer${authors.indexOf(name) + 1}`;
    await mkdir(join(folder, 'static/images'), { recursive: true });
    for (const { slug } of posts)
      await writeFile(join(folder, 'static/images', `${slug}.png`), Buffer.from(pixel, 'base64'));
    await writeFiles(folder, {
      'docusaurus.config.js': config,
      'src/pages/about.md':
        '---\ntitle: 소개\n---\n\n# 소개\n\n오래된 도구를 좋아하는 몇 사람이 함께 쓰는 일지입니다.\n',
      'src/pages/contact.md': '---\ntitle: 연락처\n---\n\n# 연락처\n\n편지는 공방 주소로 보내 주세요.\n',
      'blog/authors.yml': authors
        .map((name) => `${keyOf(name)}:\n  name: ${name}\n  title: 필자\n  page: true\n`)
        .join('\n'),
      ...Object.fromEntries(
        posts.map((post) => [`blog/${post.date}-${post.slug}.md`, source(post, keyOf(post.author))]),
      ),
    });
    await npmRun(folder, '@docusaurus/core/bin/docusaurus.mjs', ['build']);
    return {
      responses: await recordFolder(join(folder, 'build')),
      truth: truthOf(
        posts,
        ({ date, slug }) => `/${date.replaceAll('-', '/')}/${slug}/`,
        (post) => ({ text: richText(richBlocks(post)), section: null }),
      ),
    };
  },
};
