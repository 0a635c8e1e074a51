import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { markdown, textOf } from '../posts/blocks.ts';
import { german } from '../posts/german.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { recordServer } from '../record.ts';
import type { ArticleTruth } from '../recorded-site.ts';
import { freePort, MissingTool, type OwnSite, run, withServer, writeFiles } from './workshop.ts';

const configOf = (folder: string) => `
SQLALCHEMY_DATABASE_URI = 'sqlite:///${join(folder, 'forum.sqlite')}'
SECRET_KEY = 'a forum that is recorded once'
WTF_CSRF_SECRET_KEY = 'a forum that is recorded once'
LOG_PATH = '${join(folder, 'logs')}'
LOG_DEFAULT_CONF = {'version': 1}
REDIS_ENABLED = False
RATELIMIT_ENABLED = False
CACHE_TYPE = 'NullCache'
`;
const fill = `
import datetime, json, sys
from flaskbb import create_app
from flaskbb.extensions import db
from flaskbb.forum.models import Category, Forum, Post, Topic
from flaskbb.settings.models import Setting
from flaskbb.utils.populate import create_user
app = create_app(config='forum.cfg')
paths = []
with app.test_request_context():
    Setting.update('appearance', {'DEFAULT_LANGUAGE': 'de'})
    db.session.get(Category, 1).delete([])
    category = Category(title='Werkbank', position=1)
    category.save()
    users, forums = {}, {}
    for topic in reversed(json.load(open(sys.argv[1]))):
        when = datetime.datetime.fromisoformat(topic['date'] + 'T08:00:00+00:00')
        for post in topic['posts']:
            name = post['author']
            if name not in users:
                users[name] = create_user(name, 'only recorded', 'writer%d@forum.example' % len(users), 'member')
                users[name].date_joined = when - datetime.timedelta(days=30)
        section = topic['section']
        if section not in forums:
            forums[section] = Forum(title=section, description='Alles darüber', category_id=category.id)
            forums[section].save()
        made = Topic(title=topic['title'])
        for at, post in enumerate(topic['posts']):
            written = Post(content=post['text'])
            if at == 0:
                made.save(user=users[post['author']], forum=forums[section], post=written)
                made.date_created = when
            else:
                written.save(user=users[post['author']], topic=made)
            written.date_created = made.last_updated = made.forum.last_post_created = when + datetime.timedelta(hours=5 * at)
        db.session.commit()
        paths.append([topic['title'], made.url])
print(json.dumps(paths))
`;

interface Thread {
  readonly first: Post;
  readonly posts: readonly { readonly author: string; readonly text: string; readonly plain: string }[];
}

/** Each post opens a thread; its paragraphs after the third one are answers of others. */
function threadsOf(posts: readonly Post[]): Thread[] {
  const authors = [...new Set(posts.map(({ author }) => author))];
  return posts.map((first) => {
    const blocks = first.blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'code');
    const groups = [blocks.slice(0, 3), ...blocks.slice(3).map((block) => [block])];
    const written = groups.map((group, at) => ({
      author: authors[(authors.indexOf(first.author) + at) % authors.length] ?? '',
      text: markdown(group),
      plain: group.map(textOf).join('\n\n'),
    }));
    return { first, posts: written };
  });
}

export const flaskbb: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'flaskbb-forum',
    software: 'FlaskBB',
    version: '3.0.0rc5',
    theme: 'default',
    lang: 'de',
    render: 'server',
    ignoreQuery: true,
  },
  async build(folder) {
    const threads = threadsOf(makePosts({ grammar: german, count: 34, seed: 1_008, authors: 6 }));
    const programs = join(folder, 'venv', 'bin');
    if (!existsSync(join(programs, 'flaskbb'))) {
      // it needs a newer Python than most systems have
      const python = { PYENV_VERSION: '3.12' };
      await run('python3.12', ['-m', 'venv', join(folder, 'venv')], folder, python).catch((error: Error) => {
        throw new MissingTool(`python3.12 with venv: ${error.message}`);
      });
      await run(join(programs, 'pip'), ['install', '--quiet', 'flaskbb==3.0.0rc5'], folder);
    }
    await mkdir(join(folder, 'logs'));
    await writeFiles(folder, {
      'forum.cfg': configOf(folder),
      'fill.py': fill,
      'threads.json': JSON.stringify(
        threads.map(({ first, posts }) => ({ title: first.title, section: first.section, date: first.date, posts })),
      ),
    });
    const config = ['--config', join(folder, 'forum.cfg')];
    await run(
      join(programs, 'flaskbb'),
      [...config, 'install', '--force', '-u', 'keeper', '-e', 'keeper@forum.example', '-p', 'only recorded'],
      folder,
    );
    const printed = await run(join(programs, 'python'), ['fill.py', 'threads.json'], folder);
    const paths = new Map(JSON.parse(printed.trim().split('\n').at(-1) ?? '[]') as [string, string][]);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: join(programs, 'flaskbb'),
      args: [...config, 'run', '--no-reload', '--port', String(port)],
      cwd: folder,
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, { without: /^\/(topictracker|search\?)|\/(new|reply|report|markread|quote)\b|[?&]next=/ }),
    );
    const truth = threads.map(
      ({ first, posts }): ArticleTruth => ({
        path: paths.get(first.title) ?? '',
        aliases: [],
        title: first.title,
        authors: [first.author],
        date: first.date,
        tags: [],
        section: first.section,
        text: posts.map(({ plain }) => plain).join('\n\n'),
        alt_texts: [posts[0]?.plain ?? ''],
        ...(first.short ? { short: true } : {}),
      }),
    );
    return { responses, truth };
  },
};
