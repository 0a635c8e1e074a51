import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { markdown, textOf } from '../posts/blocks.ts';
import { polish } from '../posts/polish.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { recordServer } from '../record.ts';
import type { ArticleTruth, RecordedResponse } from '../recorded-site.ts';
import { postgres, withPostgres } from './postgres.ts';
import {
  freePort,
  MissingTool,
  type OwnSite,
  overTwoYears,
  pipInstall,
  run,
  withServer,
  writeFiles,
} from './workshop.ts';

const settings = `from devproject.settings import *
DEBUG = False
ALLOWED_HOSTS = ['*']
LANGUAGE_CODE = 'pl'
SECRET_KEY = 'a site that is recorded once'
CELERY_TASK_ALWAYS_EAGER = True
MEDIA_ROOT = os.path.join(os.environ['FORUM'], 'media')
STATIC_ROOT = os.path.join(os.environ['FORUM'], 'static')
DATABASES['default'] = {'ENGINE': 'django.db.backends.postgresql', 'NAME': 'site', 'USER': 'postgres', 'HOST': os.environ['DATABASE']}
MIDDLEWARE = [name for name in MIDDLEWARE if 'debug_toolbar' not in name]
`;
/** Threads as members write them. The categories have the rights of the one that each new forum has. */
const fill = `
import datetime, json, sys
import django
django.setup()
from django.contrib.auth import get_user_model
from misago.cache.versions import get_cache_versions, invalidate_all_caches
from misago.categories.models import Category, RoleCategoryACL
from misago.conf.dynamicsettings import DynamicSettings
from misago.conf.models import Setting
from misago.markup import common_flavour
from misago.threads.checksums import update_post_checksum
from misago.threads.models import Post, Thread
from misago.users.setupnewuser import setup_new_user
User = get_user_model()
given = json.load(open(sys.argv[1]))
for setting, value in given['settings'].items():
    Setting.objects.change_setting(setting, dry_value=value)
invalidate_all_caches()
dynamic = DynamicSettings(get_cache_versions())
first = Category.objects.get(slug='first-category')
categories, users, paths = {}, {}, []
for at, name in enumerate(given['sections']):
    category = first if at == 0 else Category()
    category.set_name(name)
    if at == 0:
        category.save()
    else:
        category.insert_at(Category.objects.root_category(), position='last-child', save=True)
        for right in first.category_role_set.all():
            RoleCategoryACL.objects.create(role_id=right.role_id, category=category, category_role_id=right.category_role_id)
    categories[name] = category.pk
def user(name, when):
    if name not in users:
        users[name] = User.objects.create_user(name, name.lower() + '@forum.example', 'only recorded', joined_on=when - datetime.timedelta(days=3))
        setup_new_user(dynamic, users[name])
    return users[name]
class Request:
    settings = dynamic
    def get_host(self):
        return 'forum.example'
for topic in reversed(given['topics']):
    category = Category.objects.get(pk=categories[topic['section']])
    when = datetime.datetime.fromisoformat(topic['date'] + 'T08:00:00+00:00')
    thread = Thread(category=category, started_on=when, starter_name='-', starter_slug='-', last_post_on=when, last_poster_name='-', last_poster_slug='-', replies=0)
    thread.set_title(topic['title'])
    thread.save()
    for at, written in enumerate(topic['posts']):
        poster = user(written['author'], when)
        on = when + datetime.timedelta(minutes=95 * at)
        parsed = common_flavour(Request(), poster, written['text'])['parsed_text']
        post = Post.objects.create(category=category, thread=thread, poster=poster, poster_name=poster.username, original=written['text'], parsed=parsed, posted_on=on, updated_on=on)
        update_post_checksum(post)
        post.save(update_fields=['checksum'])
        post.set_search_document(thread.title)
        post.save(update_fields=['search_document'])
        post.update_search_vector()
        post.save(update_fields=['search_vector'])
        User.objects.filter(pk=poster.pk).update(posts=poster.posts + 1, threads=poster.threads + (at == 0))
        poster.refresh_from_db()
    thread.synchronize()
    thread.save()
    category.synchronize()
    category.save()
    paths.append([topic['title'], thread.get_absolute_url()])
invalidate_all_caches()
lists = [[Category.objects.root_category().pk, '/']] + [[pk, Category.objects.get(pk=pk).get_absolute_url()] for pk in categories.values()]
print(json.dumps({'paths': paths, 'lists': lists}))
`;

