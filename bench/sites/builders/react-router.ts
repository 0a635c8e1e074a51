import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { portuguese } from '../posts/portuguese.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { piecesHtml, piecesOf, piecesText } from '../posts/richer.ts';
import { recordServer } from '../record.ts';
import { freePort, npmInstall, npmRun, type OwnSite, removed, truthOf, withServer, writeFiles } from './workshop.ts';

/** A magazine whose articles are in a database. */
const files: Readonly<Record<string, string>> = {
  'react-router.config.js': "export default { ssr: true, routeDiscovery: { mode: 'initial' } };\n",
  'vite.config.js':
    "import { reactRouter } from '@react-router/dev/vite';\nexport default { plugins: [reactRouter()] };\n",
  'app/routes.ts': `import { index, route } from '@react-router/dev/routes';
export default [
  index('routes/home.jsx'),
  route('noticias/:slug', 'routes/article.jsx'),
  route('editoria/:key', 'routes/list.jsx', { id: 'section' }),
  route('autor/:key', 'routes/list.jsx', { id: 'author' }),
  route('etiqueta/:key', 'routes/list.jsx', { id: 'tag' }),
  route('busca', 'routes/search.jsx'),
  route('sobre', 'routes/about.jsx'),
  route('contato', 'routes/contact.jsx'),
  route('feed.xml', 'routes/feed.js'),
  route('sitemap.xml', 'routes/sitemap.js'),
  route('*', 'routes/missing.jsx'),
];
`,
  'app/db.server.js': `import { DatabaseSync } from 'node:sqlite';
const db = new DatabaseSync('magazine.sqlite', { readOnly: true });
const columns = 'slug, title, lead, author, author_key AS authorKey, date, section, section_key AS sectionKey, picture';
export const pageSize = 6;
export const sections = () => db.prepare('SELECT DISTINCT section AS name, section_key AS key FROM article ORDER BY section').all();
const wheres = { all: '1 OR ? IS NULL', section: 'section_key = ?', author: 'author_key = ?', tag: 'slug IN (SELECT slug FROM tag WHERE key = ?)', search: "title LIKE '%' || ? || '%'" };
export function articles(by, key, page) {
  const where = wheres[by];
  const total = db.prepare('SELECT count(*) AS n FROM article WHERE ' + where).get(key).n;
  const items = db.prepare('SELECT ' + columns + ' FROM article WHERE ' + where + ' ORDER BY date DESC LIMIT ? OFFSET ?').all(key, pageSize, (page - 1) * pageSize);
  return { items, pages: Math.max(1, Math.ceil(total / pageSize)), page };
}
export const newest = (n) => db.prepare('SELECT ' + columns + ' FROM article ORDER BY date DESC LIMIT ?').all(n);
export const nameOfTag = (key) => db.prepare('SELECT name FROM tag WHERE key = ?').get(key)?.name;
export function article(slug) {
  const found = db.prepare('SELECT ' + columns + ', body FROM article WHERE slug = ?').get(slug);
  if (!found) return null;
  const tags = db.prepare('SELECT key, name FROM tag WHERE slug = ?').all(slug);
  const more = db.prepare('SELECT slug, title FROM article WHERE section_key = ? AND slug <> ? ORDER BY date DESC LIMIT 3').all(found.sectionKey, slug);
  return { ...found, tags, more };
}
`,
  'app/parts.jsx': `import { Link } from 'react-router';
export const day = (date) => new Date(date).toLocaleDateString('pt-BR', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
export function Cards({ list, base }) {
  return <>
    <div className="grid">{list.items.map((item) => <article className="card" key={item.slug}>
      {item.picture && <Link to={'/noticias/' + item.slug}><img src={item.picture} alt="" /></Link>}
      <span className="kicker">{item.section}</span>
      <h2><Link to={'/noticias/' + item.slug}>{item.title}</Link></h2>
      <p>{item.lead}</p>
      <small>{item.author}, {day(item.date)}</small>
    </article>)}</div>
    {list.pages > 1 && <nav className="pagination" aria-label="Páginas">
      {Array.from({ length: list.pages }, (_, at) => at + 1).map((n) => n === list.page ? <span key={n} aria-current="page">{n}</span> : <Link key={n} to={base + '?page=' + n}>{n}</Link>)}
    </nav>}
  </>;
}
export const pageOf = (request) => Math.max(1, Number(new URL(request.url).searchParams.get('page') ?? 1) || 1);
`,
  'app/root.jsx': `import { isRouteErrorResponse, Link, Links, Meta, NavLink, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import { newest, sections } from './db.server.js';
export const loader = () => ({ sections: sections(), newest: newest(5).map(({ slug, title }) => ({ slug, title })) });
export function Layout({ children }) {
  const data = useRouteLoaderData('root');
  return <html lang="pt-BR">
    <head>
      <meta charSet="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
      <Meta /><Links />
      <link rel="alternate" type="application/rss+xml" title="Revista da Oficina" href="/feed.xml" />
    </head>
    <body>
      <header className="top"><Link to="/" className="logo">Revista da Oficina</Link>
        <nav>{data?.sections.map(({ key, name }) => <NavLink key={key} to={'/editoria/' + key}>{name}</NavLink>)}</nav>
        <form action="/busca"><input type="search" name="q" placeholder="Buscar" /><button>Buscar</button></form>
      </header>
      <div className="columns"><main>{children}</main>
        <aside><h3>Mais recentes</h3><ol>{data?.newest.map(({ slug, title }) => <li key={slug}><Link to={'/noticias/' + slug}>{title}</Link></li>)}</ol></aside>
      </div>
      <footer><Link to="/sobre">Sobre a revista</Link> <Link to="/contato">Contato</Link> <a href="/feed.xml">RSS</a><p>© 2026 Revista da Oficina. Todos os direitos reservados.</p></footer>
      <ScrollRestoration /><Scripts />
    </body>
  </html>;
}
export default function App() {
  return <Outlet />;
}
export function ErrorBoundary({ error }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <><h1>{missing ? 'Página não encontrada' : 'Algo deu errado'}</h1><p>Volte à <a href="/">página inicial</a>.</p></>;
}
`,
  'app/routes/home.jsx': `import { useLoaderData } from 'react-router';
import { articles } from '../db.server.js';
import { Cards, pageOf } from '../parts.jsx';
export const meta = () => [{ title: 'Revista da Oficina' }, { name: 'description', content: 'Ofícios e objetos das cidades pequenas' }];
export const loader = ({ request }) => articles('all', null, pageOf(request));
export default function Home() {
  return <><h1 className="sr-only">Revista da Oficina</h1><Cards list={useLoaderData()} base="/" /></>;
}
`,
  'app/routes/list.jsx': `import { data, useLoaderData } from 'react-router';
import { articles, nameOfTag } from '../db.server.js';
import { Cards, pageOf } from '../parts.jsx';
export const meta = ({ loaderData }) => [{ title: (loaderData?.name ?? '') + ' | Revista da Oficina' }];
export function loader({ request, params }) {
  const kind = { editoria: 'section', autor: 'author', etiqueta: 'tag' }[new URL(request.url).pathname.split('/')[1]];
  const list = articles(kind, params.key, pageOf(request));
  if (list.items.length === 0) throw data(null, { status: 404 });
  const [first] = list.items;
  const name = kind === 'section' ? first.section : kind === 'author' ? first.author : nameOfTag(params.key);
  return { name, list, base: new URL(request.url).pathname.replace(/\\.data$/, '') };
}
export default function List() {
  const { name, list, base } = useLoaderData();
  return <><h1>{name}</h1><Cards list={list} base={base} /></>;
}
`,
  'app/routes/article.jsx': `import { data, Link, useLoaderData } from 'react-router';
import { article } from '../db.server.js';
import { day } from '../parts.jsx';
export const meta = ({ loaderData: one }) => one ? [
  { title: one.title + ' | Revista da Oficina' },
  { name: 'description', content: one.lead },
  { property: 'og:type', content: 'article' },
  { property: 'og:title', content: one.title },
  { property: 'og:description', content: one.lead },
  ...(one.picture ? [{ property: 'og:image', content: one.picture }] : []),
] : [];
export function loader({ params }) {
  const found = article(params.slug);
  if (!found) throw data(null, { status: 404 });
  return found;
}
export default function Article() {
  const one = useLoaderData();
  return <>
    <article>
      <Link className="kicker" to={'/editoria/' + one.sectionKey}>{one.section}</Link>
      <h1>{one.title}</h1>
      <p className="byline">Por <Link to={'/autor/' + one.authorKey}>{one.author}</Link> · <time dateTime={one.date}>{day(one.date)}</time></p>
      {one.picture && <figure><img src={one.picture} alt="" /></figure>}
      <div className="prose" dangerouslySetInnerHTML={{ __html: one.body }} />
      <p className="tags">{one.tags.map(({ key, name }) => <Link key={key} to={'/etiqueta/' + key} rel="tag">{name}</Link>)}</p>
    </article>
    <section className="related"><h2>Leia também</h2><ul>{one.more.map(({ slug, title }) => <li key={slug}><Link to={'/noticias/' + slug}>{title}</Link></li>)}</ul></section>
  </>;
}
`,
  'app/routes/search.jsx': `import { useLoaderData } from 'react-router';
import { articles } from '../db.server.js';
import { Cards, pageOf } from '../parts.jsx';
export const meta = () => [{ title: 'Busca | Revista da Oficina' }, { name: 'robots', content: 'noindex' }];
export function loader({ request }) {
  const q = new URL(request.url).searchParams.get('q') ?? '';
  return { q, list: q ? articles('search', q, pageOf(request)) : { items: [], pages: 1, page: 1 } };
}
export default function Search() {
  const { q, list } = useLoaderData();
  return <><h1>Busca</h1><p>{q ? list.items.length + ' resultados para “' + q + '”' : 'Escreva o que procura.'}</p><Cards list={list} base={'/busca'} /></>;
}
`,
  'app/routes/about.jsx': `export const meta = () => [{ title: 'Sobre | Revista da Oficina' }];
export default function About() {
  return <><h1>Sobre a revista</h1><p>A revista é feita por algumas pessoas que gostam de ferramentas antigas e de quem as usa.</p></>;
}
`,
  'app/routes/contact.jsx': `export const meta = () => [{ title: 'Contato | Revista da Oficina' }];
export default function Contact() {
  return <><h1>Contato</h1><p>A redação atende às terças-feiras, na oficina.</p></>;
}
`,
  'app/routes/feed.js': `import { newest } from '../db.server.js';
const text = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
export function loader({ request }) {
  const { origin } = new URL(request.url);
  const items = newest(15).map(({ slug, title, lead, date, section }) => '<item><title>' + text(title) + '</title><link>' + origin + '/noticias/' + slug + '</link><guid>' + origin + '/noticias/' + slug + '</guid><pubDate>' + new Date(date).toUTCString() + '</pubDate><category>' + text(section) + '</category><description>' + text(lead) + '</description></item>');
  return new Response('<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Revista da Oficina</title><link>' + origin + '/</link><description>Ofícios e objetos</description>' + items.join('') + '</channel></rss>', { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}
`,
  'app/routes/sitemap.js': `import { newest } from '../db.server.js';
export function loader({ request }) {
  const { origin } = new URL(request.url);
  const paths = ['/', '/sobre', '/contato', ...newest(1000).map(({ slug }) => '/noticias/' + slug)];
  return new Response('<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' + paths.map((path) => '<url><loc>' + origin + path + '</loc></url>').join('') + '</urlset>', { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
`,
  'app/routes/missing.jsx': `import { data } from 'react-router';
export function loader() {
  throw data(null, { status: 404 });
}
export default function Missing() {
  return null;
}
`,
};

