import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

// Three small sites for `newshawk new`: one with static pages and a feed, one whose list and articles are filled by scripts, with a "load more" button, and one whose articles
// are on a page that its menu names, with tags and further pages.

const subjects = [
  'canal',
  'library',
  'market',
  'orchard',
  'tram',
  'bridge',
  'school',
  'theatre',
  'harvest',
  'museum',
] as const;
const people = ['Ann Holt', 'Ben Osei', 'Carla Ruiz', 'Dan Weiss'] as const;

export interface NewStory {
  readonly slug: string;
  readonly title: string;
  readonly author: string;
  /** ISO 8601. */
  readonly at: string;
  readonly paragraphs: readonly string[];
}

/** Each story has its own words: copies of one text would count once. */
export const newStories: readonly NewStory[] = subjects.map((subject, at) => ({
  slug: `${subject}-opens-again-after-${at + 2}-years`,
  title: `The old ${subject} opens again after ${at + 2} years of repairs`,
  author: people[at % people.length] ?? '',
  at: `2026-11-${String(10 + at).padStart(2, '0')}T08:30:00Z`,
  paragraphs: [
    `On Monday the ${subject} of Lower Mill opened its doors for the first time in ${at + 2} years, and ${200 + at * 37} people came to see what has become of it.`,
    `The council had closed the ${subject} when an inspector found cracks in its northern wall. Repairs cost ${3 + at} million crowns, twice as much as planned, and were paid from the flood fund.`,
    `"We were told that nobody would miss the ${subject}," said the mayor, who cut the ribbon. "Then ${1_000 + at * 91} people signed a petition, and the question was settled within a week."`,
    `Work on the roof of the ${subject} goes on until spring. Visitors are asked to use the entrance in Station Road, and to leave their bicycles at the town hall.`,
  ],
}));

export const head = (title: string, more = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${more}</head>`;

const article = ({ title, author, at, paragraphs }: NewStory): string =>
  `${head(`${title} | Mill Courier`, '<meta property="og:site_name" content="Mill Courier">')}<body><nav><a href="/">Home</a><a href="/about">About</a></nav>
<main><article class="story"><h1 class="head">${title}</h1><p class="signature">By <span class="writer">${author}</span></p><p class="credit">Desk: ${author.length % 2 === 0 ? 'Town' : 'Country'} pages, edited by Pat Moor</p>
<time class="when" datetime="${at}">${at.slice(0, 10)}</time><div class="copy">${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
<aside class="offer">Subscribe to the Courier and get the first month at no cost.</aside></div></article></main><footer>Mill Courier, Station Road 1</footer></body></html>`;

const frontPage = `${head('Mill Courier', '<link rel="alternate" type="application/rss+xml" href="/feed.xml">')}<body><nav><a href="/">Home</a><a href="/about">About</a></nav><main>${newStories
  .map(
    ({ slug, title, at }) =>
      `<div class="teaser"><h2><a href="/2026/11/${at.slice(8, 10)}/${slug}">${title}</a></h2><p>A report from Lower Mill.</p></div>`,
  )
  .join('')}</main></body></html>`;

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Mill Courier</title><link>/</link>${newStories
  .map(
    ({ slug, title, at }) =>
      `<item><title>${title}</title><link>http://courier.example/2026/11/${at.slice(8, 10)}/${slug}</link><pubDate>${new Date(at).toUTCString()}</pubDate></item>`,
  )
  .join('')}</channel></rss>`;

/** Its scripts show five stories, and two more at each click. */
const shell = `${head('Mill Live')}<body><div id="app"></div><script>
const stories = ${JSON.stringify(newStories)};
const app = document.getElementById('app');
const slug = location.pathname.replace('/story/', '');
const story = stories.find((one) => one.slug === slug);
if (story) {
  document.title = story.title;
  app.innerHTML = '<article class="live-story"><h1>' + story.title + '</h1><p class="by">By ' + story.author + '</p><time datetime="' + story.at + '">' + story.at.slice(0, 10) + '</time><div class="live-text">' + story.paragraphs.map((text) => '<p>' + text + '</p>').join('') + '</div></article>';
} else {
  app.innerHTML = '<h1>Mill Live</h1><ul class="cards"></ul><button class="load-more" type="button">Load more stories</button>';
  let shown = 0;
  const more = (count) => {
    for (const { slug, title } of stories.slice(shown, shown + count))
      document.querySelector('.cards').insertAdjacentHTML('beforeend', '<li><a href="/story/' + slug + '">' + title + '</a><p>A report from Lower Mill.</p></li>');
    shown += count;
    if (shown >= stories.length) document.querySelector('.load-more').remove();
  };
  more(5);
  document.querySelector('.load-more').addEventListener('click', () => setTimeout(() => more(2), 50));
}
</script></body></html>`;

const empty = `${head('Nothing here')}<body><main><p>Soon.</p><a href="/about">About us</a></main></body></html>`;

/** Stories on a page of the journal. */
const perPage = 4;
const journalMenu = '<nav><a href="/">Home</a><a href="/journal/">Journal</a><a href="/about/">About</a></nav>';
const tagsOfJournal = ['towns', 'rivers'] as const;
const inJournal = ({ slug }: NewStory): string => `/journal/${slug}/`;

/** A list of the journal: its entries have their beginnings, and links to a tag. */
function journalList(title: string, stories: readonly NewStory[], pager = ''): string {
  const entries = stories.map(
    (story, at) =>
      `<article class="entry"><h2><a href="${inJournal(story)}">${story.title}</a></h2><time datetime="${story.at}">${story.at.slice(0, 10)}</time>
