import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '../posts/blocks.ts';
import { dutch } from '../posts/dutch.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordServer } from '../record.ts';
import { mariadb, withMariaDb } from './mariadb.ts';
import { freePort, MissingTool, type OwnSite, run, truthOf, withServer, writeFiles } from './workshop.ts';

const version = '6.65.0';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const settings = {
  title: 'Het Dorpsblad',
  description: 'Berichten uit kleine plaatsen',
  locale: 'nl',
  timezone: 'Etc/UTC',
  navigation: JSON.stringify([
    { label: 'Voorpagina', url: '/' },
    { label: 'Over ons', url: '/over-ons/' },
    { label: 'Contact', url: '/contact/' },
  ]),
};
const pages = [
  {
    title: 'Over ons',
    slug: 'over-ons',
    html: '<p>Dit blad wordt gemaakt door een paar liefhebbers van oud gereedschap.</p>',
  },
  { title: 'Contact', slug: 'contact', html: '<p>Brieven zijn welkom op het adres van de werkplaats.</p>' },
];

/** Tables are HTML cards: its editor has none. */
const cardHtml = (post: Post): string =>
  richHtml(richBlocks(post), '/content/images/2026/10/')
    .replaceAll('.jpg"', '.png"')
    .replace(/<table>.*?<\/table>/gs, (table) => `<!--kg-card-begin: html-->${table}<!--kg-card-end: html-->`);

const hex = (number: number): string => number.toString(16).padStart(24, '0');

/** The accounts of those who write. */
const accounts = (authors: readonly string[]): string =>
  authors
    .map(
      (name, at) =>
        `insert into users (id, name, slug, password, email, status, visibility, created_at) values ('${hex(at + 1)}', '${name}', '${name.toLowerCase().replace(/[^a-z]+/g, '-')}', '-', 'writer${at}@village.example', 'active', 'public', now());
insert into roles_users (id, role_id, user_id) select '${hex(at + 1)}', id, '${hex(at + 1)}' from roles where name = 'Author';`,
    )
    .join('\n');

/** A client of the running server's own interface, as its keeper. */
async function signIn(origin: string) {
  const api = `${origin}/ghost/api/admin`;
  const keeper = { name: 'Redactie', email: 'keeper@village.example', password: 'only-recorded-here-1' };
  let cookie = '';
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(api + path, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
    return response;
  };
  await ask('POST', '/authentication/setup/', { setup: [{ ...keeper, blogTitle: settings.title }] });
  const session = await ask('POST', '/session/', { username: keeper.email, password: keeper.password });
  cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return ask;
}

async function fill(origin: string, posts: readonly Post[], authors: readonly string[]): Promise<void> {
  const ask = await signIn(origin);
  for (const kind of ['posts', 'pages']) {
    const left = (await (await ask('GET', `/${kind}/?limit=all&fields=id`)).json()) as Record<string, { id: string }[]>;
    for (const { id } of left[kind] ?? []) await ask('DELETE', `/${kind}/${id}/`);
  }
  const changed = Object.entries(settings).map(([key, value]) => ({ key, value }));
  await ask('PUT', '/settings/', { settings: changed });
  for (const page of pages) await ask('POST', '/pages/?source=html', { pages: [{ ...page, status: 'published' }] });
  for (const post of posts.toReversed()) {
    const { id, slug, title, author, date, section, tags } = post;
    const written = {
      title,
      slug,
      status: 'published',
      published_at: `${date}T09:00:00.000Z`,
      html: cardHtml(post),
      authors: [{ id: hex(authors.indexOf(author) + 1) }],
      tags: [section, ...tags].map((name) => ({ name })),
      // every fourth one has no picture at its head
      ...(id % 4 === 3 ? {} : { feature_image: `${origin}/content/images/2026/10/${slug}.png` }),
      ...(id % 8 === 1 ? { feature_image_caption: escapeHtml('Foto: archief van de werkplaats') } : {}),
      featured: id === 2,
    };
    await ask('POST', '/posts/?source=html', { posts: [written] });
  }
}

export const ghost: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'ghost-source',
    software: 'Ghost',
    version,
    theme: 'Source',
    lang: 'nl',
    render: 'server',
    pages: ['/over-ons/', '/contact/'],
  },
  async build(folder) {
    if (!existsSync(mariadb)) throw new MissingTool('the package mariadb-server of Debian');
    const posts = makePosts({ grammar: dutch, count: 38, seed: 3_002 });
    const authors = [...new Set(posts.map(({ author }) => author))];
    // it is no package to depend on: its own folder has the rest of its parts
    await run('npm', ['pack', '--silent', `ghost@${version}`], folder);
    await run('tar', ['xzf', `ghost-${version}.tgz`, '--strip-components=1'], folder);
    if (!existsSync(join(folder, 'node_modules/express')))
      await run(
        'npm',
        ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'],
        folder,
      );
    const images = join(folder, 'content/images/2026/10');
    await mkdir(images, { recursive: true });
    for (const { slug } of posts) await writeFile(join(images, `${slug}.png`), Buffer.from(pixel, 'base64'));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
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
      const server = {
        program: process.execPath,
        args: ['index.js'],
        cwd: folder,
        env: { NODE_ENV: 'production' },
        origin,
      };
      const client = ['--no-defaults', `--socket=${socket}`, 'blog', '-e'];
      await withServer(server, async () => {
        await run('mariadb', [...client, accounts(authors)], folder);
        await fill(origin, posts, authors);
      });
      // begun again, it knows the accounts
      const responses = await withServer(server, () =>
        recordServer(origin, {
          start: ['/', '/rss/', '/sitemap.xml', '/robots.txt', '/no-such-page/'],
          without: /^\/(ghost|members|webmentions|email|r|p|\.ghost)\//,
        }),
      );
      // the first tag stands above the title, as a section does
      const truth = truthOf(
        posts,
        ({ slug }) => `/${slug}/`,
        (post) => ({ text: richText(richBlocks(post)), tags: [post.section, ...post.tags] }),
      );
      return { responses, truth };
    });
  },
};
