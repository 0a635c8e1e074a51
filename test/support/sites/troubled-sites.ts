import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Changes } from '../waiting.ts';
import { head, type NewStory, newStories } from './new-sites.ts';

// Sites on which `newshawk new` can't go the usual way, each by its host.

const article = ({ title, author, at, paragraphs }: NewStory): string =>
  `${head(title)}<body><main><article><h1>${title}</h1><p class="by">By ${author}</p><time datetime="${at}">${at.slice(0, 10)}</time><div class="copy">${paragraphs.map((text) => `<p>${text}</p>`).join('')}</div></article></main></body></html>`;
const pathOf = ({ slug }: NewStory): string => `/news/${slug}`;
const links = newStories.map((story) => `<h2><a href="${pathOf(story)}">${story.title}</a></h2><p>A report.</p>`);
const front = (more = '') => `${head('The Weir', more)}<body><main>${links.join('')}</main></body></html>`;
const feed = (host: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>The Weir</title><link>http://${host}/</link>${newStories.map((story) => `<item><title>${story.title}</title><link>http://${host}${pathOf(story)}</link><pubDate>${new Date(story.at).toUTCString()}</pubDate></item>`).join('')}</channel></rss>`;
const html = { 'content-type': 'text/html; charset=utf-8' };

type Answer = (response: ServerResponse, path: string) => void;
const storyAt = (path: string) => newStories.find((story) => pathOf(story) === path);
const page = (response: ServerResponse, path: string, more = ''): void => {
  const story = storyAt(path);
  if (path === '/') response.writeHead(200, html).end(front(more));
  else if (story !== undefined) response.writeHead(200, html).end(article(story));
  else response.writeHead(404).end('no such page');
};

const hosts: Readonly<Record<string, Answer>> = {
  // its articles never come: the first bytes do, and then nothing
  'slow.example': (response, path) => {
    if (storyAt(path) === undefined) page(response, path);
    else response.writeHead(200, html).write(head('slow'));
  },
  'hanging.example': (response, path) => {
    if (path === '/') response.writeHead(200, html).write(head('hanging'));
    else response.writeHead(404).end();
  },
  'blocked.example': (response) => {
    response.writeHead(403, html).end(`${head('Forbidden')}<body><h1>403 Forbidden</h1></body></html>`);
  },
  // blocks all but its front page
  'guarded.example': (response, path) => {
    if (path === '/') page(response, path);
    else response.writeHead(403, html).end(`${head('Forbidden')}<body><h1>403 Forbidden</h1></body></html>`);
  },
  'moved.example': (response, path) => {
    response.writeHead(301, { location: `http://weir.example${path}` }).end();
  },
  'weir.example': page,
  // links of no article
  'contents.example': (response, path) => {
    const rows = ['Opening hours', 'How to find us', 'Prices and passes', 'About the house', 'Contact and imprint']
      .map((name, at) => `<li><a href="/${at}">${name}</a></li>`)
      .join('');
    if (path === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, html).end(`${head('The house')}<body><ul>${rows}</ul></body></html>`);
  },
  // its front page is its feed
  'feed.example': (response, path) => {
    if (path === '/') response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed('feed.example'));
    else page(response, path);
  },
  // a front page that only names a feed
  'quiet.example': (response, path) => {
    const name = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">';
    if (path === '/')
      response.writeHead(200, html).end(`${head('The Weir', name)}<body><p>Read our feed.</p></body></html>`);
    else if (path === '/feed.xml')
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed('quiet.example'));
    else page(response, path);
  },
};

interface TroubledSites extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** Host and path of each request. */
  readonly requests: string[];
  /** Resolves at the first request after which this is true. */
  until(isTrue: () => boolean): Promise<void>;
}

/** Serves them on loopback. */
export async function openTroubledSites(): Promise<TroubledSites> {
  const changes = new Changes();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const [host = ''] = (request.headers.host ?? '').split(':');
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    requests.push(`${host}${pathname}`);
    changes.changed();
    const answer = hosts[host];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, pathname);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    until: (isTrue) => changes.until(isTrue),
    env: {
      NEWSHAWK_CONNECT_TO: Object.keys(hosts)
        .map((host) => `${host}:80=127.0.0.1:${port}`)
        .join(','),
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${port}`,
      NEWSHAWK_HOST_GAP_MS: '0',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