<p>${story.paragraphs[0]}</p><p>Filed under <a href="/journal/tag/${tagsOfJournal[at % 2]}/">${tagsOfJournal[at % 2]}</a></p></article>`,
  );
  return `${head(title)}<body>${journalMenu}<main><h1>${title}</h1>${entries.join('\n')}</main>${pager}</body></html>`;
}

function journal(url: URL): string | null {
  const number = Number(url.searchParams.get('page') ?? 1);
  const pages = Array.from({ length: Math.ceil(newStories.length / perPage) }, (_, at) => at + 1);
  if (url.pathname === '/')
    return `${head('A small town')}<body>${journalMenu}<main><h1>Welcome</h1><p>We write about a small town on a river.</p></main></body></html>`;
  if (url.pathname === '/about/')
    return `${head('About')}<body>${journalMenu}<main><h1>About</h1><p>Two friends write here. Our address is Station Road 1, Lower Mill, and letters are welcome.</p></main></body></html>`;
  if (url.pathname === '/journal/') {
    const pager = `<nav class="pages">${pages.map((page) => `<a href="/journal/?page=${page}">${page}</a>`).join(' ')}</nav>`;
    return journalList('Journal', newStories.slice((number - 1) * perPage, number * perPage), pager);
  }
  const tag = tagsOfJournal.findIndex((name) => url.pathname === `/journal/tag/${name}/`);
  if (tag >= 0)
    return journalList(
      `Tag: ${tagsOfJournal[tag]}`,
      newStories.slice(0, perPage).filter((_, at) => at % 2 === tag),
    );
  const story = newStories.find((one) => url.pathname === inJournal(one));
  return story === undefined ? null : article(story);
}

type Answer = readonly [type: string, body: string] | null;

function answer(host: string, url: URL): Answer {
  const path = url.pathname;
  const html = (body: string): Answer => ['text/html; charset=utf-8', body];
  if (host === 'walled.example' && path === '/robots.txt') return ['text/plain', 'User-agent: *\nDisallow: /\n'];
  if (host === 'live.example')
    return path === '/' || newStories.some(({ slug }) => path === `/story/${slug}`) ? html(shell) : null;
  if (host === 'empty.example') return path === '/' ? html(empty) : null;
  if (host === 'journal.example') {
    const page = journal(url);
    return page === null ? null : html(page);
  }
  if (host !== 'courier.example') return null;
  if (path === '/') return html(frontPage);
  if (path === '/feed.xml') return ['application/rss+xml', feed];
  const story = newStories.find(({ slug, at }) => path === `/2026/11/${at.slice(8, 10)}/${slug}`);
  return story === undefined ? null : html(article(story));
}

/** Serves courier.example (static, feed), live.example (scripts, "load more"), journal.example (a list with further pages and tags, no feed), empty.example and walled.example (robots.txt) on loopback. */
export async function openNewSites(): Promise<
  { readonly env: Readonly<Record<string, string>>; readonly requests: string[] } & AsyncDisposable
> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const [host = ''] = (request.headers.host ?? '').split(':');
    requests.push(`${host}${request.url}`);
    const found = answer(host, new URL(request.url ?? '/', 'http://x'));
    response
      .writeHead(found === null ? 404 : 200, { 'content-type': found?.[0] ?? 'text/plain' })
      .end(found?.[1] ?? 'no such page');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const hosts = [
    'courier.example',
    'live.example',
    'journal.example',
    'empty.example',
    'walled.example',
    'gone.example',
  ];
  return {
    requests,
    env: {
      NEWSHAWK_CONNECT_TO: hosts.map((host) => `${host}:80=127.0.0.1:${port}`).join(','),
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${port}`,
      NEWSHAWK_HOST_GAP_MS: '0',
      NEWSHAWK_HOST_CONCURRENCY: '4',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
