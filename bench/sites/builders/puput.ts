import { join } from 'node:path';
import { html } from '../posts/blocks.ts';
import { makePosts } from '../posts/posts.ts';
import { spanish } from '../posts/spanish.ts';
import { recordServer } from '../record.ts';
import { freePort, type OwnSite, pipInstall, run, truthOf, withServer, writeFiles } from './workshop.ts';

const settings = `
import os
from puput import PUPUT_APPS
BASE_DIR = os.path.dirname(os.path.abspath(__file__))
SECRET_KEY = 'a site that is recorded once'
DEBUG = False
ALLOWED_HOSTS = ['*']
INSTALLED_APPS = ('django.contrib.admin', 'django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions', 'django.contrib.messages', 'django.contrib.sitemaps', 'django.contrib.staticfiles') + PUPUT_APPS
MIDDLEWARE = ['django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.locale.LocaleMiddleware', 'django.middleware.common.CommonMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware',
  'django.contrib.messages.middleware.MessageMiddleware', 'wagtail.contrib.redirects.middleware.RedirectMiddleware']
ROOT_URLCONF = 'blog_urls'
TEMPLATES = [{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True, 'OPTIONS': {'context_processors': [
  'django.template.context_processors.request', 'django.contrib.auth.context_processors.auth', 'django.contrib.messages.context_processors.messages', 'django.template.context_processors.i18n', 'django.template.context_processors.media']}}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': os.path.join(BASE_DIR, 'db.sqlite3')}}
DEFAULT_AUTO_FIELD = 'django.db.models.AutoField'
LANGUAGE_CODE = 'es'
TIME_ZONE = 'UTC'
USE_TZ = True
STATIC_URL = '/static/'
WAGTAIL_SITE_NAME = 'El Taller'
WAGTAILADMIN_BASE_URL = 'http://127.0.0.1'
PUPUT_AS_PLUGIN = False
`;
const fill = `
import datetime, json, sys
import django
django.setup()
from django.contrib.auth.models import User
from django.utils import timezone
from wagtail.models import Page, Site
from puput.models import BlogPage, Category, CategoryEntryPage, EntryPage
posts, port = json.load(open(sys.argv[1])), int(sys.argv[2])
users = {}
for post in posts:
    name = post['author']
    if name not in users:
        users[name] = User.objects.create(username=name, is_active=True)
root = Page.get_first_root_node()
blog = BlogPage(title='El Taller', slug='taller', description='Oficios y objetos', num_entries_page=6)
root.add_child(instance=blog)
site = Site.objects.get()
site.root_page, site.hostname, site.port, site.site_name = blog, '127.0.0.1', port, 'El Taller'
site.save()
for post in reversed(posts):
    when = datetime.datetime.fromisoformat(post['date'] + 'T09:30:00+00:00')
    entry = EntryPage(title=post['title'], slug=post['slug'], date=when, owner=users[post['author']], body=post['html'], first_published_at=when)
    blog.add_child(instance=entry)
    entry.tags.add(*post['tags'])
    category, _ = Category.objects.get_or_create(name=post['section'])
    CategoryEntryPage.objects.create(category=category, page=entry)
    entry.save()
`;

export const puput: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'puput-blog',
    software: 'Puput (Wagtail 6.4.2)',
    version: '2.2.0',
    theme: 'default',
    lang: 'es',
    render: 'server',
  },
  async build(folder) {
    // it shows the names of accounts, which are one word
    const posts = makePosts({ grammar: spanish, count: 34, seed: 444, authors: 3 }).map((post) => ({
      ...post,
      author: post.author.split(' ')[0] ?? '',
    }));
    const programs = await pipInstall(folder, ['puput==2.2.0', 'django==5.2.9', 'wagtail==6.4.2']);
    const port = await freePort();
    await writeFiles(folder, {
      'blog_settings.py': settings,
      'blog_urls.py': "from django.urls import include, path\nurlpatterns = [path('', include('puput.urls'))]\n",
      'fill.py': fill,
      'posts.json': JSON.stringify(posts.map(({ blocks, ...post }) => ({ ...post, html: html(blocks) }))),
    });
    const env = { DJANGO_SETTINGS_MODULE: 'blog_settings', PYTHONPATH: folder };
    await run(join(programs, 'django-admin'), ['migrate', '--verbosity', '0'], folder, env);
    await run(join(programs, 'python'), ['fill.py', 'posts.json', String(port)], folder, env);
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: join(programs, 'python'),
      args: [join(programs, 'django-admin'), 'runserver', '--noreload', '--insecure', String(port)],
      cwd: folder,
      env,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, {
        start: ['/', '/feed/', '/sitemap.xml', '/robots.txt'],
        without: /^\/(blog_admin|documents)\//,
      }),
    );
    return { responses, truth: truthOf(posts, ({ date, slug }) => `/${date.replaceAll('-', '/')}/${slug}/`) };
  },
};
