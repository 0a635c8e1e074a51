import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { persian } from '../posts/persian.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { type OwnSite, pipInstall, removed, run, truthOf, writeFiles } from './workshop.ts';

const settings = `
BLOG_AUTHOR = 'دفتر کارگاه'
BLOG_TITLE = 'دفتر کارگاه'
SITE_URL = '${siteOrigin}/'
BLOG_DESCRIPTION = 'یادداشت‌هایی دربارهٔ صنعتگران شهرهای کوچک'
DEFAULT_LANG = 'fa'
TRANSLATIONS = {'fa': ''}
NAVIGATION_LINKS = {'fa': (('/archive.html', 'بایگانی'), ('/categories/index.html', 'برچسب‌ها'), ('/about/', 'درباره'))}
THEME = 'base'
THEME_COLOR = '#5670d4'
TIMEZONE = 'UTC'
POSTS = (('posts/*.md', 'posts', 'post.tmpl'),)
PAGES = (('pages/*.md', '', 'page.tmpl'),)
INDEX_DISPLAY_POST_COUNT = 6
INDEX_TEASERS = False
GENERATE_RSS = True
COPY_SOURCES = False
SHOW_SOURCELINK = False
DATE_FORMAT = {'fa': 'yyyy-MM-dd'}
DATE_FANCINESS = 0
ENABLE_AUTHOR_PAGES = True
COMMENT_SYSTEM = ''
CONTENT_FOOTER_FORMATS = {'fa': ((), {'email': '', 'author': BLOG_AUTHOR, 'date': '2026', 'license': ''})}
`;

export const nikolaBase: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'nikola-base',
    software: 'Nikola',
    version: '8.3.3',
    theme: 'base',
    lang: 'fa',
    render: 'static',
    pages: ['/about/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: persian, count: 35, seed: 505 });
    const programs = await pipInstall(folder, [
      'nikola==8.3.3',
      'markdown==3.10',
      'jinja2==3.1.6',
      'ghp-import==2.1.0',
      'aiohttp==3.13.2',
      'watchdog==6.0.0',
    ]);
    const project = join(folder, 'project');
    await removed(project);
    await run(join(programs, 'nikola'), ['init', '--quiet', project], folder);
    await appendFile(join(project, 'conf.py'), settings);
    await writeFiles(project, {
      'pages/about.md':
        '<!--\n.. title: درباره\n.. slug: about\n-->\n\nاین دفتر را چند نفر دوستدار ابزارهای کهنه می‌نویسند.\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, section, tags, blocks }) => [
          `posts/${slug}.md`,
          `<!--\n.. title: ${title}\n.. slug: ${slug}\n.. date: ${date} 08:30:00 UTC\n.. author: ${author}\n.. tags: ${tags.join(', ')}\n.. category: ${section}\n-->\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await run(join(programs, 'nikola'), ['build'], project);
    return {
      responses: await recordFolder(join(project, 'output')),
      truth: truthOf(
        posts,
        ({ slug }) => `/posts/${slug}/`,
        () => ({ section: null }),
      ),
    };
  },
};
