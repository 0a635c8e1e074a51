import { join } from 'node:path';
import { italian } from '../posts/italian.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { piecesMarkdown, piecesOf, piecesText } from '../posts/richer.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const config = `import { defineConfig } from 'astro/config';
import sitemap from '@astrojs/sitemap';
export default defineConfig({ site: '${siteOrigin}', integrations: [sitemap()] });
`;
const content = `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
export const collections = {
  articoli: defineCollection({
    loader: glob({ base: './src/content/articoli', pattern: '*.md' }),
    schema: z.object({
      title: z.string(), description: z.string(), pubDate: z.coerce.date(), author: z.string(),
      category: z.string(), tags: z.array(z.string()), cover: z.string().optional(),
    }),
  }),
};
`;
const helpers = `import { getCollection } from 'astro:content';
export const site = 'La Gazzetta del Capanno';
export const all = (await getCollection('articoli')).sort((a, b) => b.data.pubDate.valueOf() - a.data.pubDate.valueOf());
export const slug = (name) => name.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase().replace(/[^a-z]+/g, '-');
export const link = (one) => '/articoli/' + one.id + '/';
export const categories = ['Città', 'Campagna', 'Passatempi', 'Persone'];
const format = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
export const day = (date) => format.format(date);
`;
const layout = `---
import Sidebar from '../components/Sidebar.astro';
import { categories, site, slug } from '../helpers.js';
const { title, description = 'Notizie da botteghe, officine e orti', image, article = false } = Astro.props;
const canonical = new URL(Astro.url.pathname, Astro.site);
---
<!doctype html>
<html lang="it">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="sitemap" href="/sitemap-index.xml" />
    <link rel="alternate" type="application/rss+xml" title={site} href="/rss.xml" />
    <link rel="canonical" href={canonical} />
    <title>{title ? title + ' | ' + site : site}</title>
    <meta name="description" content={description} />
    <meta property="og:type" content={article ? 'article' : 'website'} />
    <meta property="og:site_name" content={site} />
    <meta property="og:title" content={title ?? site} />
    <meta property="og:description" content={description} />
    {image && <meta property="og:image" content={new URL(image, Astro.site)} />}
    <slot name="head" />
  </head>
  <body>
    <header class="masthead">
      <a class="brand" href="/">{site}</a>
      <p class="motto">Notizie da botteghe, officine e orti</p>
      <nav class="sections">
        {categories.map((name) => <a href={'/categoria/' + slug(name) + '/'}>{name}</a>)}
        <a href="/chi-siamo/">Chi siamo</a>
        <a href="/contatti/">Contatti</a>
      </nav>
    </header>
    <div class="page">
      <main><slot /></main>
      <Sidebar />
    </div>
    <footer>
      <p>© 2026 {site}. Tutti i diritti riservati.</p>
      <p><a href="/chi-siamo/">Chi siamo</a> · <a href="/contatti/">Contatti</a> · <a href="/rss.xml">RSS</a></p>
    </footer>
  </body>
</html>
<style is:global>
  body { margin: 0 auto; max-width: 72rem; padding: 0 1rem; font: 1.05rem/1.6 Georgia, serif; }
  .page { display: grid; grid-template-columns: 1fr 18rem; gap: 2.5rem; }
  .cards { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1.5rem; }
  img { max-width: 100%; height: auto; }
  @media (max-width: 50rem) { .page, .cards { grid-template-columns: 1fr; } }
</style>
`;
const card = `---
import { day, link, slug } from '../helpers.js';
const { one, big = false } = Astro.props;
const { title, description, pubDate, author, category, cover } = one.data;
const Heading = big ? 'h2' : 'h3';
---
<article class:list={['card', { big }]}>
  {cover && <a href={link(one)} class="thumb"><img src={cover} alt="" width="640" height="400" loading={big ? 'eager' : 'lazy'} /></a>}
  <a class="kicker" href={'/categoria/' + slug(category) + '/'}>{category}</a>
  <Heading><a href={link(one)}>{title}</a></Heading>
  <p>{description}</p>
  <p class="byline">{author} · <time datetime={pubDate.toISOString()}>{day(pubDate)}</time></p>
</article>
`;
const sidebar = `---
import { all, link, slug } from '../helpers.js';
const picks = all.filter((one, at) => at % 7 === 3).slice(0, 5);
const tags = [...new Set(all.flatMap((one) => one.data.tags))].sort();
---
<aside class="sidebar">
  <section>
    <h2>I più letti</h2>
    <ol>{picks.map((one) => <li><a href={link(one)}>{one.data.title}</a></li>)}</ol>
  </section>
  <section>
    <h2>Argomenti</h2>
    <p class="tags">{tags.map((tag) => <a href={'/tag/' + slug(tag) + '/'}>{tag}</a>)}</p>
  </section>
  <section>
    <h2>La lettera del sabato</h2>
    <p>Una volta alla settimana, il meglio della Gazzetta nella tua posta.</p>
    <form action="/contatti/"><input type="email" name="email" placeholder="Il tuo indirizzo" /><button>Iscriviti</button></form>
  </section>
</aside>
`;
const pager = `---
const { page } = Astro.props;
---
{page.lastPage > 1 && <nav class="pager">
  {page.url.prev && <a rel="prev" href={page.url.prev}>← Più recenti</a>}
  <span>Pagina {page.currentPage} di {page.lastPage}</span>
  {page.url.next && <a rel="next" href={page.url.next}>Meno recenti →</a>}
</nav>}
`;
const imports = `import Layout from '../layouts/Layout.astro';
import Card from '../components/Card.astro';
import Pager from '../components/Pager.astro';`;
const deeper = imports.replaceAll("'../", "'../../../");
const home = `---
${imports}
import { all } from '../helpers.js';
export const getStaticPaths = ({ paginate }) => paginate(all, { pageSize: 9 });
const { page } = Astro.props;
const first = page.currentPage === 1;
---
<Layout title={first ? undefined : 'Pagina ' + page.currentPage}>
  {first && <Card one={page.data[0]} big />}
  <div class="cards">{page.data.slice(first ? 1 : 0).map((one) => <Card one={one} />)}</div>
  <Pager page={page} />
</Layout>
`;
/** A list page for each value of a field. */
const listing = (values: string, filter: string, heading: string) => `---
${deeper}
import { all, slug } from '../../../helpers.js';
export const getStaticPaths = ({ paginate }) => [...new Set(all.flatMap((one) => ${values}))].flatMap((name) =>
  paginate(all.filter((one) => ${filter}), { params: { name: slug(name) }, props: { name }, pageSize: 9 }));
const { page, name } = Astro.props;
---
<Layout title={name}>
  <h1>${heading}</h1>
  <div class="cards">{page.data.map((one) => <Card one={one} />)}</div>
  <Pager page={page} />
</Layout>
`;
const article = `---
import { render } from 'astro:content';
import Layout from '../../layouts/Layout.astro';
import { all, day, link, site, slug } from '../../helpers.js';
export const getStaticPaths = () => all.map((one) => ({ params: { id: one.id }, props: { one } }));
const { one } = Astro.props;
const { Content } = await render(one);
const { title, description, pubDate, author, category, tags, cover } = one.data;
const related = all.filter((each) => each.data.category === category && each.id !== one.id).slice(0, 3);
const data = {
  '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title, description, datePublished: pubDate.toISOString(),
  author: [{ '@type': 'Person', name: author, url: new URL('/autore/' + slug(author) + '/', Astro.site) }],
  publisher: { '@type': 'Organization', name: site }, articleSection: category, keywords: tags.join(', '),
  ...(cover ? { image: [new URL(cover, Astro.site)] } : {}),
};
---
<Layout title={title} description={description} image={cover} article>
  <Fragment slot="head">
    <meta property="article:published_time" content={pubDate.toISOString()} />
    <script type="application/ld+json" set:html={JSON.stringify(data)} />
  </Fragment>
  <article class="story">
    <header>
      <a class="kicker" href={'/categoria/' + slug(category) + '/'}>{category}</a>
      <h1>{title}</h1>
      <p class="byline">di <a rel="author" href={'/autore/' + slug(author) + '/'}>{author}</a> · <time datetime={pubDate.toISOString()}>{day(pubDate)}</time></p>
      {cover && <img class="cover" src={cover} alt="" width="1200" height="750" />}
    </header>
    <div class="prose"><Content /></div>
    <footer><ul class="tags">{tags.map((tag) => <li><a rel="tag" href={'/tag/' + slug(tag) + '/'}>{tag}</a></li>)}</ul></footer>
  </article>
  <section class="related">
    <h2>Leggi anche</h2>
    <ul>{related.map((each) => <li><a href={link(each)}>{each.data.title}</a> <time datetime={each.data.pubDate.toISOString()}>{day(each.data.pubDate)}</time></li>)}</ul>
  </section>
</Layout>
`;
const rss = `import rss from '@astrojs/rss';
import { all, link, site } from '../helpers.js';
export const GET = (context) => rss({
  title: site, description: 'Notizie da botteghe, officine e orti', site: context.site,
  items: all.slice(0, 20).map((one) => ({ title: one.data.title, description: one.data.description, pubDate: one.data.pubDate, categories: one.data.tags, link: link(one) })),
});
`;
const page = (title: string, body: string) => `---
import Layout from '../layouts/Layout.astro';
---
<Layout title="${title}"><h1>${title}</h1>${body}</Layout>
`;

