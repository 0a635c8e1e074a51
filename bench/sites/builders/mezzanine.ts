import { join } from 'node:path';
import { arabic } from '../posts/arabic.ts';
import { makePosts } from '../posts/posts.ts';
import { piecesHtml, piecesOf, piecesText } from '../posts/richer.ts';
import { recordServer } from '../record.ts';
import { freePort, type OwnSite, pipInstall, removed, run, truthOf, withServer, writeFiles } from './workshop.ts';

/** The feeds have that many posts unless told otherwise. */
const feedLength = 20;

const settings = `from blog.settings import *
from django.utils.translation import gettext_lazy as _
DEBUG = False
ALLOWED_HOSTS = ['*']
SECRET_KEY = NEVERCACHE_KEY = 'a site that is recorded once'
USE_I18N = True
LANGUAGE_CODE = 'ar'
LANGUAGES = (('ar', _('Arabic')),)
BLOG_SLUG = ''
BLOG_POST_PER_PAGE = 6
ROOT_URLCONF = 'recorded_urls'
`;
// the home page of "a blog-only site", as the project's own urls.py proposes it
const urls = `from django.urls import include, path
from mezzanine.blog import views
urlpatterns = [path('', views.blog_post_list, name='home'), path('', include('mezzanine.urls'))]
handler404 = 'mezzanine.core.views.page_not_found'
handler500 = 'mezzanine.core.views.server_error'
`;
const fill = `
import datetime, json, sys
import django
django.setup()
from django.contrib.auth import get_user_model
from django.contrib.sites.models import Site
from mezzanine.blog.models import BlogCategory, BlogPost
from mezzanine.conf import settings
from mezzanine.conf.models import Setting
from mezzanine.core.models import CONTENT_STATUS_PUBLISHED
from mezzanine.generic.models import AssignedKeyword, Keyword, ThreadedComment
from mezzanine.pages.models import Page, RichTextPage
posts, host = json.load(open(sys.argv[1])), sys.argv[2]
Site.objects.update_or_create(pk=1, defaults={'domain': host, 'name': 'دفتر الورشة'})
for name, value in {'SITE_TITLE': 'دفتر الورشة', 'SITE_TAGLINE': 'حرف وأدوات'}.items():
    Setting.objects.update_or_create(name=name, site_id=1, defaults={'value': value})
Page.objects.all().delete()
User = get_user_model()
users, categories = {}, {}
for post in reversed(posts):
    first, _, last = post['author'].partition(' ')
    if post['author'] not in users:
        users[post['author']] = User.objects.create_user('writer%d' % (len(users) + 1), first_name=first, last_name=last)
    when = datetime.datetime.fromisoformat(post['date'] + 'T09:00:00+00:00')
    made = BlogPost.objects.create(title=post['title'], slug=post['slug'], content=post['html'], user=users[post['author']], publish_date=when, status=CONTENT_STATUS_PUBLISHED)
    if post['section'] not in categories:
        categories[post['section']] = BlogCategory.objects.create(title=post['section'], slug='section-%d' % (len(categories) + 1))
    made.categories.add(categories[post['section']])
    for tag in post['tags']:
        keyword, _ = Keyword.objects.get_or_create(title=tag)
        made.keywords.add(AssignedKeyword(keyword=keyword), bulk=False)
    if post['id'] % 8 == 3:
        ThreadedComment.objects.create(content_object=made, user_name='قارئ', user_email='reader@blog.example', comment='شكرا على هذا المقال، قرأته مرتين.', submit_date=when + datetime.timedelta(hours=5), is_public=True, site_id=1)
# nothing was changed after it was published
for made in BlogPost.objects.all():
    BlogPost.objects.filter(pk=made.pk).update(created=made.publish_date, updated=made.publish_date)
RichTextPage.objects.create(title='من نحن', slug='about', content='<p>يكتب هنا أناس يحبون الأدوات القديمة ومن يصلحها.</p>', in_menus=[1, 2, 3])
RichTextPage.objects.create(title='اتصل بنا', slug='contact', content='<p>الورشة مفتوحة كل يوم ثلاثاء بعد الظهر.</p>', in_menus=[1, 2, 3])
`;

export const mezzanine: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'mezzanine-blog',
    software: 'Mezzanine (Django 4.2)',
    version: '6.1.1',
    theme: 'default',
    lang: 'ar',
    render: 'server',
    pages: ['/pages/about/', '/pages/contact/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: arabic, count: 36, seed: 2_002, authors: 3 });
    const programs = await pipInstall(folder, ['mezzanine==6.1.1', 'django==4.2.30']);
    const project = join(folder, 'project');
    await removed(project);
    const path = { PATH: `${programs}:${process.env.PATH}` };
    await writeFiles(project, {
      'recorded_settings.py': settings,
      'recorded_urls.py': urls,
      'fill.py': fill,
      'posts.json': JSON.stringify(
        posts.map((post) => ({ ...post, html: piecesHtml(piecesOf(post, arabic, '/media/uploads/')) })),
      ),
    });
    await run(join(programs, 'mezzanine-project'), ['blog', '.'], project, path);
    const env = { DJANGO_SETTINGS_MODULE: 'recorded_settings', PYTHONPATH: project, ...path };
    const python = join(programs, 'python');
    await run(python, [join(programs, 'django-admin'), 'createdb', '--noinput', '--nodata'], project, env);
    const port = await freePort();
    await run(python, ['fill.py', 'posts.json', `127.0.0.1:${port}`], project, env);
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: python,
      args: [join(programs, 'django-admin'), 'runserver', '--noreload', '--insecure', String(port)],
      cwd: project,
      env,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, {
        start: ['/', '/sitemap.xml', '/missing/'],
        without: /^\/(admin|accounts|comment|rating|search|edit|set_site|set_device|asset_proxy)\b|\.jpg$/,
      }),
    );
    // buttons for sharing escape the address
    const escaped = `127.0.0.1%3A${port}`;
    const shared = responses.map((each) => ({ ...each, body: (each.body ?? '').replaceAll(escaped, 'SITE.TEST') }));
    // pages say how long ago it was, and lists name the category: both stand in the feeds
    return {
      responses: shared,
      truth: truthOf(
        posts,
        ({ slug }) => `/${slug}/`,
        (post) => ({
          text: piecesText(piecesOf(post, arabic, '')),
          ...(post.id > feedLength ? { date: null, section: null } : {}),
        }),
      ),
    };
  },
};
