import { join } from 'node:path';
import { html } from '../posts/blocks.ts';
import { german } from '../posts/german.ts';
import { makePosts } from '../posts/posts.ts';
import { richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordServer } from '../record.ts';
import { freePort, type OwnSite, pipInstall, run, truthOf, withServer, writeFiles } from './workshop.ts';

const settings = `
import os
BASE_DIR = os.path.dirname(os.path.abspath(__file__))
SECRET_KEY = 'a site that is recorded once'
DEBUG = False
ALLOWED_HOSTS = ['*']
INSTALLED_APPS = ['django.contrib.admin', 'django.contrib.auth', 'django.contrib.contenttypes', 'django.contrib.sessions', 'django.contrib.messages', 'django.contrib.sites', 'django.contrib.sitemaps', 'django.contrib.staticfiles',
  'cms', 'menus', 'treebeard', 'sekizai', 'easy_thumbnails', 'filer', 'djangocms_text', 'parler', 'sortedm2m', 'taggit', 'meta', 'djangocms_stories']
MIDDLEWARE = ['django.contrib.sessions.middleware.SessionMiddleware', 'django.middleware.common.CommonMiddleware', 'django.contrib.auth.middleware.AuthenticationMiddleware', 'django.contrib.messages.middleware.MessageMiddleware',
  'django.middleware.locale.LocaleMiddleware', 'cms.middleware.user.CurrentUserMiddleware', 'cms.middleware.page.CurrentPageMiddleware', 'cms.middleware.toolbar.ToolbarMiddleware', 'cms.middleware.language.LanguageCookieMiddleware']
ROOT_URLCONF = 'site_urls'
TEMPLATES = [{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True, 'DIRS': [os.path.join(BASE_DIR, 'templates')], 'OPTIONS': {'context_processors': [
  'django.template.context_processors.request', 'django.contrib.auth.context_processors.auth', 'django.contrib.messages.context_processors.messages', 'django.template.context_processors.i18n', 'django.template.context_processors.media',
  'django.template.context_processors.static', 'sekizai.context_processors.sekizai', 'cms.context_processors.cms_settings']}}]
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': os.path.join(BASE_DIR, 'db.sqlite3')}}
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
LANGUAGE_CODE = 'de'
LANGUAGES = [('de', 'Deutsch')]
PARLER_LANGUAGES = {1: ({'code': 'de'},), 'default': {'fallbacks': ['de']}}
TIME_ZONE = 'UTC'
USE_TZ = True
STATIC_URL = '/static/'
MEDIA_URL = '/media/'
MEDIA_ROOT = os.path.join(BASE_DIR, 'media')
SITE_ID = 1
CMS_CONFIRM_VERSION4 = True
CMS_TEMPLATES = [('page.html', 'Seite')]
CMS_PERMISSION = False
META_SITE_PROTOCOL = 'http'
META_USE_SITES = True
META_USE_OG_PROPERTIES = True
META_SITE_NAME = 'Werkstattheft'
THUMBNAIL_PROCESSORS = ('easy_thumbnails.processors.colorspace', 'easy_thumbnails.processors.autocrop', 'filer.thumbnail_processors.scale_and_crop_with_subject_location', 'easy_thumbnails.processors.filters')
STORIES_USE_PLACEHOLDER = False
STORIES_FEED_CACHE_TIMEOUT = 0
`;
const urls = `
from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path
from django.views.static import serve
from cms.sitemaps import CMSSitemap
from djangocms_stories.sitemaps import StoriesSitemap
urlpatterns = [
    path('admin/', admin.site.urls),
    path('sitemap.xml', sitemap, {'sitemaps': {'pages': CMSSitemap, 'stories': StoriesSitemap}}),
    re_path('^media/(?P<path>.*)$', serve, {'document_root': settings.MEDIA_ROOT}),
    path('', include('cms.urls')),
]
`;
const page = `{% load cms_tags menu_tags sekizai_tags static %}<!doctype html>
<html lang="de">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{% block title %}{% page_attribute "page_title" %}{% endblock %} | Werkstattheft</title>
  {% block meta %}<meta name="description" content="{% page_attribute 'meta_description' %}">{% endblock %}
  <link rel="alternate" type="application/rss+xml" title="Werkstattheft" href="/journal/feed/">
  {% render_block "css" %}
</head>
<body>
  {% cms_toolbar %}
  <header class="site-header"><a class="brand" href="/">Werkstattheft</a><nav><ul class="menu">{% show_menu 0 0 0 1 %}</ul></nav></header>
  <div class="container">
    {% block content %}<h1>{% page_attribute "title" %}</h1>{% placeholder "content" %}{% endblock %}
  </div>
  <footer class="site-footer"><p>Werkstattheft, 2026</p><ul>{% show_menu 0 1 100 1 %}</ul></footer>
  {% render_block "js" %}
</body>
</html>
`;
/** What the package ships is a comment around this: its owners write their own. */
const postMeta = `{% load djangocms_stories %}{% with post=post_content.post %}
<ul class="post-detail">
  {% if post.author %}<li>von <a href="{% namespace_url 'posts-author' post.author.get_username namespace=post.app_config.namespace %}">{{ post.author.get_full_name }}</a></li>{% endif %}
  {% if post.date_published %}<li>{{ post.date_published|date:"DATE_FORMAT" }}</li>{% endif %}
</ul>
<ul class="post-detail tags">
  {% for category in post.categories.all %}<li class="category_{{ forloop.counter }}"><a href="{% namespace_url 'posts-category' category=category.slug namespace=category.app_config.namespace %}" class="blog-categories-{{ category.slug }}">{{ category.name }}</a></li>{% endfor %}
  {% for tag in post.tags.all %}<li class="tag_{{ forloop.counter }}"><a href="{% namespace_url 'posts-tagged' tag=tag.slug namespace=post.app_config.namespace %}" class="blog-tag blog-tag-{{ tag.slug }}">{{ tag.name }}</a></li>{% endfor %}
</ul>{% endwith %}
`;
const fill = `
import datetime, io, json, sys
import django
django.setup()
from PIL import Image as Picture
from cms.api import add_plugin, create_page
from django.contrib.auth.models import User
from django.contrib.sites.models import Site
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import translation
from django.utils.text import slugify
from filer.models import Image
from djangocms_stories.cms_appconfig import StoriesConfig, config_defaults
from djangocms_stories.models import Post, PostCategory, PostContent
translation.activate('de')
posts, port = json.load(open(sys.argv[1])), sys.argv[2]
Site.objects.update_or_create(id=1, defaults={'domain': '127.0.0.1:' + port, 'name': 'Werkstattheft'})
keeper = User.objects.create_superuser('keeper', 'keeper@workshop.example', 'only recorded')
fields = {field.name for field in StoriesConfig._meta.get_fields()}
form = {key: value for key, value in config_defaults.items() if key in fields}
form.update(url_patterns='full_date', use_placeholder=False, paginate_by=7, menu_structure='categories')
config = StoriesConfig.objects.create(type='djangocms_stories.cms_appconfig.StoriesConfig', namespace='djangocms_stories', app_title='Journal', object_name='Beitrag', **form)
def page(title, slug, **more):
    return create_page(title, 'page.html', 'de', slug=slug, in_navigation=True, created_by=keeper, **more)
def text(made, body):
    add_plugin(made.get_placeholders('de').get(slot='content'), 'TextPlugin', 'de', body=body)
home = page('Willkommen', 'willkommen')
with transaction.atomic():
    home.set_as_homepage()
page('Journal', 'journal', apphook='StoriesApp', apphook_namespace='djangocms_stories')
text(page('Über uns', 'ueber-uns'), '<p>Das Heft schreiben ein paar Leute, die alte Werkzeuge mögen.</p>')
text(page('Kontakt', 'kontakt'), '<p>Briefe erreichen uns über die Werkstatt.</p>')
pictures = []
for number in range(6):
    data = io.BytesIO()
    Picture.new('RGB', (1200, 800), (40 * number, 120, 160)).save(data, 'JPEG')
    pictures.append(Image.objects.create(original_filename='bild-%d.jpg' % number, file=ContentFile(data.getvalue(), 'bild-%d.jpg' % number), owner=keeper, default_alt_text='Aus der Werkstatt'))
users, categories = {}, {}
for post in reversed(posts):
    name, section = post['author'], post['section']
    if name not in users:
        first, last = name.split(' ', 1)
        users[name] = User.objects.create(username=slugify(name), first_name=first, last_name=last)
    if section not in categories:
        categories[section] = PostCategory.objects.create(name=section, slug=slugify(section), app_config=config)
    when = datetime.datetime.fromisoformat(post['date'] + 'T08:00:00+00:00')
    made = Post.objects.create(author=users[name], date_published=when, app_config=config, main_image=pictures[post['id'] % 6])
    made.categories.add(categories[section])
    made.tags.add(*post['tags'])
    PostContent.objects.create(post=made, language='de', title=post['title'], slug=post['slug'], abstract=post['lead'], post_text=post['html'])
    Post.objects.filter(pk=made.pk).update(date_created=when, date_modified=when)
content = home.get_placeholders('de').get(slot='content')
add_plugin(content, 'TextPlugin', 'de', body='<p>Notizen aus kleinen Orten, seit vielen Jahren.</p>')
add_plugin(content, 'BlogLatestEntriesPlugin', 'de', app_config=config, latest_posts=5)
add_plugin(content, 'BlogArchivePlugin', 'de', app_config=config)
`;