const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

function fillDatabase(file: string, posts: readonly Post[]): void {
  const db = new DatabaseSync(file);
  db.exec(
    'CREATE TABLE article (slug TEXT PRIMARY KEY, title, lead, author, author_key, date, section, section_key, picture, body); CREATE TABLE tag (slug, key, name)',
  );
  const article = db.prepare('INSERT INTO article VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const tag = db.prepare('INSERT INTO tag VALUES (?, ?, ?)');
  for (const post of posts) {
    const { id, slug, title, author, date, section, blocks, short } = post;
    const first = blocks[0]?.kind === 'paragraph' ? blocks[0].text : '';
    const lead = first.length > 120 ? `${first.slice(0, 120)}…` : first;
    const picture = short || id % 3 === 0 ? null : `/fotos/${id}.jpg`;
    const body = piecesHtml(piecesOf(post, portuguese, '/fotos/texto-'));
    article.run(slug, title, lead, author, keyOf(author), date, section, keyOf(section), picture, body);
    for (const name of post.tags) tag.run(slug, keyOf(name), name);
  }
  db.close();
}

export const reactRouter: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'react-router-ssr',
    software: 'React Router (own small magazine, SQLite)',
    version: '8.4.0',
    theme: 'none',
    lang: 'pt-BR',
    render: 'hydrated',
    pages: ['/sobre', '/contato', '/busca'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: portuguese, count: 44, seed: 2_005, authors: 5 });
    await npmInstall(folder, {
      ...Object.fromEntries(['dev', 'node', 'serve'].map((name) => [`@react-router/${name}`, '8.4.0'])),
      'react-router': '8.4.0',
      react: '19.2.0',
      'react-dom': '19.2.0',
      isbot: '5.2.3',
      vite: '8.3.8',
      typescript: '5.9.3',
    });
    await writeFiles(folder, files);
    await npmRun(folder, '@react-router/dev/bin.cjs', ['build']);
    const database = join(folder, 'magazine.sqlite');
    await removed(database);
    fillDatabase(database, posts);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const server = {
      program: process.execPath,
      args: [join(folder, 'node_modules/@react-router/serve/bin.cjs'), join(folder, 'build/server/index.js')],
      cwd: folder,
      env: { PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' },
      origin,
    };
    const responses = await withServer(server, () =>
      recordServer(origin, { start: ['/', '/sitemap.xml', '/robots.txt', '/nada'], without: /\.jpg$/ }),
    );
    return {
      responses,
      truth: truthOf(
        posts,
        ({ slug }) => `/noticias/${slug}`,
        (post) => ({ text: piecesText(piecesOf(post, portuguese, '')) }),
      ),
    };
  },
};
