import { join } from 'node:path';
import { dutch } from '../posts/dutch.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import { richBlocks, richMarkdown, richText } from '../posts/rich-blocks.ts';
import { recordFolder, siteOrigin } from '../record.ts';
import { npmInstall, npmRun, type OwnSite, truthOf, writeFiles } from './workshop.ts';

const build = `import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Metalsmith from 'metalsmith';
import collections from '@metalsmith/collections';
import excerpts from '@metalsmith/excerpts';
import layouts from '@metalsmith/layouts';
import markdown from '@metalsmith/markdown';
import permalinks from '@metalsmith/permalinks';
import pagination from 'metalsmith-pagination';
import rss from 'metalsmith-rss';
import sitemap from 'metalsmith-sitemap';
import tags from 'metalsmith-tags';

const here = dirname(fileURLToPath(import.meta.url));
const partial = (name) => readFileSync(here + '/layouts/partials/' + name + '.hbs', 'utf8');
const format = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' });
const site = { title: 'De Werkbank', description: 'Aantekeningen uit een dorp vol gereedschap', url: '${siteOrigin}' };

/** The address and the neighbours of each page, and what the sidebar and the archive list. */
const addresses = (files, metalsmith) => {
  for (const [path, file] of Object.entries(files)) {
    file.url = '/' + path.replaceAll('\\\\', '/').replace(/index\\.html$/, '');
    file.canonical = file.url.slice(1);
  }
  const posts = metalsmith.metadata().collections.posts;
  for (const [at, file] of posts.entries()) Object.assign(file, { newer: posts[at - 1], older: posts[at + 1] });
  metalsmith.metadata().topics = Object.entries(metalsmith.metadata().tags)
    .map(([name, some]) => ({ name, slug: some.urlSafe, count: some.length }))
    .sort((a, b) => a.name.localeCompare(b.name));
  metalsmith.metadata().recent = posts.slice(0, 5);
  metalsmith.metadata().years = [...new Set(posts.map(({ date }) => date.getUTCFullYear()))]
    .map((year) => ({ year, posts: posts.filter(({ date }) => date.getUTCFullYear() === year) }));
};

await Metalsmith(here)
  .source('src')
  .destination('build')
  .clean(true)
  .metadata({ site })
  .use(markdown())
  .use(collections({ posts: { pattern: 'posts/*.html', sort: 'date:desc' } }))
  .use(excerpts())
  .use(permalinks({
    directoryIndex: 'index.html',
    trailingSlash: true,
    linksets: [{ match: { layout: 'post.hbs' }, pattern: ':date/:slug', date: 'YYYY/MM' }],
  }))
  .use(tags({ path: 'onderwerpen/:tag/index.html', pathPage: 'onderwerpen/:tag/:num/index.html', perPage: 10, layout: 'tag.hbs', sortBy: 'date', reverse: true }))
  .use(pagination({ 'collections.posts': { perPage: 6, layout: 'home.hbs', first: 'index.html', path: 'pagina/:num/index.html', noPageOne: true } }))
  .use(addresses)
  .use(rss({ feedOptions: { title: site.title, description: site.description, site_url: site.url, language: 'nl' }, limit: 15 }))
  .use(layouts({
    transform: 'handlebars',
    pattern: '**/*.html',
    engineOptions: {
      partials: { header: partial('header'), footer: partial('footer'), teaser: partial('teaser'), pager: partial('pager') },
      helpers: { day: (date) => format.format(date), iso: (date) => date.toISOString().slice(0, 10), size: (some) => some.length },
    },
  }))
  .use(sitemap({ hostname: site.url, omitIndex: true, pattern: ['**/*.html', '!404.html'] }))
  .build();
`;
const header = `<!DOCTYPE html>
<html lang="nl">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{{#if title}}{{title}} – {{/if}}{{#if tag}}{{tag}} – {{/if}}{{site.title}}</title>
  <meta name="description" content="{{site.description}}">
  <link rel="alternate" type="application/rss+xml" title="{{site.title}}" href="/rss.xml">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
<div id="container">
  <div id="header">
    <div class="site-title"><a href="/">{{site.title}}</a></div>
    <div class="site-description">{{site.description}}</div>
    <ul id="menu">
      <li><a href="/">Start</a></li>
      <li><a href="/archief/">Archief</a></li>
      <li><a href="/over/">Over</a></li>
      <li><a href="/links/">Links</a></li>
      <li><a href="/rss.xml">RSS</a></li>
    </ul>
  </div>
  <div id="content">
`;
const footer = `  </div>
  <div id="sidebar">
    <div class="widget">
      <h3>Over deze site</h3>
      <p>Twee buren schrijven op wat ze repareren, ruilen en bewaren. <a href="/over/">Lees meer</a></p>
    </div>
    <div class="widget">
      <h3>Laatste berichten</h3>
      <ul>{{#each recent}}<li><a href="{{url}}">{{title}}</a></li>{{/each}}</ul>
    </div>
    <div class="widget">
      <h3>Onderwerpen</h3>
      <ul>{{#each topics}}<li><a href="/onderwerpen/{{slug}}/">{{name}}</a> ({{count}})</li>{{/each}}</ul>
    </div>
  </div>
  <div id="footer">
    <p>&copy; 2021–2026 {{site.title}}. Gemaakt met <a href="https://metalsmith.io">Metalsmith</a>.</p>
  </div>
</div>
</body>
</html>
`;
const teaser = `    <div class="post">
      <h2><a href="{{url}}">{{title}}</a></h2>
      <div class="meta">{{day date}} door {{author}}</div>
      <div class="excerpt">{{{excerpt}}}</div>
      <p class="more"><a href="{{url}}">Lees verder &raquo;</a></p>
    </div>
`;
const pager = `    {{#if pagination.previous}}<a class="newer" href="{{pagination.previous.url}}">&laquo; Nieuwere berichten</a>{{/if}}
    {{#if pagination.next}}<a class="older" href="{{pagination.next.url}}">Oudere berichten &raquo;</a>{{/if}}
`;
const post = `{{> header}}
    <div class="post single">
      <h1>{{title}}</h1>
      <div class="meta">{{day date}} door {{author}}</div>
      <div class="entry">
{{{contents}}}
      </div>
      <div class="labels">Onderwerpen: {{#each tags}}<a href="/onderwerpen/{{slug}}/">{{name}}</a>{{#unless @last}}, {{/unless}}{{/each}}</div>
      <div class="neighbours">
        {{#with newer}}<a class="newer" href="{{url}}">&laquo; {{title}}</a>{{/with}}
        {{#with older}}<a class="older" href="{{url}}">{{title}} &raquo;</a>{{/with}}
      </div>
    </div>
{{> footer}}`;
const home = `{{> header}}
{{#each pagination.files}}{{> teaser}}{{/each}}
    <div class="pager">
{{> pager}}
    <span>Pagina {{pagination.num}} van {{size pagination.pages}}</span>
    </div>
{{> footer}}`;
const tagPage = `{{> header}}
    <h1>Onderwerp: {{tag}}</h1>
    <ul class="list">
{{#each pagination.files}}
      <li><span class="date">{{day date}}</span> <a href="{{url}}">{{title}}</a></li>
{{/each}}
    </ul>
    <div class="pager">
{{> pager}}
    </div>
{{> footer}}`;
const archive = `{{> header}}
    <h1>Archief</h1>
{{#each years}}
    <h2>{{year}}</h2>
    <ul class="list">
{{#each posts}}
      <li><span class="date">{{day date}}</span> <a href="{{url}}">{{title}}</a></li>
{{/each}}
    </ul>
{{/each}}
{{> footer}}`;
const plainPage = `{{> header}}
    <h1>{{title}}</h1>
{{{contents}}}
{{> footer}}`;
const style = `#container { width: 960px; margin: 0 auto; font-family: Verdana, sans-serif; }
#content { float: left; width: 640px; }
#sidebar { float: right; width: 280px; }
#footer { clear: both; }
.meta, .labels, .date { color: #777; font-size: .85em; }
`;

