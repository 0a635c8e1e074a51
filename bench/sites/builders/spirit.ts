import { join } from 'node:path';
import { markdown, textOf } from '../posts/blocks.ts';
import { english } from '../posts/english.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { recordServer } from '../record.ts';
import type { ArticleTruth } from '../recorded-site.ts';
import { freePort, type OwnSite, pipInstall, run, withServer, writeFiles } from './workshop.ts';

const fill = `
import datetime, json, sys
import django
django.setup()
from django.contrib.auth import get_user_model
from spirit.category.models import Category
from spirit.comment.models import Comment
from spirit.core.utils.markdown import Markdown
from spirit.topic.models import Topic
User = get_user_model()
users, categories, paths = {}, {}, []
def user(name):
    if name not in users:
        users[name] = User.objects.create_user(name.replace(' ', '_'), name.replace(' ', '.').lower() + '@forum.example', 'forum')
        users[name].st.nickname = name
        users[name].st.save()
    return users[name]
for topic in reversed(json.load(open(sys.argv[1]))):
    if topic['section'] not in categories:
        categories[topic['section']] = Category.objects.create(title=topic['section'], description='All about it')
    when = datetime.datetime.fromisoformat(topic['date'] + 'T08:00:00+00:00')
    made = Topic.objects.create(user=user(topic['posts'][0]['author']), category=categories[topic['section']], title=topic['title'], date=when)
    for at, post in enumerate(topic['posts']):
        last = when + datetime.timedelta(hours=7 * at)
        Comment.objects.create(user=user(post['author']), topic=made, comment=post['text'], comment_html=Markdown().render(post['text']), date=last)
    Topic.objects.filter(pk=made.pk).update(last_active=last, comment_count=len(topic['posts']))
    paths.append([topic['title'], made.get_absolute_url()])
print(json.dumps(paths))
`;

interface Topic {
  readonly first: Post;
  readonly posts: readonly { readonly author: string; readonly text: string; readonly plain: string }[];
}

/** Each post is the first of a topic; its paragraphs after the second one are answers of others. */
function topicsOf(posts: readonly Post[]): Topic[] {
  const authors = [...new Set(posts.map(({ author }) => author))];
  return posts.map((first) => {
    const blocks = first.blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'code');
    const groups = [blocks.slice(0, 2), ...blocks.slice(2).map((block) => [block])];
    const written = groups.map((group, at) => ({
      author: at === 0 ? first.author : (authors[(authors.indexOf(first.author) + at) % authors.length] ?? ''),
      text: markdown(group),
      plain: group.map(textOf).join('\n\n'),
    }));
    return { first, posts: written };
  });
}

export const spirit: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'spirit-forum',
    software: 'Spirit (Django 5.1)',
    version: '0.14.3',
    theme: 'default',
    lang: 'en',
    render: 'server',
    ignoreQuery: true,
  },
  async build(folder) {
    const topics = topicsOf(makePosts({ grammar: english, count: 30, seed: 555, authors: 7 }));
    const programs = await pipInstall(folder, ['django-spirit==0.14.3', 'django==5.1.15']);
    const project = join(folder, 'forum');
    await run(join(programs, 'spirit'), ['startproject', 'forum'], folder, { PATH: `${programs}:${process.env.PATH}` });
    await writeFiles(project, {
      'fill.py': fill,
      'recorded_settings.py':
        "from forum.settings.dev import *\nDEBUG = False\nALLOWED_HOSTS = ['*']\nLANGUAGE_CODE = 'en'\nTEMPLATES[0]['OPTIONS']['debug'] = False\n",
      'topics.json': JSON.stringify(
        topics.map(({ first, posts }) => ({ title: first.title, section: first.section, date: first.date, posts })),
      ),
    });
    const env = { DJANGO_SETTINGS_MODULE: 'recorded_settings', PYTHONPATH: project };
    await run(
      join(programs, 'python'),
      ['manage.py', 'migrate', '--verbosity', '0', '--settings', 'recorded_settings'],
      project,
      env,
    );
    await run(
      join(programs, 'python'),
      ['manage.py', 'createcachetable', '--settings', 'recorded_settings'],
      project,
      env,
    );
    const printed = await run(join(programs, 'python'), ['fill.py', 'topics.json'], project, env);
    const paths = new Map(JSON.parse(printed.trim().split('\n').at(-1) ?? '[]') as [string, string][]);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: join(programs, 'python'),
      args: ['manage.py', 'runserver', '--noreload', '--insecure', String(port), '--settings', 'recorded_settings'],
      cwd: project,
      env,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, {
        start: ['/', '/user/login/'],
        without: /\/(like|flag|bookmark|publish|report)\/|[?&]next=/,
      }),
    );
    const truth = topics.map(({ first, posts }): ArticleTruth => {
      const path = paths.get(first.title) ?? '';
      const text = posts.map(({ plain }) => plain).join('\n\n');
      return {
        path,
        aliases: [],
        title: first.title,
        authors: [first.author],
        date: first.date,
        tags: [],
        section: first.section,
        text,
        alt_texts: [posts[0]?.plain ?? ''],
        ...(first.short ? { short: true } : {}),
      };
    });
    return { responses, truth };
  },
};
