import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { mariadb, withMariaDb } from '../../../../sites/builders/mariadb.ts';
import { freePort, MissingTool, run, withServer, writeFiles } from '../../../../sites/builders/workshop.ts';
import { html } from '../../../../sites/posts/blocks.ts';
import { siteOrigin } from '../../../../sites/record.ts';
import type { BylineArticle, Shell } from '../articles.ts';
import type { RenderedPage, System } from './system.ts';

const version = '6.65.0';
const owner = 'Redazione';
const hex = (number: number): string => number.toString(16).padStart(24, '0');

/** The accounts of those who write. */
const accounts = (names: readonly string[]): string =>
  names
    .map(
      (name, at) =>
        `insert into users (id, name, slug, password, email, status, visibility, created_at) values ('${hex(at + 1)}', '${name.replaceAll("'", "''")}', 'writer-${at}', '-', 'writer${at}@village.example', 'active', 'public', now());
insert into roles_users (id, role_id, user_id) select '${hex(at + 1)}', id, '${hex(at + 1)}' from roles where name = 'Author';`,
    )
    .join('\n');

/** Publishes the articles by the running server's own interface, as its keeper. */
async function fill(
  origin: string,
  theme: string,
  language: string,
  articles: readonly BylineArticle[],
  names: readonly string[],
): Promise<void> {
  const keeper = { name: owner, email: 'keeper@village.example', password: 'only-recorded-here-1' };
  let cookie = '';
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${origin}/ghost/api/admin${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
    return response;
  };
  await ask('POST', '/authentication/setup/', { setup: [{ ...keeper, blogTitle: 'Il Capanno' }] });
  // right after its first start, it may forget a session at once
  for (let attempt = 0; attempt < 5; attempt++) {
    const session = await ask('POST', '/session/', { username: keeper.email, password: keeper.password });
    cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const isKnown = await ask('GET', '/users/me/').then(
      () => true,
      () => false,
    );
    if (isKnown) break;
    await setTimeout(2_000);
  }
  const settings = Object.entries({ title: 'Il Capanno', locale: language, timezone: 'Etc/UTC' });
  await ask('PUT', '/settings/', { settings: settings.map(([key, value]) => ({ key, value })) });
  await ask('PUT', `/themes/${theme}/activate/`);
  for (const { slug, title, date, field, section, tags, blocks } of articles)
    await ask('POST', '/posts/?source=html', {
      posts: [
        {
          title,
          slug,
          status: 'published',
          published_at: `${date}T09:00:00.000Z`,
          html: html(blocks),
          ...(field.length === 0 ? {} : { authors: field.map((name) => ({ id: hex(names.indexOf(name) + 1) })) }),
          tags: [section, ...tags].map((name) => ({ name })),
        },
      ],
    });
}

async function install(folder: string): Promise<void> {
  // it is no package to depend on: its own folder has the rest of its parts
  if (existsSync(join(folder, 'node_modules/express'))) return;
  await run('npm', ['pack', '--silent', `ghost@${version}`], folder);
  await run('tar', ['xzf', `ghost-${version}.tgz`, '--strip-components=1'], folder);
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  await run('npm', ['install', '--omit=dev', ...quiet], folder);
}

const shell = (theme: string, language: Shell['language']): Shell => ({
  ...{ name: `ghost-${theme}`, language, authors: 'all', owner, date: true },
  // it says when the page was recorded
  modified: null,
});

export const ghost: System = {
  file: import.meta.url,
  name: 'ghost',
  shells: [shell('source', 'it'), shell('casper', 'de')],
  async render(folder, { name, language }, articles) {
    if (!existsSync(mariadb)) throw new MissingTool('the package mariadb-server of Debian');
    await install(folder);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const names = [...new Set(articles.flatMap(({ field }) => field))];
    return await withMariaDb(folder, async (socket) => {
      const connection = { socketPath: socket, user: 'root', password: '', database: 'blog', charset: 'utf8mb4' };
      await writeFiles(folder, {
        'logs/empty': '',
        'config.production.json': JSON.stringify({
          url: origin,
          server: { host: '127.0.0.1', port },
          database: { client: 'mysql', connection },
          mail: { transport: 'Direct' },
          logging: { transports: ['file'], path: join(folder, 'logs') },
          paths: { contentPath: join(folder, 'content') },
          privacy: { useUpdateCheck: false, useGravatar: false, useRpcPing: false },
          security: { staffDeviceVerification: false },
        }),
      });
      const env = { NODE_ENV: 'production' };
      const server = { program: process.execPath, args: ['index.js'], cwd: folder, env, origin };
      await withServer(server, async () => {
        const client = ['--no-defaults', `--socket=${socket}`, '--default-character-set=utf8mb4', 'blog', '-e'];
        if (names.length > 0) await run('mariadb', [...client, accounts(names)], folder);
        await fill(origin, name.replace('ghost-', ''), language, articles, names);
      });
      // begun again, it knows the accounts
      return await withServer(server, async () => {
        const pages: RenderedPage[] = [];
        for (const { slug } of articles) {
          const text = await (await fetch(`${origin}/${slug}/`)).text();
          pages.push({ slug, path: `/${slug}/`, html: text.replaceAll(origin, siteOrigin) });
        }
        return pages;
      });
    });
  },
};