const source = (each: Post): string =>
  `---\nlayout: post.hbs\ntitle: ${JSON.stringify(each.title)}\nslug: ${each.slug}\ndate: ${each.date}\nauthor: ${each.author}\ntags: ${each.tags.join(', ')}\n---\n\n${richMarkdown(richBlocks(each), '/beelden/')}\n`;

export const metalsmith: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'metalsmith-blog',
    software: 'Metalsmith',
    version: '2.7.0',
    theme: 'own layouts (Handlebars)',
    lang: 'nl',
    render: 'static',
    pages: ['/over/', '/links/'],
  },
  async build(folder) {
    const posts = makePosts({ grammar: dutch, count: 41, seed: 4_002, authors: 2 });
    await npmInstall(folder, {
      metalsmith: '2.7.0',
      '@metalsmith/collections': '2.0.0',
      '@metalsmith/excerpts': '1.5.1',
      '@metalsmith/layouts': '3.0.0',
      '@metalsmith/markdown': '1.10.0',
      '@metalsmith/permalinks': '3.2.0',
      'jstransformer-handlebars': '1.2.0',
      'metalsmith-pagination': '1.5.0',
      'metalsmith-rss': '1.0.0',
      'metalsmith-sitemap': '1.2.2',
      'metalsmith-tags': '2.1.0',
    });
    await writeFiles(folder, {
      'build.js': build,
      'layouts/partials/header.hbs': header,
      'layouts/partials/footer.hbs': footer,
      'layouts/partials/teaser.hbs': teaser,
      'layouts/partials/pager.hbs': pager,
      'layouts/post.hbs': post,
      'layouts/home.hbs': home,
      'layouts/tag.hbs': tagPage,
      'layouts/archive.hbs': archive,
      'layouts/page.hbs': plainPage,
      'src/style.css': style,
      'src/archief.md': '---\nlayout: archive.hbs\ntitle: Archief\n---\n',
      'src/over.md':
        '---\nlayout: page.hbs\ntitle: Over\n---\n\nWe wonen naast elkaar en delen een schuur. Wat daar gebeurt, staat hier.\n\nReacties zijn welkom aan het tuinhek.\n',
      'src/links.md':
        '---\nlayout: page.hbs\ntitle: Links\n---\n\n- [Het openluchtmuseum](https://museum.example/)\n- [De ruilwinkel](https://ruilwinkel.example/)\n- [Het repaircafé](https://repaircafe.example/)\n',
      'src/404.html':
        '---\nlayout: page.hbs\ntitle: Niet gevonden\npermalink: false\n---\n<p>Deze pagina is er niet. <a href="/archief/">Naar het archief</a></p>\n',
      ...Object.fromEntries(posts.map((each) => [`src/posts/${each.slug}.md`, source(each)])),
    });
    await npmRun(folder, '../build.js', []);
    // the site has no sections
    return {
      responses: await recordFolder(join(folder, 'build')),
      truth: truthOf(
        posts,
        ({ slug, date }) => `/${date.slice(0, 7).replace('-', '/')}/${slug}/`,
        (each) => ({ text: richText(richBlocks(each)), section: null }),
      ),
    };
  },
};
