import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { openTestGuard } from '../local-site.ts';

/** By path: all that the server sends, byte for byte, before it closes. */
const answers: Readonly<Record<string, string>> = {
  control: 'HTTP/1.1 200 OK\r\nx-a: a\x01b\r\ncontent-length: 2\r\n\r\nhi',
  nul: 'HTTP/1.1 200 OK\r\nx-a: a\0b\r\ncontent-length: 2\r\n\r\nhi',
  words: 'HTTP/1.1 200 O\x01K\r\ncontent-length: 2\r\n\r\nhi',
  zero: 'HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\nhi',
  low: 'HTTP/1.1 099 OK\r\ncontent-length: 2\r\n\r\nhi',
  switching: 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nhi',
  empty: 'HTTP/1.1 204 None\r\ncontent-length: 2\r\n\r\nhi',
  named: 'HTTP/1.1 200 OK\r\nconnection: x-secret\r\nx-secret: 1\r\ncontent-length: 2\r\n\r\nhi',
  early: 'HTTP/1.1 103 Early\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi',
  both: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
  nothing: '',
  noise: '\x16\x03\x01 not http',
};

let server: Server;
let port: number;
let guard: EgressGuard;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {}); // clients go when they have seen enough
    socket.once('data', (data) => socket.end(answers[/GET \/(\w+)/.exec(String(data))?.[1] ?? ''] ?? '', 'latin1'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  guard = await openTestGuard({ allow: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  await guard[Symbol.asyncDispose]();
  server.close();
});

async function ask(url: string): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  const { hostname, port: guardPort } = new URL(await guard.routeFor(null));
  const outgoing = httpRequest({ host: hostname, port: guardPort, path: url, timeout: 3_000, agent: false }).end();
  outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')));
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += chunk;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body };
}

describe('the forwarder', () => {
  // each of the first six once ended the process, or never answered
  it.each([
    ['control', 200, 'hi'],
    ['nul', 200, 'hi'],
    ['words', 200, 'hi'],
    ['zero', 502, 'hi'],
    ['low', 502, 'hi'],
    ['switching', 502, 'protocol that was not requested'],
    ['empty', 204, ''],
    ['early', 200, 'hi'],
    ['both', 200, 'hi'],
    ['nothing', 502, 'ECONNRESET'],
    ['noise', 502, 'HPE_'],
  ])('outlives a server that breaks HTTP: %s', async (name, status, body) => {
    const answer = await ask(`http://127.0.0.1:${port}/${name}`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: expect.stringContaining(body) });
  });

  it('removes the headers that a server sends for one connection', async () => {
    expect((await ask(`http://127.0.0.1:${port}/named`)).headers).not.toHaveProperty('x-secret');
  });

  it('repeats a request whose kept connection the server closed at that moment', async () => {
    let connections = 0;
    const closing = createServer((socket) => {
      connections++;
      let requests = 0;
      socket.on('error', () => {}); // it is closed from here
      socket.on('data', () => {
        if (++requests > 1) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
      });
    }).listen(0, '127.0.0.1');
    await once(closing, 'listening');
    const { port: closingPort } = closing.address() as AddressInfo;
    await using own = await openTestGuard({ allow: [`127.0.0.1:${closingPort}`] });
    const { hostname, port: guardPort } = new URL(await own.routeFor(null));
    const statuses: (number | undefined)[] = [];
    for (let times = 0; times < 2; times++) {
      const path = `http://127.0.0.1:${closingPort}/`;
      const [answer] = (await once(
        httpRequest({ host: hostname, port: guardPort, path, agent: false }).end(),
        'response',
      )) as [IncomingMessage];
      statuses.push(answer.statusCode);
      await once(answer.resume(), 'end');
    }
    expect({ statuses, connections }).toEqual({ statuses: [200, 200], connections: 2 });
    closing.close();
  });

  it.each(['GET / HTTP/1.1', 'GET ftp://127.0.0.1/ HTTP/1.1', 'CONNECT 127.0.0.1@127.0.0.1:80 HTTP/1.1'])(
    'answers %s with 400',
    async (line) => {
      const socket = connect(Number(new URL(await guard.routeFor(null)).port), '127.0.0.1');
      socket.end(`${line}\r\nhost: x\r\n\r\n`);
      const [data] = (await once(socket, 'data')) as [Buffer];
      expect(String(data)).toMatch(/^HTTP\/1\.1 400 /);
      socket.destroy();
    },
  );
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('processes of other users', () => {
  const asNobody = `const s = require('net').connect(+process.argv[1], '127.0.0.1');
    s.on('connect', () => s.write('GET http://127.0.0.1/ HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n'));
    s.on('data', (d) => { console.log('served'); s.destroy(); }); s.on('error', () => {}); s.on('close', () => console.log('closed'));`;

  it('are refused when the guard is for our user only', async () => {
    await using own = await openTestGuard({ ownUserOnly: true });
    const guardPort = new URL(await own.routeFor(null)).port;
    const run = async (uid: number): Promise<string> => {
      const child = spawn('/proc/self/exe', ['-e', asNobody, guardPort], { uid, gid: uid, cwd: '/' });
      let text = '';
      child.stdout.on('data', (data) => {
        text += data;
      });
      await once(child, 'close');
      return text;
    };
    expect(await run(0)).toContain('served');
    expect(await run(65_534)).toBe('closed\n');
  });
});
