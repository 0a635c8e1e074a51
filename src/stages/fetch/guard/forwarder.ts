import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { type Authority, formatAuthority, parseAuthority, plainHost } from './authority.ts';
import { type DialRules, dialDirect, vetForUpstream } from './dial.ts';
import { asTrouble, type EgressTrouble, type TroubleKind, troubleAnswer } from './egress-trouble.ts';
import type { PeerCheck } from './own-peer.ts';
import { PlainExchange } from './plain-exchange.ts';
import { dialledForward, directForward, type PlainForward, proxyForward } from './plain-forward.ts';
import { dialThrough, type UpstreamProxy } from './upstream-proxy.ts';

export interface ForwarderOptions {
  readonly rules: DialRules;
  /** Null: connect directly. */
  readonly upstream: UpstreamProxy | null;
  /** Who may use it. */
  readonly mayUse: PeerCheck;
  readonly onResult: (target: Authority, trouble: EgressTrouble | null) => void;
}

export interface Forwarder extends AsyncDisposable {
  readonly port: number;
}

/** Longer than a browser keeps an idle connection to a proxy, so that it is the browser who closes. */
const keepAliveMs = 65_000;

/** One forward proxy on 127.0.0.1, on a port that the system picks. */
export async function openForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { rules, upstream, mayUse } = options;
  const dial = async (target: Authority): Promise<Socket> =>
    upstream === null
      ? await dialDirect(rules, target)
      : await dialThrough(upstream, await vetForUpstream(rules, target, await upstream.pinned()));
  const forward =
    upstream === null ? directForward(rules) : upstream.isSocks ? dialledForward(dial) : proxyForward(rules, upstream);
  const http = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 0, maxHeaderSize: 64 * 1024 });
  http.on('request', (incoming, response) => void onRequest(options, forward, incoming, response));
  http.on('connect', (incoming, socket: Duplex, head) => void onConnect(options, dial, { incoming, socket, head }));
  const sockets = new Set<Socket>();
  const server = createTcpServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void admit(http, mayUse, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      http.close(); // ends its timer; it has never listened
      await closed;
      forward.close();
    },
  };
}

async function admit(http: Server, mayUse: PeerCheck, socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy());
  if (!(await mayUse(socket))) return void socket.destroy();
  http.emit('connection', socket);
  socket.resume();
}

async function onRequest(
  { upstream, onResult }: ForwarderOptions,
  forward: PlainForward,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
  if (url === null || url.protocol !== 'http:') {
    response.writeHead(400).end('an absolute http:// address is wanted');
    return;
  }
  const target = { host: plainHost(url.hostname), port: Number(url.port || 80) };
  await new PlainExchange({
    forward,
    incoming,
    response,
    url,
    target,
    blame: blameOf(upstream, target),
    onResult,
  }).run();
}

interface TunnelRequest {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

async function onConnect(
  { upstream, onResult }: ForwarderOptions,
  dial: (target: Authority) => Promise<Socket>,
  { incoming, socket: client, head }: TunnelRequest,
): Promise<void> {
  client.on('error', () => client.destroy());
  const target = parseAuthority(incoming.url ?? '', 443);
  if (target === null) return void client.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
  try {
    const socket = await dial(target);
    onResult(target, null);
    socket.on('error', () => client.destroy());
    if (client.destroyed) return void socket.destroy();
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) socket.write(head);
    pipeline(client, socket, () => {}); // an end or an error of one side ends the other; there is nobody to tell
    pipeline(socket, client, () => {});
  } catch (error) {
    const trouble = asTrouble(error, ...blameOf(upstream, target));
    onResult(target, trouble);
    const { status, name, value } = troubleAnswer(trouble);
    client.end(
      `HTTP/1.1 ${status} ${trouble.kind}\r\n${name}: ${value}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
  }
}

/** Who is to blame for an error that doesn't say it itself. */
const blameOf = (upstream: UpstreamProxy | null, target: Authority): readonly [TroubleKind, string] =>
  upstream === null
    ? ['unreachable', formatAuthority(target)]
    : ['proxy', `the proxy ${upstream.name} (for ${formatAuthority(target)})`];
