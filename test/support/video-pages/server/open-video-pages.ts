import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { liveLeadS } from '../bytes/film-files.ts';
import { apiAnswer } from '../markup/addresses.ts';
import { hosts, type Origins } from '../markup/origins.ts';
import { pagePath } from '../markup/page.ts';
import { planOf } from '../plan/plan.ts';
import { answerTo, playAddress, type SiteAnswer, type SiteContext } from './routes.ts';

export interface VideoPages extends AsyncDisposable {
  readonly origins: Origins;
  urlOf(seed: number): string;
  /** Files of films that were sent: `seed/film/file`. */
  readonly sent: ReadonlySet<string>;
}

/** Serves the generated pages of all seeds on loopback, from four origins. */
export async function openVideoPages(): Promise<VideoPages> {
  const servers: Server[] = [];
  const ports: Partial<Record<keyof Origins, number>> = {};
  for (const name of ['page', 'embed', 'cdn', 'ads'] as const) {
    const server = createServer();
    server.listen(0, hosts[name]);
    await once(server, 'listening');
    ports[name] = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  const origin = (name: keyof Origins): string => `http://${hosts[name]}:${ports[name]}`;
  const origins: Origins = { page: origin('page'), embed: origin('embed'), cdn: origin('cdn'), ads: origin('ads') };
  const nowS = (): number => Math.floor(Date.now() / 1_000);
  const sent = new Set<string>();
  const context: SiteContext = {
    origins,
    nowS,
    liveSinceS: nowS() - liveLeadS,
    onFilm: (seed, film, file) => sent.add(`${seed}/${film}/${file}`),
  };
  const sockets = new WebSocketServer({ noServer: true });
  for (const server of servers) {
    server.on('request', (request, response) => void respond(request, response, context));
    server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (client) => {
        const plan = planOf(Number(/^\/socket\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 1));
        client.on('message', (data) => {
          const { want } = JSON.parse(String(data)) as { want: string };
          client.send(JSON.stringify(apiAnswer(plan, playAddress(plan, want, origins, nowS()))));
        });
      }),
    );
  }
  return {
    origins,
    sent,
    urlOf: (seed) => origins.page + pagePath(planOf(seed)),
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, context: SiteContext): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = 'GET', headers } = request;
  if (method === 'OPTIONS') return void response.writeHead(204, corsHeaders).end();
  const url = new URL(request.url ?? '/', `http://${headers.host}`);
  const body = Buffer.concat(chunks).toString();
  const { referer = '', cookie = '' } = headers;
  const answer = answerTo({ url, method, body, referer, cookie }, context);
  send(request, response, answer ?? { body: '<p>not here</p>', type: 'text/html', status: 404 });
}

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': '*',
};

/** With byte ranges: media elements ask for them. */
function send(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { body, type, status = 200, headers: more = {} }: SiteAnswer,
): void {
  const bytes = Buffer.from(body);
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const first = from === undefined || status !== 200 ? 0 : Number(from);
  const last =
    from === undefined || status !== 200 || to === '' ? bytes.length - 1 : Math.min(bytes.length - 1, Number(to));
  const isPart = from !== undefined && status === 200;
  const part = bytes.subarray(first, last + 1);
  response.writeHead(isPart ? 206 : status, {
    ...corsHeaders,
    'content-type': type,
    'content-length': part.length,
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    ...(isPart ? { 'content-range': `bytes ${first}-${last}/${bytes.length}` } : {}),
    ...more,
  });
  response.end(method === 'HEAD' ? undefined : part);
}
