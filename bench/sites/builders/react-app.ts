import { join } from 'node:path';
import { portuguese } from '../posts/portuguese.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richHtml, richText } from '../posts/rich-blocks.ts';
import { recordFolder } from '../record.ts';
import type { RecordedResponse } from '../recorded-site.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const pageSize = 8;

const app = `import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, NavLink, Route, Routes, useParams } from 'react-router';

const site = 'Caderno da Oficina';
const long = new Intl.DateTimeFormat('pt-PT', { dateStyle: 'long', timeZone: 'UTC' });
const slugOf = (name) => name.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase().replace(/[^a-z]+/g, '-');

function useApi(path, query) {
  const address = '/api/' + path + '?' + new URLSearchParams(query);
  const [state, setState] = useState({});
  useEffect(() => {
    let current = true;
    setState({});
    fetch(address)
      .then((answer) => { if (!answer.ok) throw new Error(answer.statusText); return answer.json(); })
      .then((body) => current && setState({ body }), (error) => current && setState({ error }));
    return () => { current = false; };
  }, [address]);
  return state;
}
const Spinner = () => <div className="spinner" role="status">A carregar…</div>;
const When = ({ date }) => <time dateTime={date}>{long.format(new Date(date))}</time>;

function Card({ article }) {
  return <div className="card">
    {article.cover && <Link to={'/artigo/' + article.slug}><img src={article.cover.url} alt="" loading="lazy" /></Link>}
    <div className="card-body">
      <Link className="badge" to={'/categoria/' + article.category.slug}>{article.category.name}</Link>
      <h2><Link to={'/artigo/' + article.slug}>{article.title}</Link></h2>
      <p>{article.description}</p>
      <div className="card-meta">{article.author.name} · <When date={article.publishedAt} /></div>
    </div>
  </div>;
}
function Pager({ base, pagination: { page, pageCount } }) {
  if (pageCount < 2) return null;
  const at = (number) => (number === 1 ? base || '/' : base + '/pagina/' + number);
  return <nav className="pager" aria-label="Páginas">
    {page > 1 && <Link to={at(page - 1)}>← Mais novos</Link>}
    <span>{page} de {pageCount}</span>
    {page < pageCount && <Link to={at(page + 1)}>Mais antigos →</Link>}
  </nav>;
}
function Listing({ field }) {
  const { name, page = '1' } = useParams();
  const filter = field ? { ['filters[' + field + '][slug][$eq]']: name } : {};
  const { body, error } = useApi('articles', { ...filter, 'pagination[page]': page, 'pagination[pageSize]': ${pageSize}, sort: 'publishedAt:desc', populate: '*' });
  if (error) return <Missing />;
  if (!body) return <Spinner />;
  const first = body.data[0];
  const heading = field === 'category' ? first?.category.name : field === 'tags' ? '#' + first?.tags.find(({ slug }) => slug === name)?.name : null;
  const base = field === 'category' ? '/categoria/' + name : field === 'tags' ? '/tag/' + name : '';
  return <>
    <title>{heading ? heading + ' | ' + site : site}</title>
    {heading && <h1>{heading}</h1>}
    <div className="grid">{body.data.map((article) => <Card key={article.documentId} article={article} />)}</div>
    <Pager base={base} pagination={body.meta.pagination} />
  </>;
}
function Share({ title }) {
  const copy = () => navigator.clipboard?.writeText(location.href);
  return <div className="share"><span>Partilhe “{title}”:</span> <button type="button" onClick={copy}>Copiar ligação</button></div>;
}
function Article() {
  const { slug } = useParams();
  const { body, error } = useApi('articles', { 'filters[slug][$eq]': slug, populate: '*' });
  if (error || body?.data.length === 0) return <Missing />;
  if (!body) return <Spinner />;
  const [one] = body.data;
  return <article>
    <title>{one.title + ' | ' + site}</title>
    <meta name="description" content={one.description} />
    <nav className="crumbs"><Link to="/">Início</Link> › <Link to={'/categoria/' + one.category.slug}>{one.category.name}</Link></nav>
    <h1>{one.title}</h1>
    <p className="meta">Por <span className="writer">{one.author.name}</span> em <When date={one.publishedAt} /></p>
    {one.cover && <img className="cover" src={one.cover.url} alt={one.cover.alternativeText} />}
    <div className="prose" dangerouslySetInnerHTML={{ __html: one.content }} />
    <div className="tags">{one.tags.map((tag) => <Link key={tag.slug} to={'/tag/' + tag.slug}>#{tag.name}</Link>)}</div>
    <Share title={one.title} />
  </article>;
}
function Latest() {
  const { body } = useApi('articles', { 'pagination[page]': 1, 'pagination[pageSize]': 5, sort: 'publishedAt:desc', 'fields[0]': 'title', 'fields[1]': 'slug' });
  return <aside>
    <h3>Mais recentes</h3>
    <ul>{body?.data.map(({ slug, title }) => <li key={slug}><Link to={'/artigo/' + slug}>{title}</Link></li>)}</ul>
    <h3>Categorias</h3>
    <ul>{['Cidade', 'Campo', 'Lazer', 'Gente'].map((name) => <li key={name}><Link to={'/categoria/' + slugOf(name)}>{name}</Link></li>)}</ul>
  </aside>;
}
const About = () => <><title>{'Sobre | ' + site}</title><h1>Sobre</h1><p>Este caderno é escrito por alguns amigos de ferramentas antigas, nas horas vagas.</p></>;
const Contact = () => <><title>{'Contacto | ' + site}</title><h1>Contacto</h1><p>Escreva para a oficina: respondemos uma vez por semana.</p></>;
const Missing = () => <><title>{'Página não encontrada | ' + site}</title><h1>Página não encontrada</h1><p><Link to="/">Voltar ao início</Link></p></>;

createRoot(document.getElementById('root')).render(<BrowserRouter>
  <header className="top"><Link className="logo" to="/">{site}</Link><nav><NavLink to="/" end>Início</NavLink><NavLink to="/sobre">Sobre</NavLink><NavLink to="/contacto">Contacto</NavLink></nav></header>
  <div className="columns">
    <main>
      <Routes>
        <Route path="/" element={<Listing />} />
        <Route path="/pagina/:page" element={<Listing />} />
        <Route path="/categoria/:name" element={<Listing field="category" />} />
        <Route path="/categoria/:name/pagina/:page" element={<Listing field="category" />} />
        <Route path="/tag/:name" element={<Listing field="tags" />} />
        <Route path="/tag/:name/pagina/:page" element={<Listing field="tags" />} />
        <Route path="/artigo/:slug" element={<Article />} />
        <Route path="/sobre" element={<About />} />
        <Route path="/contacto" element={<Contact />} />
        <Route path="*" element={<Missing />} />
      </Routes>
    </main>
    <Latest />
  </div>
  <footer>© 2026 {site}. Feito com calma.</footer>
</BrowserRouter>);
`;
const page =
  '<!doctype html>\n<html lang="pt">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Caderno da Oficina</title></head>\n<body><noscript>Ative o JavaScript para ler este site.</noscript><div id="root"></div><script type="module" src="/main.jsx"></script></body>\n</html>\n';

