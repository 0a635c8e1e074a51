import { join } from 'node:path';
import { restructuredText } from '../posts/blocks.ts';
import { german } from '../posts/german.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { type OwnSite, pipInstall, run, truthOf, writeFiles } from './workshop.ts';

const config = `
project = 'Werkstattblatt'
author = 'Werkstattblatt'
language = 'de'
extensions = ['ablog', 'sphinx.ext.extlinks']
html_theme = 'alabaster'
html_baseurl = '${siteOrigin}/'
blog_baseurl = '${siteOrigin}'
blog_title = 'Werkstattblatt'
blog_path = 'blog'
post_date_format = '%d.%m.%Y'
post_date_format_short = '%d.%m.%Y'
blog_post_pattern = ['posts/*.rst']
html_sidebars = {'**': ['about.html', 'ablog/postcard.html', 'ablog/recentposts.html', 'ablog/tagcloud.html', 'ablog/categories.html', 'ablog/archives.html', 'searchbox.html']}
`;

export const ablog: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'ablog-alabaster',
    software: 'Sphinx with ABlog',
    version: '0.11.13',
    theme: 'alabaster 1.0.0',
    lang: 'de',
    render: 'static',
    pages: ['/', '/index.html', '/ueber.html'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: german, count: 34, seed: 404 });
    const programs = await pipInstall(folder, ['ablog==0.11.13', 'alabaster==1.0.0', 'sphinx==8.1.3']);
    await writeFiles(join(folder, 'source'), {
      'conf.py': config,
      'index.rst':
        'Werkstattblatt\n==============\n\nNeues aus den Werkstätten der Umgebung.\n\n.. postlist:: 10\n   :excerpts:\n\n.. toctree::\n   :hidden:\n\n   ueber\n',
      'ueber.rst': 'Über uns\n========\n\nDas Werkstattblatt erscheint, wenn es etwas zu erzählen gibt.\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, section, tags, blocks }) => [
          `posts/${slug}.rst`,
          `:blogpost: true\n:date: ${date}\n:author: ${author}\n:category: ${section}\n:tags: ${tags.join(', ')}\n:language: Deutsch\n\n${title}\n${'='.repeat(title.length + 2)}\n\n${restructuredText(blocks)}\n`,
        ]),
      ),
    });
    await run(join(programs, 'sphinx-build'), ['-q', '-b', 'html', 'source', 'public'], folder);
    const responses = await recordFolder(join(folder, 'public'), {
      without: /^_sources|\.inv$|^\.doctrees|objects\.inv/,
    });
    return { responses, truth: truthOf(posts, ({ slug }) => `/posts/${slug}.html`) };
  },
};
