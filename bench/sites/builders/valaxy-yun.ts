import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { english } from '../posts/english.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

export const valaxyYun: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'valaxy-yun',
    software: 'Valaxy',
    version: '0.20.4',
    theme: 'yun 0.20.4',
    lang: 'en',
    render: 'hydrated',
    pages: ['/about'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: english, count: 28, seed: 909, authors: 1 });
    await npmInstall(folder, { valaxy: '0.20.4', 'valaxy-theme-yun': '0.20.4' });
    await writeFiles(folder, {
      'site.config.ts': `import { defineSiteConfig } from 'valaxy';
export default defineSiteConfig({ url: '${siteOrigin}', lang: 'en', title: 'The Barn', author: { name: '${posts[0]?.author}' }, description: 'Things and people', pageSize: 7 });
`,
      'valaxy.config.ts':
        "import { defineValaxyConfig } from 'valaxy';\nexport default defineValaxyConfig({ theme: 'yun' });\n",
      'pages/archives/index.md': '---\nlayout: archives\nnav: false\ncomment: false\n---\n',
      'pages/about/index.md': '---\ntitle: About\n---\n\nOne person writes here about barns and what stands in them.\n',
      'pages/categories/index.md': '---\nlayout: categories\nnav: false\ncomment: false\n---\n',
      'pages/tags/index.md': '---\nlayout: tags\nnav: false\ncomment: false\n---\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, section, tags, blocks }) => [
          `pages/posts/${slug}.md`,
          `---\ntitle: "${title}"\ndate: ${date}\nauthor: ${author}\ncategories: [${section}]\ntags: [${tags.join(', ')}]\n---\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'valaxy/bin/valaxy.mjs', ['build', '--ssg']);
    const responses = await recordFolder(join(folder, 'dist'), { cleanUrls: true });
    return { responses, truth: truthOf(posts, ({ slug }) => `/posts/${slug}`) };
  },
};