const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
const named = (name: string) => ({ name, slug: slugOf(name) });

/** As the content server of Strapi gives an article out. */
const entry = (post: Post) => ({
  id: 200 - post.id,
  documentId: `d${String(post.id * 7919).padStart(8, '0')}`,
  title: post.title,
  slug: post.slug,
  description: post.blocks[0]?.kind === 'paragraph' ? `${post.blocks[0].text.slice(0, 120)}…` : '',
  content: richHtml(richBlocks(post), '/uploads/'),
  publishedAt: `${post.date}T11:00:00.000Z`,
  author: { name: post.author },
  category: named(post.section),
  tags: post.tags.map(named),
  cover: post.id % 5 === 0 ? null : { url: `/uploads/capa-${post.slug}.jpg`, alternativeText: post.title },
});

const answer = (query: Record<string, string | number>, data: readonly unknown[], total: number): RecordedResponse => {
  const [number, size] = [Number(query['pagination[page]'] ?? 1), Number(query['pagination[pageSize]'] ?? 25)];
  const pagination = { page: number, pageSize: size, pageCount: Math.ceil(total / size), total };
  const text = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    path: `/api/articles?${new URLSearchParams(text)}`,
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ data, meta: { pagination } }),
  };
};

/** All pages of a list. */
function pagesOf(posts: readonly Post[], filter: Record<string, string>): RecordedResponse[] {
  return Array.from({ length: Math.ceil(posts.length / pageSize) }, (_, at) => {
    const query = { ...filter, 'pagination[page]': at + 1, 'pagination[pageSize]': pageSize };
    const some = posts.slice(at * pageSize, (at + 1) * pageSize).map(entry);
    return answer({ ...query, sort: 'publishedAt:desc', populate: '*' }, some, posts.length);
  });
}

