import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { french } from '../posts/french.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const keyOf = (author: string) => author.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-');

export const starlightBlog: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'astro-starlight-blog',
    software: 'Astro',
    version: '7.3.5',
    theme: 'Starlight 0.42.4 with starlight-blog 0.30.0',
    lang: 'fr',
    render: 'static',
    pages: ['/', '/guide/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: french, count: 38, seed: 303 });
    await npmInstall(folder, { astro: '7.3.5', '@astrojs/starlight': '0.42.4', 'starlight-blog': '0.30.0' });
    const authors = Object.fromEntries(posts.map(({ author }) => [keyOf(author), { name: author }]));
    await writeFiles(folder, {
      'astro.config.mjs': `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
import starlightBlog from 'starlight-blog';
export default defineConfig({ site: '${siteOrigin}', integrations: [starlight({ title: 'Le Carnet du bourg', locales: { root: { label: 'Français', lang: 'fr' } },
  pagefind: false, plugins: [starlightBlog({ title: 'Carnet', postCount: 7, recentPostCount: 5, authors: ${JSON.stringify(authors)} })] })] });
`,
      'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { blogSchema } from 'starlight-blog/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema({ extend: (context) => blogSchema(context) }) }) };
`,
      'src/content/docs/index.md':
        '---\ntitle: Bienvenue\n---\n\nLe carnet raconte les ateliers du bourg. Voir le [guide](/guide/) ou le [carnet](/blog/).\n',
      'src/content/docs/guide.md':
        '---\ntitle: Guide\n---\n\nChaque atelier ouvre le samedi. On y vient avec ses outils et on repart avec un conseil.\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, tags, blocks }) => [
          `src/content/docs/blog/${slug}.md`,
          `---\ntitle: "${title}"\ndate: ${date}\nauthors: [${keyOf(author)}]\ntags: [${tags.join(', ')}]\n---\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'astro/bin/astro.mjs', ['build'], { ASTRO_TELEMETRY_DISABLED: '1' });
    const responses = await recordFolder(join(folder, 'dist'));
    return {
      responses,
      truth: truthOf(
        posts,
        ({ slug }) => `/blog/${slug}/`,
        () => ({ section: null }),
      ),
    };
  },
};
