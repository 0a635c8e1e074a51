import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { slotsOfAddress } from './address.ts';
import { appScript } from './app-script.ts';
import { listAnswer, listPaths } from './list.ts';
import { noiseAnswer } from './noise.ts';
import { planOf, type SitePlan } from './plan.ts';
import { type SiteReply, type SiteRequest, SiteState, text } from './site.ts';
import { bodyText } from './stories.ts';
import { otherBlocks } from './styles/forbidden.ts';
import { styleOf } from './styles.ts';

/** From this seed on nobody looks at the pages: only scores count. */
export const firstSealedSeed = 1_000;

/** What a request was for: the shell of a page, the app's bundle, an article's API, a list's, other answers, or the rest. */
export type RequestKind = 'page' | 'app' | 'api' | 'list' | 'noise' | 'file' | 'missing';

export interface LoggedRequest {
  /** 0 for the first. */
  readonly order: number;
  readonly method: string;
  /** With query. */
  readonly address: string;
  readonly kind: RequestKind;
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The article that a page must give. */
export interface ExpectedArticle {
  readonly url: string;
  readonly title: string;
  /** Plain text, blank lines between paragraphs; two where answers differ by chance. */
  readonly bodies: readonly string[];
  readonly authors: readonly string[];
  readonly publishedAt: Date;
  readonly modifiedAt: Date | null;
}

export interface ApiSitePlan {
  readonly style: string;
  /** Below 1000: open; from 1000 on: sealed. */
  readonly seed: number;
  /** Default 60. */
  readonly pages?: number;
  /** A new release (`bumpBuild`) after this many answers with an article. Default: none by itself. */
  readonly bumpAfterAnswers?: number;
}

export interface ApiSite extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  /** Values of NEWSHAWK_CONNECT_TO: the page's host and the API's. */
  readonly connectTo: readonly string[];
  readonly learnable: boolean;
  readonly plan: SitePlan;
  /** Oldest first. */
  readonly articles: readonly ExpectedArticle[];
  /** In the order of their answers' decision; a snapshot is `[...log]`. */
  readonly log: readonly LoggedRequest[];
  /** How often the effect of an article's POST was caused, by the page's URL. */
  readonly effects: ReadonlyMap<string, number>;
  /** A new release: build id, name of the bundle and hashes of queries change; the old ones are gone. */
  bumpBuild(): void;
  /** All sessions and nonces handed out before become invalid. */
  expireSessions(): void;
}

const pagesByDefault = 60;

