import { join } from 'node:path';
import { markdown } from '../posts/blocks.ts';
import { french } from '../posts/french.ts';
import { makePosts } from '../posts/posts.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { type OwnSite, pipInstall, run, truthOf, writeFiles } from './workshop.ts';

const settings = `
AUTHOR = 'Le Gardien'
SITENAME = 'La Remise'
SITETITLE = 'La Remise'
SITESUBTITLE = 'Objets et ateliers'
SITEURL = '${siteOrigin}'
PATH = 'content'
TIMEZONE = 'UTC'
DEFAULT_LANG = 'fr'
DEFAULT_PAGINATION = 8
THEME = 'reflex'
FEED_ALL_ATOM = 'feeds/all.atom.xml'
CATEGORY_FEED_ATOM = None
TRANSLATION_FEED_ATOM = None
ARTICLE_URL = '{date:%Y}/{slug}.html'
ARTICLE_SAVE_AS = '{date:%Y}/{slug}.html'
MAIN_MENU = True
MENUITEMS = (('Archives', '/archives.html'), ('Rubriques', '/categories.html'), ('Mots-clés', '/tags.html'))
USE_FOLDER_AS_CATEGORY = False
DEFAULT_DATE_FORMAT = '%d/%m/%Y'
CC_LICENSE = {'name': 'Creative Commons Attribution', 'version': '4.0', 'slug': 'by', 'icon': False}
`;

export const pelicanReflex: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'pelican-reflex',
    software: 'Pelican',
    version: '4.12.0',
    theme: 'reflex 4.0.1',
    lang: 'fr',
    render: 'static',
    pages: ['/pages/a-propos.html'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: french, count: 40, seed: 707 });
    const programs = await pipInstall(folder, ['pelican==4.12.0', 'markdown==3.10', 'pelican-theme-reflex==4.0.1']);
    await writeFiles(folder, {
      'pelicanconf.py': settings,
      'content/pages/a-propos.md':
        'Title: À propos\nSlug: a-propos\n\nLa Remise parle des objets que l’on garde et que l’on répare.\n',
      ...Object.fromEntries(
        posts.map(({ slug, title, author, date, section, tags, blocks }) => [
          `content/${slug}.md`,
          `Title: ${title}\nSlug: ${slug}\nDate: ${date} 07:15\nAuthor: ${author}\nCategory: ${section}\nTags: ${tags.join(', ')}\n\n${markdown(blocks)}\n`,
        ]),
      ),
    });
    await run(join(programs, 'pelican'), ['content', '-s', 'pelicanconf.py', '-o', 'output'], folder);
    const responses = await recordFolder(join(folder, 'output'));
    return { responses, truth: truthOf(posts, ({ date, slug }) => `/${date.slice(0, 4)}/${slug}.html`) };
  },
};
