import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { russian } from '../posts/russian.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { type OwnSite, pipInstall, removed, run, truthOf, writeFiles } from './workshop.ts';

const config = `
project = 'Верстак'
author = 'Редакция'
copyright = '2026, Редакция'
language = 'ru'
extensions = ['ablog', 'myst_parser', 'sphinx_sitemap', 'sphinx_design', 'sphinx_copybutton']
myst_enable_extensions = ['colon_fence', 'deflist']
html_theme = 'pydata_sphinx_theme'
html_title = 'Верстак'
html_baseurl = '${siteOrigin}/'
html_show_sourcelink = False
html_theme_options = {
    'logo': {'text': 'Верстак'},
    'icon_links': [{'name': 'Лента', 'url': '/blog/atom.xml', 'icon': 'fa-solid fa-rss'}],
    'navbar_end': ['theme-switcher', 'navbar-icon-links'],
    'footer_start': ['copyright'],
    'footer_end': ['theme-version'],
}
html_sidebars = {
    'index': ['ablog/recentposts.html', 'ablog/tagcloud.html'],
    'about': [],
    'contact': [],
    '2*/**': ['ablog/postcard.html', 'ablog/recentposts.html', 'ablog/archives.html'],
    'blog': ['ablog/tagcloud.html', 'ablog/categories.html', 'ablog/authors.html', 'ablog/archives.html'],
    'blog/**': ['ablog/tagcloud.html', 'ablog/categories.html', 'ablog/authors.html', 'ablog/archives.html'],
}
sitemap_url_scheme = '{link}'
fontawesome_included = True
blog_baseurl = '${siteOrigin}'
blog_title = 'Верстак'
blog_path = 'blog'
blog_post_pattern = ['2*/*.md']
blog_feed_fulltext = True
blog_feed_length = 12
post_date_format = '%d.%m.%Y'
post_date_format_short = '%d.%m'
post_show_prev_next = True
`;
const index = `# Верстак

Заметки о ремёслах, старых вещах и маленьких городах.

## Новое

\`\`\`{postlist} 8
:excerpts:
:date: "%d.%m.%Y"
\`\`\`

\`\`\`{toctree}
:hidden:

Записи <blog>
about
contact
\`\`\`
`;

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const source = (post: Post): string => `---
blogpost: true
date: ${post.date}
author: ${post.author}
category: ${post.section}
tags: ${post.tags.join(', ')}
---

# ${post.title}

${richMarkdown(richBlocks(post), '/pictures/').replaceAll('.jpg)', '.png)')}
`;

export const ablogPydata: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'ablog-pydata',
    software: 'Sphinx 8.1.3 with ABlog and MyST',
    version: '0.11.13',
    theme: 'PyData 0.16.1',
    lang: 'ru',
    render: 'static',
    pages: ['/', '/about/', '/contact/', '/search/', '/genindex/'],
    ignoreQuery: true,
  },
  async build(folder) {
    const posts = makePosts({ grammar: russian, count: 37, seed: 5_302, authors: 3 });
    const programs = await pipInstall(folder, [
      'ablog==0.11.13',
      'sphinx==8.1.3',
      'myst-parser==4.0.1',
      'pydata-sphinx-theme==0.16.1',
      'sphinx-sitemap==2.9.0',
      'sphinx-design==0.6.1',
      'sphinx-copybutton==0.5.2',
    ]);
    const sources = join(folder, 'source');
    await removed(sources);
    await writeFiles(sources, {
      'conf.py': config,
      'index.md': index,
      'about.md': '# О нас\n\n«Верстак» пишут несколько человек, которые любят чинить старые вещи.\n',
      'contact.md': '# Написать нам\n\nПисьма принимаем в мастерской по средам.\n',
      ...Object.fromEntries(posts.map((post) => [`${post.date.slice(0, 4)}/${post.slug}.md`, source(post)])),
    });
    await mkdir(join(sources, 'pictures'));
    for (const { slug } of posts) await writeFile(join(sources, 'pictures', `${slug}.png`), pixel);
    await run(join(programs, 'sphinx-build'), ['-q', '-b', 'dirhtml', 'source', 'public'], folder);
    return {
      responses: await recordFolder(join(folder, 'public'), { without: /^_sources|\.inv$|^\.doctrees/ }),
      truth: truthOf(
        posts,
        ({ date, slug }) => `/${date.slice(0, 4)}/${slug}/`,
        (post) => ({ text: richText(richBlocks(post)) }),
      ),
    };
  },
};
