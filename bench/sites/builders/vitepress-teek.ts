import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { makePosts } from '../posts/posts.ts';
import { spanish } from '../posts/spanish.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

export const vitepressTeek: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'vitepress-teek',
    software: 'VitePress',
    version: '1.6.4',
    theme: 'teek 1.6.2',
    lang: 'es',
    render: 'hydrated',
  },
  async build(folder) {
    const posts = makePosts({ grammar: spanish, count: 32, seed: 808 });
    await npmInstall(folder, { vitepress: '1.6.4', 'vitepress-theme-teek': '1.6.2' });
    await writeFiles(folder, {
      'docs/.vitepress/config.ts': `import { defineConfig } from 'vitepress';
import { defineTeekConfig } from 'vitepress-theme-teek/config';
const teek = defineTeekConfig({ post: { postStyle: 'list' }, page: { pageSize: 8 }, article: { showInfo: true } });
export default defineConfig({ extends: teek, title: 'El Cobertizo', description: 'Oficios de pueblo', lang: 'es', cleanUrls: false,
  sitemap: { hostname: '${siteOrigin}' }, themeConfig: { nav: [{ text: 'Archivo', link: '/archives' }, { text: 'Etiquetas', link: '/tags' }] } });
`,
      'docs/.vitepress/theme/index.ts':
        "import Teek from 'vitepress-theme-teek';\nimport 'vitepress-theme-teek/index.css';\nexport default { extends: Teek };\n",
      'docs/index.md': '---\nlayout: home\n---\n',
      'docs/archives.md':
        '---\ntitle: Archivo\npermalink: /archives\nlayout: TkArchivesPage\narticle: false\nsidebar: false\n---\n',
      'docs/tags.md':
        '---\ntitle: Etiquetas\npermalink: /tags\nlayout: TkCataloguePage\ntag: true\narticle: false\nsidebar: false\n---\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, section, tags, blocks }) => [
          `docs/notas/${slug}.md`,
          `---\ntitle: "${title}"\ndate: ${date} 11:00:00\nauthor: { name: ${author} }\ncategories: [${section}]\ntags: [${tags.join(', ')}]\n---\n\n# ${title}\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await npmRun(folder, 'vitepress/bin/vitepress.js', ['build', 'docs']);
    // the theme shows tags and categories on its lists alone
    const responses = await recordFolder(join(folder, 'docs/.vitepress/dist'));
    return {
      responses,
      truth: truthOf(
        posts,
        ({ slug }) => `/notas/${slug}.html`,
        () => ({ tags: [], section: null }),
      ),
    };
  },
};