export const djangoCms: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'django-cms-stories',
    software: 'django CMS 5.1.3 with djangocms-stories',
    version: '0.9.3',
    theme: 'its templates in one of our own',
    lang: 'de',
    render: 'server',
    pages: ['/', '/ueber-uns/', '/kontakt/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: german, count: 38, seed: 3_006 });
    const programs = await pipInstall(folder, [
      'django==5.2.19',
      'django-cms==5.1.3',
      'djangocms-stories==0.9.3',
      'djangocms-text==1.0.2',
    ]);
    const port = await freePort();
    const written = posts.map((post) => ({
      ...post,
      lead: html(post.blocks.slice(0, 1)),
      html: richHtml(richBlocks(post), '/media/bilder/'),
    }));
    await writeFiles(folder, {
      'site_settings.py': settings,
      'site_urls.py': urls,
      'templates/page.html': page,
      'templates/404.html': '{% extends "page.html" %}{% block content %}<h1>Nicht gefunden</h1>{% endblock %}',
      'templates/djangocms_stories/includes/post_meta.html': postMeta,
      'fill.py': fill,
      'posts.json': JSON.stringify(written),
    });
    const env = { DJANGO_SETTINGS_MODULE: 'site_settings', PYTHONPATH: folder };
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
        start: ['/', '/sitemap.xml', '/robots.txt', '/no-such-page/'],
        without: /^\/admin\/|^\/media\/bilder\//,
      }),
    );
    const truth = truthOf(
      posts,
      ({ date, slug }) => `/journal/${date.replaceAll('-', '/')}/${slug}/`,
      (post) => ({ text: richText(richBlocks(post)) }),
    );
    return { responses, truth };
  },
};
