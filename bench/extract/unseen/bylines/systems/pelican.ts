import { join } from 'node:path';
import { pipInstall, removed, run, writeFiles } from '../../../../sites/builders/workshop.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import type { Shell } from '../articles.ts';
import { pagesIn, type System } from './system.ts';

const packages = ['pelican==4.12.0', 'markdown==3.10', 'pelican-theme-reflex==4.0.1'];

const owner = 'La Remise';
const settings = ({ language }: Shell, theme: string, dates: string) => `
AUTHOR = '${owner}'
SITENAME = '${owner}'
SITEURL = '${siteOrigin}'
PATH = 'content'
TIMEZONE = 'UTC'
DEFAULT_LANG = '${language}'
THEME = '${theme}'
ARTICLE_URL = '{slug}.html'
ARTICLE_SAVE_AS = '{slug}.html'
DEFAULT_DATE_FORMAT = '${dates}'
FEED_ALL_ATOM = None
CATEGORY_FEED_ATOM = None
AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None
TRANSLATION_FEED_ATOM = None
CC_LICENSE = {'name': 'Creative Commons Attribution', 'version': '4.0', 'slug': 'by', 'icon': False}
`;

const dateFormats: Readonly<Record<string, string>> = {
  'pelican-simple': '%d/%m/%Y',
  'pelican-notmyidea': '%d.%m.%Y',
  'pelican-reflex': '%Y年%m月%d日',
};

/** The folder of a theme that a package has, or the name of one of Pelican's own. */
const themePath = `
import importlib, pathlib, sys
name = sys.argv[1]
try:
    print(pathlib.Path(importlib.import_module(name).__file__).parent)
except (ImportError, TypeError):
    print(name)
`;

const themes: Readonly<Record<string, string>> = {
  'pelican-simple': 'simple',
  'pelican-notmyidea': 'notmyidea',
  'pelican-reflex': 'reflex',
};

export const pelican: System = {
  file: import.meta.url,
  name: 'pelican',
  shells: [
    { name: 'pelican-simple', language: 'fr', authors: 'all', owner, date: true, modified: true },
    { name: 'pelican-notmyidea', language: 'pl', authors: 'all', owner, date: true, modified: true },
    { name: 'pelican-reflex', language: 'zh', authors: 'first', owner, date: true, modified: true },
  ],
  async render(folder, shell, articles) {
    const programs = await pipInstall(folder, packages);
    const project = join(folder, shell.name);
    await removed(project);
    const name = themes[shell.name] ?? shell.name;
    const theme = (await run(join(programs, 'python'), ['-c', themePath, name], folder)).trim();
    await writeFiles(project, {
      'pelicanconf.py': settings(shell, theme, dateFormats[shell.name] ?? '%Y-%m-%d'),
      ...Object.fromEntries(
        articles.map(({ slug, title, date, modified, field, section, tags, body }) => {
          const authors = field.length === 0 ? '' : `Authors: ${field.join('; ')}\n`;
          const changed = modified === null ? '' : `Modified: ${modified} 10:00\n`;
          return [
            `content/${slug}.md`,
            `Title: ${title}\nSlug: ${slug}\nDate: ${date} 10:00\n${changed}${authors}Category: ${section}\nTags: ${tags.join(', ')}\n\n${body}\n`,
          ];
        }),
      ),
    });
    await run(join(programs, 'pelican'), ['content', '-s', 'pelicanconf.py', '-o', 'out'], project);
    return await pagesIn(join(project, 'out'), articles, ({ slug }) => `${slug}.html`);
  },
};
