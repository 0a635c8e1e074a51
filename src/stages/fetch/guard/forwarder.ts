import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { type Authority, formatAuthority, normalizeHost, parseAuthority } from './authority.ts';
import { type DialRules, dialDirect, vetForUpstream } from './dial.ts';
import { asEgressError, type EgressError, type EgressErrorKind, errorResponse } from './egress-error.ts';
import type { PeerCheck } from './own-peer.ts';
import { PlainExchange } from './plain-exchange.ts';
import { directForward, forwardOver, type PlainForward, proxyForward } from './plain-forward.ts';
import { dialThrough, type UpstreamProxy } from './upstream-proxy.ts';

interface ForwarderOptions {
  readonly rules: DialRules;
  /** Null: connect directly. */
  readonly upstream: UpstreamProxy | null;

  readonly isPeerAllowed: PeerCheck;
  /** Called after each request and each tunnel: null on success. */
  readonly onResult: (target: Authority, error: EgressError | null) => void;
}

export interface Forwarder extends AsyncDisposable {
  readonly port: number;
  /** Bytes that came back through it, as transferred. */
  readonly bytes: number;
}

/** Longer than a browser keeps an idle connection to a proxy, so that the browser closes it first. */
const keepAliveMs = 65_000;

/** Opens a forward proxy on 127.0.0.1, on a free port. */
export async function openForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const { rules, upstream, isPeerAllowed } = options;
  const dial = async (target: Authority): Promise<Socket> =>
    upstream === null
      ? await dialDirect(rules, target)
      : await dialThrough(upstream, await vetForUpstream(rules, target, await upstream.pinsAddresses()));
  const forward =
    upstream === null ? directForward(rules) : upstream.isSocks ? forwardOver(dial) : proxyForward(rules, upstream);
  const http = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 0, maxHeaderSize: 64 * 1024 });
  http.on('request', (incoming, response) => void onRequest(options, forward, incoming, response));
  http.on('connect', (incoming, socket: Duplex, head) => void onConnect(options, dial, { incoming, socket, head }));
  const sockets = new Set<Socket>();
  let bytesOfClosed = 0;
  const server = createTcpServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      bytesOfClosed += socket.bytesWritten;
    });
    void admit(http, isPeerAllowed, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    get bytes() {
      return [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, bytesOfClosed);
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      http.close(); // stops its timer; this server does not listen itself
      await closed;
      forward.close();
    },
  };
}

async function admit(http: Server, isPeerAllowed: PeerCheck, socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy());
  if (!(await isPeerAllowed(socket))) return void socket.destroy();
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
    response.writeHead(400).end('expected an absolute http:// address');
    return;
  }
  const target = { host: normalizeHost(url.hostname), port: Number(url.port || 80) };
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
    pipeline(client, socket, () => {}); // an end or an error of one side ends the other; there is nothing to report
    pipeline(socket, client, () => {});
  } catch (cause) {
    const error = asEgressError(cause, ...blameOf(upstream, target));
    onResult(target, error);
    const { status, name, value } = errorResponse(error);
    client.end(
      `HTTP/1.1 ${status} ${error.kind}\r\n${name}: ${value}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
  }
}

/** Kind and subject of an error that is not an EgressError yet. */
const blameOf = (upstream: UpstreamProxy | null, target: Authority): readonly [EgressErrorKind, string] =>
  upstream === null
    ? ['unreachable', formatAuthority(target)]
    : ['proxy', `the proxy ${upstream.name} (for ${formatAuthority(target)})`];