const single = (slug: string) => ({ 'filters[slug][$eq]': slug, populate: '*' });

export const reactApp: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'react-router-pages',
    software: 'React 19.3.1 with React Router (own small app, data as of Strapi)',
    version: '8.5.1',
    theme: 'none',
    lang: 'pt',
    render: 'spa',
    pages: ['/sobre', '/contacto'],
    listPages: 27,
    fallback: '/',
    noFallback: ['/api/', '/assets/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: portuguese, count: 37, seed: 3_003 });
    await npmInstall(folder, {
      react: '19.3.1',
      'react-dom': '19.3.1',
      'react-router': '8.5.1',
      vite: '8.3.8',
      '@vitejs/plugin-react': '6.3.0',
    });
    await writeFiles(folder, {
      'main.jsx': app,
      'index.html': page,
      'vite.config.js': "import react from '@vitejs/plugin-react';\nexport default { plugins: [react()] };\n",
    });
    await npmRun(folder, 'vite/bin/vite.js', ['build']);
    const sections = [...new Set(posts.map(({ section }) => section))];
    const tags = [...new Set(posts.flatMap((post) => post.tags))];
    const lists = [
      ...pagesOf(posts, {}),
      ...sections.flatMap((name) =>
        pagesOf(
          posts.filter(({ section }) => section === name),
          { 'filters[category][slug][$eq]': slugOf(name) },
        ),
      ),
      ...tags.flatMap((name) =>
        pagesOf(
          posts.filter((post) => post.tags.includes(name)),
          { 'filters[tags][slug][$eq]': slugOf(name) },
        ),
      ),
    ];
    if (lists.length !== this.about.listPages) throw new Error(`the app has ${lists.length} list pages`);
    const latest = answer(
      {
        'pagination[page]': 1,
        'pagination[pageSize]': 5,
        sort: 'publishedAt:desc',
        'fields[0]': 'title',
        'fields[1]': 'slug',
      },
      posts.slice(0, 5).map(({ id, title, slug }) => ({ id: 200 - id, title, slug })),
      posts.length,
    );
    const ones = posts.map((post) => answer(single(post.slug), [entry(post)], 1));
    const missing: RecordedResponse = {
      path: '/api/missing',
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found"}}',
    };
    return {
      responses: [...(await recordFolder(join(folder, 'dist'))), ...lists, latest, ...ones, missing],
      truth: truthOf(
        posts,
        ({ slug }) => `/artigo/${slug}`,
        (post) => ({
          text: richText(richBlocks(post)),
          aliases: [`/api/articles?${new URLSearchParams(single(post.slug))}`],
        }),
      ),
    };
  },
};
