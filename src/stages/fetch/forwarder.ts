import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import {
  type DialRules,
  dialDirect,
  dialThrough,
  formatAuthority,
  proxyAuthorization,
  vetForUpstream,
} from './dial.ts';
import { asTrouble, EgressTrouble, isGuardHeader, troubleAnswer } from './egress-trouble.ts';
import { type Authority, parseAuthority, plainHost } from './network-policy.ts';

export interface ForwarderOptions {
  readonly rules: DialRules;
  /** An HTTP(S) proxy; null: connect directly. */
  readonly upstream: URL | null;
  readonly onResult: (target: Authority, trouble: EgressTrouble | null) => void;
}

export interface Forwarder extends AsyncDisposable {
  readonly server: Server;
}

/** RFC 9110, 7.6.1: these belong to one connection and are not passed on. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'upgrade',
]);
/** Longer than a browser keeps an idle connection to a proxy, so that it is the browser who closes. */
const keepAliveMs = 65_000;

/** One forward proxy on 127.0.0.1, on a port that the system picks. */
export async function openForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const server = createServer({ keepAliveTimeout: keepAliveMs, requestTimeout: 0, maxHeaderSize: 64 * 1024 });
  const sockets = new Set<Socket>();
  const forward =
    options.upstream === null ? directForward(options.rules) : upstreamForward(options.rules, options.upstream);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (incoming, response) => void onRequest(options, forward, incoming, response));
  server.on('connect', (incoming, socket: Duplex, head) => void onConnect(options, incoming, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    server,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      forward.close();
    },
  };
}

interface Forward {
  /** Sends the request's head on. @throws EgressTrouble when the policy refuses */
  start(incoming: IncomingMessage, url: URL, target: Authority): Promise<ReturnType<typeof request>>;
  readonly blame: 'unreachable' | 'proxy';
  close(): void;
}

/** Connections are kept per host, each dialled, and so judged and pinned, once. */
function directForward(rules: DialRules): Forward {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  agent.createConnection = (connection, done) => {
    const target = { host: plainHost(String(connection.host)), port: Number(connection.port) };
    dialDirect(rules, target).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    );
    return undefined; // node:http waits for the callback
  };
  return {
    blame: 'unreachable',
    close: () => agent.destroy(),
    start: async (incoming, url, { host, port }) =>
      request({
        agent,
        host,
        port,
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers: passedOn(incoming),
        ...lenient,
      }),
  };
}

function upstreamForward(rules: DialRules, upstream: URL): Forward {
  const secure = upstream.protocol === 'https:';
  const agent = secure ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const send = secure ? tlsRequest : request;
  return {
    blame: 'proxy',
    close: () => agent.destroy(),
    async start(incoming, url, asked) {
      const target = await vetForUpstream(rules, asked);
      return send({
        agent,
        host: plainHost(upstream.hostname),
        port: upstream.port || (secure ? 443 : 80),
        method: incoming.method,
        path: new URL(`${url.pathname}${url.search}`, `http://${formatAuthority(target)}`).href,
        headers: [...passedOn(incoming), ...Object.entries(proxyAuthorization(upstream)).flat()],
        ...lenient,
      });
    },
  };
}

/** Servers on the open web break the grammar in ways that browsers put up with. */
const lenient = { insecureHTTPParser: true, maxHeaderSize: 256 * 1024 };

async function onRequest(
  { onResult }: ForwarderOptions,
  forward: Forward,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
  if (url === null || url.protocol !== 'http:') {
    response.writeHead(400).end('an absolute http:// address is wanted');
    return;
  }
  const target = { host: plainHost(url.hostname), port: Number(url.port || 80) };
  const fail = (error: unknown): void => {
    const trouble = asTrouble(error, forward.blame, `${target.host}:${target.port}`);
    onResult(target, trouble);
    if (response.headersSent) return void response.destroy();
    const { status, name, value } = troubleAnswer(trouble);
    response.writeHead(status, { [name]: value, 'content-type': 'text/plain' }).end(trouble.message);
  };
  try {
    const outgoing = await forward.start(incoming, url, target);
    outgoing.once('error', fail);
    outgoing.once('response', (answer) => {
      if (answer.statusCode === 407) {
        answer.destroy();
        return fail(new EgressTrouble('proxy', 'the proxy refuses our credentials (407)'));
      }
      onResult(target, null);
      answer.once('error', fail);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedBack(answer));
      pipeline(answer, response, () => {}); // both ends are destroyed; what the client saw is a cut body
    });
    response.once('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  } catch (error) {
    fail(error);
  }
}

async function onConnect(
  { rules, upstream, onResult }: ForwarderOptions,
  incoming: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  client.on('error', () => client.destroy());
  const target = parseAuthority(incoming.url ?? '', 443);
  if (target === null) return void client.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
  try {
    const socket =
      upstream === null
        ? await dialDirect(rules, target)
        : await dialThrough(upstream, await vetForUpstream(rules, target));
    onResult(target, null);
    socket.on('error', () => client.destroy());
    if (client.destroyed) return void socket.destroy();
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) socket.write(head);
    pipeline(client, socket, () => {}); // an end or an error of one side ends the other; there is nobody to tell
    pipeline(socket, client, () => {});
  } catch (error) {
    const trouble = asTrouble(error, upstream === null ? 'unreachable' : 'proxy', `${target.host}:${target.port}`);
    onResult(target, trouble);
    const { status, name, value } = troubleAnswer(trouble);
    client.end(
      `HTTP/1.1 ${status} ${trouble.kind}\r\n${name}: ${value}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
  }
}

const passedOn = (incoming: IncomingMessage): string[] => kept(incoming.rawHeaders, (name) => !hopByHop.has(name));
const passedBack = (answer: IncomingMessage): string[] =>
  kept(answer.rawHeaders, (name) => !hopByHop.has(name) && !isGuardHeader(name));

/** Names and values in turn, as node:http gives and takes them: order and spelling stay. */
function kept(raw: readonly string[], keep: (name: string) => boolean): string[] {
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (keep(name.toLowerCase())) headers.push(name, value);
  }
  return headers;
}
