import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// Generated news sites for the long measurements: every page has its own text, so that nothing is a copy of anything; what a page is follows from its number.

/** What a page of the site does. */
export type PageKind =
  | 'static'
  | 'rendered'
  | 'video'
  | 'redirect'
  | 'slow'
  | 'throttled'
  | 'gone'
  | 'broken'
  | 'silent';

/** Of every 100 pages, spread over all hosts: 51 need a browser, 5 come to no article. */
const mixture: readonly (readonly [PageKind, number])[] = [
  ['rendered', 50],
  ['static', 36],
  ['redirect', 4],
  ['slow', 3],
  ['gone', 2],
  ['broken', 2],
  ['video', 1],
  ['throttled', 1],
  ['silent', 1],
];

/** These end as an article. */
export const endsStored = (kind: PageKind): boolean => !['gone', 'broken', 'silent'].includes(kind);

const kinds = mixture.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
/** 37 has no factor in common with 100: neighbours are of different kinds, and 100 pages have each kind at its share. */
export const kindOfPage = (page: number): PageKind => kinds[(page * 37) % 100] ?? 'static';

const slowMs = 1_500;

export interface SoakSite extends AsyncDisposable {
  readonly port: number;
  readonly hosts: readonly string[];
  /** For NEWSHAWK_CONNECT_TO. */
  readonly connectTo: readonly string[];
  readonly urlOf: (page: number) => string;
}

/** `pages` pages on `hosts` hosts, each with a sitemap, on one port of 127.0.0.1. @param delayMs before every answer */
export async function openSoakSite(pages: number, { hosts: count = 12, delayMs = 20 } = {}): Promise<SoakSite> {
  const hosts = Array.from({ length: count }, (_, index) => `paper${index}.soak.example`);
  const urlOf = (page: number) => `http://${hosts[page % count]}/news/${page}-${slugOf(page)}.html`;
  const throttled = new Set<string>();
  const listed = (host: string) =>
    Array.from({ length: pages }, (_, page) => page).filter((page) => hosts[page % count] === host);
  const server = createServer(({ headers, url = '/' }, response) => {
    const host = (headers.host ?? '').replace(/:\d+$/, '');
    const reply = url === '/sitemap.xml' ? xml(sitemap(listed(host).map(urlOf))) : replyTo(url, throttled);
    if (reply !== null) setTimeout(() => send(response, reply), delayMs + (reply.afterMs ?? 0));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    hosts,
    connectTo: hosts.map((host) => `${host}:80=127.0.0.1:${port}`),
    urlOf,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly afterMs?: number;
}

const html = (status: number, body: string): Reply => ({ status, type: 'text/html', body });
const xml = (body: string): Reply => ({ status: 200, type: 'application/xml', body });

/** Null: silence, which the client's time-out ends. @param throttled pages that have been refused once */
function replyTo(path: string, throttled: Set<string>): Reply | null {
  if (path === '/app.js') return { status: 200, type: 'text/javascript', body: appScript };
  if (path === '/site.css') return { status: 200, type: 'text/css', body: styles };
  const [, folder, digits] = /^\/(news|moved|api)\/(\d+)/.exec(path) ?? [];
  const page = Number(digits);
  if (folder === 'api') return { status: 200, type: 'application/json', body: JSON.stringify(storyOf(page)) };
  if (folder === 'moved') return html(200, pageOf(page));
  if (folder !== 'news') return html(404, '<h1>Not found</h1>');
  const kind = kindOfPage(page);
  if (kind === 'throttled' && !throttled.has(path)) {
    throttled.add(path);
    return { ...html(429, '<h1>Too many requests</h1>'), headers: { 'retry-after': '1' } };
  }
  if (kind === 'silent') return null;
  if (kind === 'gone') return html(410, '<h1>Gone</h1>');
  if (kind === 'broken') return html(500, '<h1>Internal error</h1>');
  if (kind === 'redirect') return { ...html(302, ''), headers: { location: `/moved/${page}-${slugOf(page)}.html` } };
  if (kind === 'rendered' || kind === 'video') return html(200, shellOf(page, kind));
  return kind === 'slow' ? { ...html(200, pageOf(page)), afterMs: slowMs } : html(200, pageOf(page));
}

function send(response: ServerResponse, { status, type, body, headers }: Reply): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body);
}

export interface Story {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly publishedAt: string;
}

