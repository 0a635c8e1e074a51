import { join } from 'node:path';
import { pipInstall, removed, run, writeFiles } from '../../../../sites/builders/workshop.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import type { Language, Shell } from '../articles.ts';
import { pagesIn, type System } from './system.ts';

const packages = [
  ...['ablog==0.11.13', 'sphinx==8.1.3', 'myst-parser==4.0.1', 'alabaster==1.0.0'],
  ...['pydata-sphinx-theme==0.17.1', 'sphinx-book-theme==1.3.0', 'sphinx-rtd-theme==3.1.0'],
];

/** The template of ABlog that has date and authors stands beside the text, where the theme has a sidebar for it. */
const shell = (theme: string, language: Language, hasSidebar: boolean): Shell => ({
  name: `ablog-${theme}`,
  language,
  authors: hasSidebar ? 'all' : 'none',
  // this theme names the project's author below each page
  owner: theme === 'book' ? 'Werkbank' : null,
  date: hasSidebar,
  modified: false,
});

const themes: Readonly<Record<string, string>> = {
  pydata: 'pydata_sphinx_theme',
  book: 'sphinx_book_theme',
  rtd: 'sphinx_rtd_theme',
};
const dateFormats: Partial<Record<Language, string>> = { de: '%d.%m.%Y', zh: '%Y年%m月%d日', fr: '%d/%m/%Y' };

const config = ({ language }: Shell, theme: string) => `
project = 'Werkbank'
author = 'Werkbank'
language = '${language === 'zh' ? 'zh_CN' : language}'
extensions = ['ablog', 'myst_parser']
html_theme = '${themes[theme] ?? theme}'
html_baseurl = '${siteOrigin}/'
blog_baseurl = '${siteOrigin}'
blog_title = 'Werkbank'
blog_path = 'blog'
blog_post_pattern = ['posts/*.md']
post_date_format = '${dateFormats[language] ?? '%d %B %Y'}'
post_date_format_short = '%d.%m.'
html_sidebars = {'**': ['ablog/postcard.html', 'ablog/recentposts.html']}
`;

export const sphinx: System = {
  file: import.meta.url,
  name: 'sphinx',
  shells: [
    shell('alabaster', 'de', true),
    shell('pydata', 'en', true),
    shell('nature', 'nl', true),
    shell('agogo', 'pl', false),
    shell('book', 'fr', true),
    shell('rtd', 'es', false),
    shell('bizstyle', 'zh', true),
  ],
  async render(folder, given, articles) {
    const programs = await pipInstall(folder, packages);
    const project = join(folder, given.name);
    await removed(project);
    await writeFiles(project, {
      'source/conf.py': config(given, given.name.replace('ablog-', '')),
      'source/index.md': '# Werkbank\n\n```{postlist} 10\n```\n',
      ...Object.fromEntries(
        articles.map(({ slug, title, date, field, section, tags, body }) => {
          const author = field.length === 0 ? '' : `author: ${JSON.stringify(field.join(', '))}\n`;
          return [
            `source/posts/${slug}.md`,
            `---\nblogpost: true\ndate: ${date}\n${author}category: ${section}\ntags: ${tags.join(', ')}\n---\n\n# ${title}\n\n${body}\n`,
          ];
        }),
      ),
    });
    await run(join(programs, 'sphinx-build'), ['-q', '-b', 'html', 'source', 'out'], project, { LC_ALL: 'C.UTF-8' });
    return await pagesIn(join(project, 'out'), articles, ({ slug }) => `posts/${slug}.html`);
  },
};
