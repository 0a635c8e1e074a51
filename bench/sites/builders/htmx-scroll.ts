import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml, html } from '../posts/blocks.ts';
import { german } from '../posts/german.ts';
import { makePosts, type Post } from '../posts/posts.ts';
import type { RecordedResponse } from '../recorded-site.ts';
import { npmInstall, type OwnSite, truthOf } from './workshop.ts';

const pageSize = 6;

const page = (title: string, content: string) => `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><script src="/js/htmx.min.js"></script></head>
<body><header class="top"><a href="/">Der Dorfkurier</a> <nav><a href="/">Neues</a> <a href="/impressum">Impressum</a></nav></header>
${content}
<footer>Der Dorfkurier erscheint unregelmäßig.</footer></body></html>
`;

const germanDate = (date: string): string => date.split('-').toReversed().join('.');

const teaser = ({
  slug,
  title,
  author,
  date,
  blocks,
}: Post) => `<div class="teaser"><h3><a href="/artikel/${slug}">${escapeHtml(title)}</a></h3>
<p>${escapeHtml(blocks[0]?.kind === 'paragraph' ? blocks[0].text : '').slice(0, 110)} …</p><p class="meta">${escapeHtml(author)}, ${germanDate(date)}</p></div>`;

const article = ({ title, author, date, section, tags, blocks }: Post) =>
  page(
    `${title} – Der Dorfkurier`,
    `<main><p class="kicker">${section}</p><h1>${escapeHtml(title)}</h1>
<p class="meta">Von <span class="autor">${escapeHtml(author)}</span> am ${germanDate(date)}</p>
${html(blocks)}
<p class="schlagworte">Schlagwörter: ${tags.map((tag) => `<a rel="tag" href="/?thema=${encodeURIComponent(tag)}">${tag}</a>`).join(', ')}</p></main>`,
  );

/** The teasers of a page, and an element that asks for the next one when it is scrolled to. */
function teasers(posts: readonly Post[], at: number): string {
  const some = posts
    .slice(at * pageSize, (at + 1) * pageSize)
    .map(teaser)
    .join('\n');
  return (at + 1) * pageSize < posts.length
    ? `${some}\n<div hx-get="/weitere?seite=${at + 2}" hx-trigger="revealed" hx-swap="outerHTML">…</div>`
    : some;
}

export const htmxScroll: OwnSite = {
  file: import.meta.url,
  about: {
    name: 'htmx-infinite-scroll',
    software: 'htmx (own small app)',
    version: '2.0.8',
    theme: 'none',
    lang: 'de',
    render: 'server',
    pages: ['/impressum'],
    listPages: 7,
    ignoreQuery: true,
  },
  async build(folder) {
    const posts = makePosts({ grammar: german, count: 38, seed: 333 });
    await npmInstall(folder, { 'htmx.org': '2.0.8' });
    const answer = (path: string, body: string, type = 'text/html; charset=utf-8', status = 200): RecordedResponse => ({
      path,
      status,
      headers: { 'content-type': type },
      body,
    });
    const pages = Math.ceil(posts.length / pageSize);
    const responses = [
      answer('/', page('Der Dorfkurier', `<main><h1>Neues aus der Gegend</h1>\n${teasers(posts, 0)}</main>`)),
      answer(
        '/impressum',
        page(
          'Impressum – Der Dorfkurier',
          '<main><h1>Impressum</h1><p>Der Dorfkurier wird von Nachbarn für Nachbarn geschrieben.</p></main>',
        ),
      ),
      answer(
        '/js/htmx.min.js',
        await readFile(join(folder, 'node_modules/htmx.org/dist/htmx.min.js'), 'utf8'),
        'text/javascript',
      ),
      ...Array.from({ length: pages - 1 }, (_, at) => answer(`/weitere?seite=${at + 2}`, teasers(posts, at + 1))),
      ...posts.map((post) => answer(`/artikel/${post.slug}`, article(post))),
      answer(
        '/404',
        page('Nicht gefunden – Der Dorfkurier', '<main><h1>Nicht gefunden</h1></main>'),
        'text/html; charset=utf-8',
        404,
      ),
    ];
    return { responses, truth: truthOf(posts, ({ slug }) => `/artikel/${slug}`) };
  },
};