const words =
  'the harbour council vote bridge ferry storm grid market school nurse budget river coast farmer union court judge railway signal valley engine winter harvest museum library minister letter engineer pilot island quarry tunnel festival reactor forest orchard satellite glacier hospital factory senate treaty border election ballot inquiry report witness archive canal station airport runway cargo vessel crew captain mayor budget deficit surplus tariff wage pension strike protest rally march vigil concert gallery painter author novel poem stage actor film camera lens software network server cable satellite orbit launch rocket probe planet comet telescope laboratory vaccine clinic surgeon patient trial drug disease outbreak border patrol soldier general treaty summit embassy envoy minister premier cabinet parliament chamber motion amendment clause statute verdict appeal prison reform police detective burglary fraud ledger audit bank lender mortgage tenant landlord housing tower crane builder concrete timber steel copper mine miner shaft drought flood levee rainfall'.split(
    ' ',
  );
const connecting =
  'said that after because while with over under against between during before without and but although the a this their its more than most some many'.split(
    ' ',
  );

/** A small generator (mulberry32): the same page has the same text in every run. */
export function randomOf(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function storyOf(page: number): Story {
  const random = randomOf(page);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  // Names of the page's own: otherwise random texts of few words are near copies.
  const own = Array.from({ length: 40 }, () => syllables(random));
  const sentence = () => {
    const body = Array.from({ length: 7 + Math.floor(random() * 9) }, () =>
      random() < 0.3 ? pick(connecting) : random() < 0.35 ? pick(own) : pick(words),
    );
    const text = body.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const paragraph = () => Array.from({ length: 3 + Math.floor(random() * 4) }, sentence).join(' ');
  const title = `${pick(own)} ${pick(words)} ${pick(words)} ${pick(connecting)} ${pick(own)} ${pick(words)} ${page}`;
  return {
    title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    paragraphs: Array.from({ length: 8 + Math.floor(random() * 6) }, paragraph),
    publishedAt: new Date(Date.UTC(2026, 10, 1) + page * 60_000).toISOString(),
  };
}

function syllables(random: () => number): string {
  const [heads, tails] = ['bcdfgklmnprstvz', 'aeiou'];
  const one = () => `${heads[Math.floor(random() * heads.length)]}${tails[Math.floor(random() * tails.length)]}`;
  return Array.from({ length: 3 }, one).join('');
}

const slugOf = (page: number): string => storyOf(page).title.toLowerCase().replaceAll(' ', '-');

const sitemap = (urls: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

const head = (title: string): string =>
  `<meta charset="utf-8"><title>${title} - Soak Paper</title><link rel="stylesheet" href="/site.css"><meta property="og:type" content="article">`;
const menu = `<header><nav>${words
  .slice(0, 60)
  .map((word) => `<a href="#${word}">${word}</a>`)
  .join(' ')}</nav></header>`;
/** As much around the text as a small paper has: 40 KB. */
const around = `<aside>${Array.from({ length: 220 }, (_, row) => `<div class="teaser t${row}"><span>${words[row % words.length]}</span><div class="box"><i></i><b>${row}</b></div></div>`).join('')}</aside>`;

const articleOf = ({ title, paragraphs, publishedAt }: Story): string =>
  `<article><h1>${title}</h1><p class="byline">By <span rel="author">Ada Example</span> <time datetime="${publishedAt}">${publishedAt}</time></p>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article>`;

function pageOf(page: number): string {
  const story = storyOf(page);
  return `<!doctype html><html lang="en"><head>${head(story.title)}</head><body>${menu}<main>${articleOf(story)}</main>${around}<script src="/app.js"></script></body></html>`;
}

/** Nothing to read without scripts. */
function shellOf(page: number, kind: PageKind): string {
  const player =
    kind === 'video'
      ? `<video id="v" controls></video><script>document.getElementById('v').src = '/media/${page}.mp4';</script>`
      : '';
  return `<!doctype html><html lang="en"><head>${head('Loading')}</head><body>${menu}<main id="app" data-page="${page}"></main>${player}${around}<script src="/app.js"></script></body></html>`;
}

/** Some work, as a paper's framework does, then the text from the API. */
const appScript = `(() => {
  let sum = 0;
  for (let i = 0; i < 2e6; i++) sum += Math.sqrt(i);
  document.documentElement.dataset.sum = String(sum);
  const app = document.getElementById('app');
  if (!app) return;
  fetch('/api/' + app.dataset.page).then((answer) => answer.json()).then((story) => {
    document.title = story.title + ' - Soak Paper';
    app.innerHTML = '<article><h1></h1><p class="byline">By <span rel="author">Ada Example</span> <time></time></p></article>';
    app.querySelector('h1').textContent = story.title;
    const time = app.querySelector('time');
    time.dateTime = time.textContent = story.publishedAt;
    for (const text of story.paragraphs) {
      const p = document.createElement('p');
      p.textContent = text;
      app.firstChild.append(p);
    }
  });
})();`;

const styles = Array.from(
  { length: 400 },
  (_, row) => `.t${row}{padding:${row % 7}px;margin:${row % 5}px;color:#333}`,
).join('\n');