/** A client-rendered news site on loopback. @throws RangeError for an unknown style */
export async function openApiSite({
  style: name,
  seed,
  pages = pagesByDefault,
  bumpAfterAnswers,
}: ApiSitePlan): Promise<ApiSite> {
  const style = styleOf(name);
  const { address, paging = null, mayPrefetch = false } = style;
  const plan = planOf({ style: name, seed, address, paging, mayPrefetch });
  const site = new SiteState(plan, style, pages);
  const log: LoggedRequest[] = [];
  let answers = 0;
  const server = createServer((incoming, response) => {
    void requestOf(incoming).then((request) => {
      const { kind, reply } = replyTo(request, site);
      const { method, address, headers, body } = request;
      if (kind === 'api' && reply.status === 200 && ++answers === bumpAfterAnswers) site.bumpBuild();
      log.push({ order: log.length, method, address, kind, status: reply.status, headers, body });
      setTimeout(() => send(incoming, response, reply), reply.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://${plan.host}`;
  return {
    host: plan.host,
    port,
    origin,
    connectTo: [...new Set([plan.host, plan.apiHost])].map((host) => `${host}:80=127.0.0.1:${port}`),
    learnable: style.learnable,
    plan,
    articles: expectedArticles(site, origin),
    log,
    get effects() {
      return new Map(
        [...site.effects].flatMap(([index, count]) =>
          site.stories.slice(index, index + 1).map((story) => [origin + site.addressOf(story), count]),
        ),
      );
    },
    bumpBuild: () => site.bumpBuild(),
    expireSessions: () => site.valid.clear(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const expectedArticles = (site: SiteState, origin: string): readonly ExpectedArticle[] =>
  site.stories.map((story) => ({
    url: origin + site.addressOf(story),
    title: story.title,
    bodies: [
      bodyText(story.blocks),
      ...(site.style.name === 'two-bodies' ? [bodyText(otherBlocks(site, story.index))] : []),
    ],
    authors: story.authors.map(({ name }) => name),
    publishedAt: story.publishedAt,
    modifiedAt: story.modifiedAt,
  }));

async function requestOf(incoming: IncomingMessage): Promise<SiteRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? '/', 'http://site.invalid');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    address: url.pathname + url.search,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

const bundlePath = (site: SiteState): string =>
  site.style.name === 'next-data'
    ? `/_next/static/chunks/main-${site.buildId}.js`
    : `/static/js/main.${site.buildId}.js`;

function replyTo(request: SiteRequest, site: SiteState): { readonly kind: RequestKind; readonly reply: SiteReply } {
  if (request.method === 'OPTIONS') return { kind: 'file', reply: text('text/plain', '', 204) };
  if (request.path === bundlePath(site)) return { kind: 'app', reply: text('text/javascript', appScript(site)) };
  const api = site.style.answer(request, site);
  if (api !== null) return { kind: 'api', reply: api };
  const list = listAnswer(request, site);
  if (list !== null) return { kind: 'list', reply: list };
  const noise = noiseAnswer(request, site);
  if (noise !== null) return { kind: 'noise', reply: noise };
  const page = pageReply(request, site);
  if (page !== null) return { kind: 'page', reply: page };
  const file = fileReply(request, site);
  return file === null
    ? { kind: 'missing', reply: text('text/plain', 'not found', 404) }
    : { kind: 'file', reply: file };
}

function fileReply({ path }: SiteRequest, site: SiteState): SiteReply | null {
  if (path === '/robots.txt')
    return text('text/plain', `User-agent: *\nAllow: /\nSitemap: http://${site.plan.host}/sitemap.xml\n`);
  if (path === '/static/app.css')
    return text('text/css', 'body{font:16px/1.5 sans-serif;margin:0}main{max-width:44rem;margin:auto}');
  if (/^\/media\/\d+\.svg$/.test(path))
    return text(
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450"><rect width="800" height="450" fill="#89a"/></svg>',
    );
  if (path !== '/sitemap.xml') return null;
  const urls = site.stories.map(
    (story) => `<url><loc>http://${site.plan.host}${site.addressOf(story).replaceAll('&', '&amp;')}</loc></url>`,
  );
  return text(
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
  );
}

/** The shell of an article or a list; null for an address that is none of these. */
function pageReply({ address, path, method }: SiteRequest, site: SiteState): SiteReply | null {
  if (method !== 'GET') return null;
  const slots = slotsOfAddress(address, site.plan.pagePattern);
  const story = slots === null ? null : site.storyOf(slots.id ?? slots.slug);
  if (story !== null && site.addressOf(story) === address)
    return text('text/html', shellOf(site, site.style.shell?.(story, site) ?? {}));
  const sections = site.plan.language.sections.map(([section]) => `/${section}`);
  return listPaths.includes(path) || sections.includes(path) ? text('text/html', shellOf(site, {})) : null;
}

const shellOf = (site: SiteState, { head = '', attributes = '' }: { head?: string; attributes?: string }): string =>
  `<!doctype html><html lang="${site.plan.language.code}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${site.plan.siteName}</title>${head}<link rel="stylesheet" href="/static/app.css"><script defer src="${bundlePath(site)}"></script></head><body><div id="root"${attributes}></div></body></html>`;

function send(incoming: IncomingMessage, response: ServerResponse, { status, type, body }: SiteReply): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-cache',
    'access-control-allow-origin': incoming.headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': incoming.headers['access-control-request-headers'] ?? '*',
  });
  response.end(body);
}