interface Topic {
  readonly first: Post;
  readonly posts: readonly { readonly author: string; readonly text: string; readonly plain: string }[];
}

/** Names of members are ASCII letters: the first name, and how the last one begins. */
function member(name: string): string {
  const [first = '', last = ''] = name
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(' ');
  return `${first}${last.slice(0, 3)}`;
}

/** Each post is the first of a thread; its paragraphs after the second one are answers of others. */
function topicsOf(posts: readonly Post[]): Topic[] {
  const authors = [...new Set(posts.map(({ author }) => author))];
  return posts.map((first) => {
    const blocks = first.blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'code');
    const groups = [blocks.slice(0, 2), ...blocks.slice(2).map((block) => [block])];
    const written = groups.map((group, at) => ({
      author: member(authors[(authors.indexOf(first.author) + at) % authors.length] ?? ''),
      text: markdown(group),
      plain: group.map(textOf).join('\n\n'),
    }));
    return { first, posts: written };
  });
}

/** What the button for more threads asks for: the rest of each list. */
function nextParts(responses: readonly RecordedResponse[], lists: readonly (readonly [number, string])[]): string[] {
  const parts = lists.flatMap(([category, path]) =>
    responses
      .filter((each) => each.path.split('?')[0] === path)
      .flatMap(({ body = '' }) => [...body.matchAll(/rel="next" href="[^"]*\?start=(\d+)"/g)].map(([, start]) => start))
      .map((start) => `/api/threads/?category=${category}&list=all&start=${start}`),
  );
  return [...new Set(parts)];
}

export const misago: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'misago-forum',
    software: 'Misago (Django 4.2)',
    version: '0.39.6',
    theme: 'default',
    lang: 'pl',
    render: 'hydrated',
  },
  async build(folder) {
    if (!existsSync(postgres)) throw new MissingTool('the package of Debian that postgres.ts names');
    const topics = topicsOf(overTwoYears(makePosts({ grammar: polish, count: 42, seed: 8_202, authors: 8 })));
    const programs = await pipInstall(folder, ['misago==0.39.6']);
    const forum = join(folder, 'forum');
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    await writeFiles(forum, {
      'recorded_settings.py': settings,
      'fill.py': fill,
      'media/empty': '',
      'topics.json': JSON.stringify({
        settings: {
          forum_name: 'Forum Warsztat',
          forum_address: origin,
          logo_text: 'Forum Warsztat',
          index_header: 'Forum miłośników starych narzędzi',
          default_avatar: 'dynamic',
        },
        sections: [...new Set(topics.map(({ first }) => first.section))],
        topics: topics.map(({ first, posts }) => ({
          title: first.title,
          section: first.section,
          date: first.date,
          posts,
        })),
      }),
    });
    return await withPostgres(folder, async (socket) => {
      const env = { DJANGO_SETTINGS_MODULE: 'recorded_settings', PYTHONPATH: forum, FORUM: forum, DATABASE: socket };
      const python = join(programs, 'python');
      await run(python, ['-m', 'django', 'migrate', '--verbosity', '0'], forum, env);
      const printed = (await run(python, ['fill.py', 'topics.json'], forum, env)).trim().split('\n').at(-1) ?? '{}';
      const made = JSON.parse(printed) as { paths: [string, string][]; lists: [number, string][] };
      const paths = new Map(made.paths);
      const server = {
        program: python,
        args: ['-m', 'django', 'runserver', '--noreload', '--insecure', String(port)],
        cwd: forum,
        env,
        origin,
      };
      const responses = await withServer(server, async () => {
        const without = /^\/(media|admincp|django-admin|api)\//;
        const pages = await recordServer(origin, { start: ['/', '/robots.txt', '/no-such-page/'], without });
        const start = nextParts(pages, made.lists);
        return [...pages, ...(await recordServer(origin, { start, without }))];
      });
      const truth = topics.map(({ first, posts }): ArticleTruth => {
        const text = posts.map(({ plain }) => plain).join('\n\n');
        return {
          path: paths.get(first.title) ?? '',
          aliases: [],
          title: first.title,
          authors: [posts[0]?.author ?? ''],
          date: first.date,
          tags: [],
          section: first.section,
          text,
          alt_texts: [posts[0]?.plain ?? ''],
          ...(first.short ? { short: true } : {}),
        };
      });
      return { responses, truth };
    });
  },
};
