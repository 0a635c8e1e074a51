import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { generate } from 'selfsigned';
import { Changes } from '../../support/waiting.ts';

export type TlsRoute = (request: Http2ServerRequest, response: Http2ServerResponse, session: number) => void;

export interface TlsSite extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** HTTP/2 connections so far, in order. */
  readonly sessions: readonly ServerHttp2Session[];
  /** TCP connections that are open. */
  readonly open: ReadonlySet<Socket>;
  /** Resolves when this many TCP connections are open. */
  untilOpen(count: number): Promise<void>;
}

/** A TLS server on loopback with its own certificate. @param speaksHttp2 false: HTTP/1.1 only */
export async function openTlsSite(routes: Readonly<Record<string, TlsRoute>>, speaksHttp2 = true): Promise<TlsSite> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  const server = speaksHttp2 ? createSecureServer({ key, cert, allowHTTP1: true }) : createServer({ key, cert });
  const sessions: ServerHttp2Session[] = [];
  const open = new Set<Socket>();
  const changes = new Changes();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    changes.changed();
    socket.on('error', () => {}); // clients that hang up are part of these tests
    socket.once('close', () => {
      open.delete(socket);
      changes.changed();
    });
  });
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => {}); // as above
  });
  server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const number = request.httpVersion === '2.0' ? sessions.indexOf(request.stream.session as ServerHttp2Session) : -1;
    routes[new URL(request.url, 'https://site').pathname]?.(request, response, number);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://127.0.0.1:${port}`,
    sessions,
    open,
    untilOpen: (count) => changes.until(() => open.size === count),
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
