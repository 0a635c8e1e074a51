import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { documentPages } from './document-pages.ts';
import { type HostilePage, html } from './hostile-page.ts';
import { memoryPages } from './memory-pages.ts';
import { networkPages } from './network-pages.ts';
import { scriptPages } from './script-pages.ts';
import { windowPages } from './window-pages.ts';

export const hostilePages: readonly HostilePage[] = [
  ...scriptPages,
  ...memoryPages,
  ...windowPages,
  ...networkPages,
  ...documentPages,
];

export interface HostileSite extends AsyncDisposable {
  readonly ports: readonly number[];
  urlOf(page: Pick<HostilePage, 'name' | 'overTls'>): string;
  /** Connections that are open now. */
  readonly sockets: number;
}

/** A key pair that is worth nothing: it signs itself. Valid for a hundred years. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGV4Qx6mZXLlt0mdz
YY8oasAJm8STHiL287kkhZaxYjShRANCAAQvf7Nwd2MVDi8qd7TakOg1xl494NnD
KYCoQdWphSNt/lyWqMah0wLZ3RFMQz/WblMBY9tUp58S2GAp8VmsjaYn
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBkjCCATmgAwIBAgIUe4WZmgh82vV+aUQAosZSP3XbcngwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTc2VsZi1zaWduZWQuZXhhbXBsZTAgFw0yNjExMjExNDUzNTJa
GA8yMTI2MTAyODE0NTM1MlowHjEcMBoGA1UEAwwTc2VsZi1zaWduZWQuZXhhbXBs
ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABC9/s3B3YxUOLyp3tNqQ6DXGXj3g
2cMpgKhB1amFI23+XJaoxqHTAtndEUxDP9ZuUwFj21SnnxLYYCnxWayNpiejUzBR
MB0GA1UdDgQWBBSNKa64KWLxBXsqhywRZWbPfMT3mzAfBgNVHSMEGDAWgBSNKa64
KWLxBXsqhywRZWbPfMT3mzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cA
MEQCIBmGQ3XWWraaBseBvR4niLOCjnuHDTnY8cuWJKJaaok6AiBhza8L3v+lJB7F
EuY+AYsHnYvDK/OjzNqvTwoDF3xK7g==
-----END CERTIFICATE-----`,
};

/** The hostile pages on loopback: each at `/<name>`, with its sub-resources below that. Beside them `/good`, a harmless page. */
export async function openHostileSite(extra: readonly HostilePage[] = []): Promise<HostileSite> {
  const pages = new Map([...hostilePages, ...extra].map((page) => [page.name, page]));
  const sockets = new Set<Socket>();
  const answer: RequestListener = (request, response) => {
    const [, name = '', ...rest] = new URL(request.url ?? '/', 'http://site').pathname.split('/');
    const page = pages.get(name);
    response.on('error', () => {}); // the browser went away: that is what most of these pages want
    if (page === undefined) return void response.writeHead(404).end();
    if (rest.length > 0 && page.more !== undefined) return page.more(request, response);
    if (rest.length > 0) return void response.writeHead(204).end();
    if (typeof page.answer === 'string') return html(response, page.answer);
    page.answer(request, response);
  };
  const servers = [createServer(answer), createTlsServer(selfSigned, answer)];
  const ports = await Promise.all(servers.map((server) => listen(server, sockets)));
  return {
    ports,
    urlOf: ({ name, overTls }) => `${overTls ? 'https' : 'http'}://127.0.0.1:${ports[overTls ? 1 : 0]}/${name}`,
    get sockets() {
      return sockets.size;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listen(server: Server | ReturnType<typeof createTlsServer>, sockets: Set<Socket>): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // resets are part of the game
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
