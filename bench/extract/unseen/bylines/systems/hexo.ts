import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { npmInstall, npmRun, removed, writeFiles } from '../../../../sites/builders/workshop.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import { type BylineArticle, fieldText, type Language, type Shell } from '../articles.ts';
import { frontMatter, pagesIn, type System } from './system.ts';

const packages = {
  hexo: '8.1.2',
  'hexo-renderer-marked': '7.0.1',
  'hexo-renderer-stylus': '3.0.1',
  'hexo-renderer-ejs': '2.0.0',
  'hexo-renderer-pug': '3.0.0',
  'hexo-renderer-inferno': '1.0.2',
  'hexo-component-inferno': '3.1.2',
  'bulma-stylus': '0.8.0',
  'hexo-generator-index': '4.0.0',
  'hexo-generator-archive': '2.0.0',
  'hexo-theme-anzhiyu': '1.7.0',
  'hexo-theme-async': '2.2.7',
  'hexo-theme-butterfly': '5.7.0',
  'hexo-theme-fluid': '1.9.9',
  'hexo-theme-icarus': '6.1.1',
  'hexo-theme-keep': '4.3.0',
  'hexo-theme-kratos-rebirth': '3.0.1',
  'hexo-theme-landscape': '1.1.0',
  'hexo-theme-next': '8.29.0',
  'hexo-theme-redefine': '2.9.0',
  'hexo-theme-solitude': '4.0.0',
  'hexo-theme-stellar': '1.44.0',
  'hexo-theme-yun': '1.10.11',
};

/** Once for all themes of a run. */
let installed: Promise<void> | null = null;

const shell = (
  theme: string,
  language: Language,
  authors: Shell['authors'],
  owner: string | null,
  more: Partial<Shell> = {},
): Shell => ({ name: `hexo-${theme}`, language, authors, owner, date: true, modified: true, ...more });

const languageFile: Readonly<Record<string, string>> = { zh: 'zh-CN' };

/** What an owner turns on of a theme beside its defaults. */
const themeConfigs: Readonly<Record<string, string>> = {
  fluid: 'post:\n  meta:\n    author: { enable: true }\n  copyright: { enable: true }\n',
  next: 'creative_commons: { license: by-sa, size: small, post: true }\nopen_graph: { enable: true }\n',
};

export const hexo: System = {
  file: import.meta.url,
  name: 'hexo',
  shells: [
    shell('landscape', 'en', 'none', 'Alder Quarterly'),
    shell('next', 'de', 'one', 'Werkstattbuch'),
    shell('butterfly', 'zh', 'none', '竹林工坊'),
    shell('fluid', 'ja', 'one', '坂道の工房'),
    shell('icarus', 'es', 'one', 'El Cobertizo'),
    shell('keep', 'en', 'none', null),
    shell('kratos-rebirth', 'zh', 'one', '青石小记'),
    shell('redefine', 'zh', 'one', '灯下'),
    shell('solitude', 'zh', 'one', '长亭', { date: false, modified: false }),
    shell('stellar', 'en', 'none', 'The Barn'),
    shell('yun', 'en', 'one', 'Ned Farrow'),
    shell('async', 'fr', 'one', 'La Remise'),
    shell('anzhiyu', 'zh', 'none', '南渡'),
  ],
  async render(folder, { name, language, owner: named }, articles) {
    const owner = named ?? 'Rowan Tully';
    const theme = name.replace('hexo-', '');
    installed ??= npmInstall(folder, packages);
    await installed;
    const project = join(folder, theme);
    await removed(project);
    await writeFiles(project, {
      'package.json': JSON.stringify({ private: true, hexo: { version: packages.hexo }, dependencies: packages }),
      '_config.yml': `title: ${owner}\nauthor: ${owner}\nlanguage: ${languageFile[language] ?? language}\ntimezone: UTC\nurl: ${siteOrigin}\ntheme: ${theme}\npermalink: :title.html\n`,
      [`_config.${theme}.yml`]: themeConfigs[theme] ?? '',
      ...Object.fromEntries(articles.map((article) => [`source/_posts/${article.slug}.md`, source(article, language)])),
    });
    await symlink(join(folder, 'node_modules'), join(project, 'node_modules'));
    await npmRun(project, 'hexo/bin/hexo', ['generate']);
    return await pagesIn(join(project, 'public'), articles, ({ slug }) => `${slug}.html`);
  },
};

const source = (article: BylineArticle, language: Language): string => {
  const { title, date, modified, section, tags, field, body } = article;
  const values = {
    title,
    date: `${date} 10:00:00`,
    updated: `${modified ?? date} 10:00:00`,
    categories: [section],
    tags,
  };
  return `${frontMatter({ ...values, author: field.length === 0 ? null : fieldText(article, language) })}${body}\n`;
};
