import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { html } from '../posts/blocks.ts';
import { polish } from '../posts/polish.ts';
import { makePosts } from '../posts/posts.ts';
import { recordServer } from '../record.ts';
import { freePort, type OwnSite, pipInstall, removed, run, truthOf, withServer, writeFiles } from './workshop.ts';

const settings = `
from gazette.settings.base import *
SECRET_KEY = 'a site that is recorded once'
DEBUG = False
ALLOWED_HOSTS = ['*']
LANGUAGE_CODE = 'pl'
USE_I18N = True
TIME_ZONE = 'UTC'
WAGTAIL_CACHE = False
`;
const fill = `
import datetime, json, sys
import django
django.setup()
from wagtail.models import Site
from website.models import ArticleIndexPage, ArticlePage, WebPage
posts, port = json.load(open(sys.argv[1])), int(sys.argv[2])
site = Site.objects.get(is_default_site=True)
site.hostname, site.port, site.site_name = '127.0.0.1', port, 'Gazeta warsztatowa'
site.save()
home = site.root_page.specific
home.title = 'Gazeta warsztatowa'
home.body = [('hero', {'is_parallax': False, 'background_image': None, 'content': [('row', {'content': [('column', {'content': [('text', '<h1>Gazeta warsztatowa</h1><p>Piszemy o starych narzędziach. Czytaj <a href="/artykuly/">artykuły</a> albo dowiedz się <a href="/o-nas/">o nas</a>.</p>')]})]})]})]
home.save_revision().publish()
home.add_child(instance=WebPage(title='O nas', slug='o-nas', body=[('row', {'content': [('column', {'content': [('text', '<p>Gazetę prowadzi kilka osób, które lubią stare narzędzia.</p>')]})]})]))
index = ArticleIndexPage(title='Artykuły', slug='artykuly')
index.index_order_by = ''
home.add_child(instance=index)
ArticleIndexPage.objects.update(index_order_by='-date_display')
for post in reversed(posts):
    when = datetime.datetime.fromisoformat(post['date'] + 'T09:30:00+00:00')
    article = ArticlePage(title=post['title'], slug=post['slug'], author_display=post['author'], date_display=when.date(), body=[('text', post['html'])], first_published_at=when)
    index.add_child(instance=article)
`;

export const wagtailCrx: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'wagtail-crx',
    software: 'Wagtail CRX',
    version: '6.0.0',
    theme: 'what `coderedcms start` writes',
    lang: 'pl',
    render: 'server',
    pages: ['/', '/o-nas/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: polish, count: 36, seed: 1_004 });
    const programs = await pipInstall(folder, ['coderedcms==6.0.0']);
    const project = join(folder, 'project');
    await removed(project);
    await mkdir(project);
    await run(join(programs, 'coderedcms'), ['start', 'gazette', project], folder);
    await writeFiles(project, {
      'recorded_settings.py': settings,
      'fill.py': fill,
      'posts.json': JSON.stringify(posts.map(({ blocks, ...post }) => ({ ...post, html: html(blocks) }))),
    });
    const env = { DJANGO_SETTINGS_MODULE: 'recorded_settings', PYTHONPATH: project };
    const port = await freePort();
    await run(join(programs, 'django-admin'), ['migrate', '--verbosity', '0'], project, env);
    await run(join(programs, 'python'), ['fill.py', 'posts.json', String(port)], project, env);
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: join(programs, 'python'),
      args: [join(programs, 'django-admin'), 'runserver', '--noreload', '--insecure', String(port)],
      cwd: project,
      env,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, {
        start: ['/', '/robots.txt', '/sitemap.xml'],
        without: /^\/(admin|django-admin|docs)\//,
      }),
    );
    // the template shows neither tags nor sections
    return {
      responses,
      truth: truthOf(
        posts,
        ({ slug }) => `/artykuly/${slug}/`,
        () => ({ tags: [], section: null }),
      ),
    };
  },
};