const pieces = (post: Post) => piecesOf(post, italian, '/immagini/');

function source(post: Post): string {
  const { id, title, author, date, section, tags, blocks, short } = post;
  const lead = blocks[0]?.kind === 'paragraph' ? blocks[0].text : '';
  const cover = short || id % 5 === 2 ? '' : `cover: /immagini/copertina-${id}.jpg\n`;
  const description = lead.length > 130 ? `${lead.slice(0, 130).replace(/\s\S*$/, '')}…` : lead;
  return `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\npubDate: ${date}\nauthor: ${author}\ncategory: ${section}\ntags: [${tags.join(', ')}]\n${cover}---\n\n${piecesMarkdown(pieces(post))}\n`;
}

export const astroMagazine: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'astro-magazine',
    software: 'Astro (own small magazine)',
    version: '7.3.5',
    theme: 'none',
    lang: 'it',
    render: 'static',
    pages: ['/chi-siamo/', '/contatti/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: italian, count: 48, seed: 4_001, authors: 5 });
    await npmInstall(folder, { astro: '7.3.5', '@astrojs/rss': '4.0.19', '@astrojs/sitemap': '3.7.4' });
    await writeFiles(folder, {
      'astro.config.mjs': config,
      'src/content.config.ts': content,
      'src/helpers.js': helpers,
      'src/layouts/Layout.astro': layout,
      'src/components/Card.astro': card,
      'src/components/Sidebar.astro': sidebar,
      'src/components/Pager.astro': pager,
      'src/pages/[...page].astro': home,
      'src/pages/categoria/[name]/[...page].astro': listing(
        'one.data.category',
        'one.data.category === name',
        '{name}',
      ),
      'src/pages/autore/[name]/[...page].astro': listing(
        'one.data.author',
        'one.data.author === name',
        'Articoli di {name}',
      ),
      'src/pages/tag/[name]/[...page].astro': listing(
        'one.data.tags',
        'one.data.tags.includes(name)',
        'Argomento: {name}',
      ),
      'src/pages/articoli/[id].astro': article,
      'src/pages/rss.xml.js': rss,
      'src/pages/chi-siamo.astro': page(
        'Chi siamo',
        '<p>La Gazzetta è fatta da un gruppo di amici che amano gli attrezzi vecchi e le storie di paese.</p><p>Usciamo quando c’è qualcosa da raccontare.</p>',
      ),
      'src/pages/contatti.astro': page(
        'Contatti',
        '<p>Scriveteci all’indirizzo redazione@capanno.example: rispondiamo una volta alla settimana.</p>',
      ),
      'src/pages/404.astro': page(
        'Pagina non trovata',
        '<p>Questa pagina non c’è. <a href="/">Torna alla prima</a>.</p>',
      ),
      'public/favicon.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" fill="#7a1f1f"/></svg>\n',
      'public/robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${siteOrigin}/sitemap-index.xml\n`,
      ...Object.fromEntries(posts.map((post) => [`src/content/articoli/${post.slug}.md`, source(post)])),
    });
    await npmRun(folder, 'astro/bin/astro.mjs', ['build'], { ASTRO_TELEMETRY_DISABLED: '1' });
    return {
      responses: await recordFolder(join(folder, 'dist')),
      truth: truthOf(
        posts,
        ({ slug }) => `/articoli/${slug}/`,
        (post) => ({ text: piecesText(pieces(post)) }),
      ),
    };
  },
};
