import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import type { NamedPage } from '../catalogue.ts';
import { html, type PageRequest, type Place, type Reply } from '../player-page.ts';
import { bundle } from './bundles.ts';
import { makeMedia } from './media-files.ts';
import { placeOf } from './place.ts';
import { send, sendFile, typeOf } from './send.ts';

/** `page` and `cdn` share a host, so cookies of the page reach its media; `embed` and `ads` are other sites. */
const hosts = { page: '127.0.0.1', embed: '127.0.0.2', cdn: '127.0.0.1', ads: '127.0.0.3' } as const;

const packages = join(import.meta.dirname, '../node_modules');
const mediaFolder = join(import.meta.dirname, '../../../../.cache/media-players');

interface Served {
  readonly page: NamedPage['page'];
  readonly place: Place;
  readonly bundle: ReadonlyMap<string, string>;
}

export interface PlayersSite extends AsyncDisposable {
  readonly origins: Place['origins'];
  placeOf(id: string): Place;
  addressOf(page: NamedPage): string;
}

/**
 * Serves the pages on four loopback origins. `/p/SLUG` is a page, `/x/SLUG/…` its routes, `/f/SLUG/…` its files, `/b/SLUG/…` its bundle, `/npm/…` the
 * packages and `/pictures/…` the made pictures.
 */
export async function openPlayersSite(pages: readonly NamedPage[]): Promise<PlayersSite> {
  const media = await makeMedia(mediaFolder);
  const servers: Server[] = [];
  const origins: Record<string, string> = {};
  for (const [name, host] of Object.entries(hosts)) {
    const server = createServer();
    server.listen(0, host);
    await once(server, 'listening');
    origins[name] = `http://${host}:${(server.address() as AddressInfo).port}`;
    servers.push(server);
  }
  const known = origins as unknown as Place['origins'];
  const bySlug = new Map<string, Served>();
  for (const { id, page } of pages) {
    const place = placeOf(id, known);
    const files = page.script === undefined ? new Map<string, string>() : await bundle(page.script(place));
    bySlug.set(place.slug, { page, place, bundle: files });
  }
  for (const server of servers)
    server.on('request', (request, response) => {
      answer(bySlug, media, request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  return {
    origins: known,
    placeOf: (id) => placeOf(id, known),
    addressOf: ({ id, page }) => `${known.page}/p/${placeOf(id, known).slug}${page.addressEnd ?? ''}`,
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function answer(
  pages: ReadonlyMap<string, Served>,
  media: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const [, area = '', first = '', ...others] = normalize(decodeURIComponent(url.pathname)).split('/');
  const rest = others.join('/');
  const refuse = (status: number): void =>
    send(request, response, { status, type: 'text/plain', body: String(status) });
  if (request.method === 'OPTIONS') return send(request, response, { type: 'text/plain', body: '' });
  if (area === 'npm') return sendFile(request, response, join(packages, first, rest), typeOf(rest));
  if (area === 'pictures') return sendFile(request, response, join(media, first), typeOf(first));
  const served = pages.get(first);
  if (served === undefined) return refuse(404);
  const { page, place } = served;
  const asked: PageRequest = {
    method: request.method ?? 'GET',
    url,
    headers: request.headers as Record<string, string | undefined>,
    body: await text(request),
  };
  if (area === 'p') {
    return send(request, response, { ...withBundle(html(page.html(place)), place), headers: page.headers ?? {} });
  }
  if (area === 'b') {
    const body = served.bundle.get(rest);
    return body === undefined ? refuse(404) : send(request, response, { type: typeOf(rest), body });
  }
  if (area === 'x') {
    const route = page.routes?.[rest] ?? page.routes?.[`${rest.split('/')[0]}/*`];
    return route === undefined ? refuse(404) : send(request, response, withBundle(route(asked, place), place));
  }
  const file = area === 'f' ? madeFile(page.files ?? {}, rest) : undefined;
  if (file === undefined) return refuse(404);
  if (page.allows?.(asked, place) === false) return refuse(403);
  return sendFile(request, response, join(media, file), typeOf(file));
}

/** Documents name the page's bundle as `{bundle}` and its stylesheets as `{styles}`. */
function withBundle(reply: Reply, { slug }: Place): Reply {
  const body = reply.body.replaceAll('{bundle}', `/b/${slug}/main.js`).replaceAll('{styles}', `/b/${slug}/main.css`);
  return { ...reply, body };
}

/** A name that ends in `/` stands for the folder. */
function madeFile(files: Readonly<Record<string, string>>, name: string): string | undefined {
  if (files[name] !== undefined) return files[name];
  const folder = Object.keys(files).find((key) => key.endsWith('/') && name.startsWith(key));
  return folder === undefined ? undefined : `${files[folder]}${name.slice(folder.length)}`;
}
