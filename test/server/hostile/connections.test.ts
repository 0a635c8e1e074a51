import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { limitLoad } from '../../../src/server/load-limits.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { checkedServer } from '../../support/app/checked-server.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';
import { eventually } from '../../support/waiting.ts';
import { rawAnswer } from './raw-answer.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

async function serve(limits: object = {}) {
  const app = await openFakeApp();
  opened.push(app);
  const server = checkedServer({ ...app, config: { ...app.config, ...limits } });
  opened.push({ [Symbol.asyncDispose]: () => server.close() });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return { server, address, port: Number(new URL(address).port) };
}

it('the server counts pipelined requests as ended when their connection is cut', async () => {
  const { address, port } = await serve({ httpRequests: 4 });
  for (let round = 0; round < 3; round += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /v1/topics HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(8));
    await once(socket, 'data');
    socket.destroy();
    await once(socket, 'close');
  }
  await eventually(async () => expect((await fetch(`${address}/v1/topics`)).status).toBe(200));
});

it('the server names the refusal of long addresses and headers in the document', async () => {
  const { server } = await serve();
  const { paths } = (await server.inject('/openapi.json')).json();
  for (const operation of [paths['/v1/media'].get, paths['/v1/media'].head, paths['/v1/topics'].options])
    expect(operation.responses).toHaveProperty('431');
});

it('the server answers what is no request as everything else: with its reason, as JSON, with the security headers', async () => {
  const { port } = await serve();
  for (const [request, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['FOO /v1/topics HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [`GET /v1/topics HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const [head = '', body = ''] = (await rawAnswer(port, request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/content-security-policy: default-src 'none'/i);
    expect(head).toMatch(/connection: close/i);
    expect(JSON.parse(body)).toEqual({ error: { status, message: expect.stringMatching(/\w+ \w+/) } });
  }
});

/** A server of one route that answers 50 MB, which no socket holds. */
async function bigAnswers() {
  const server = fastify();
  limitLoad(server, readConfig({ NEWSHAWK_HTTP_CONNECTIONS: '100', NEWSHAWK_HTTP_REQUESTS: '2' }).config, {
    sweepMs: 5,
    patienceSweeps: 3,
    bytesPerSweep: 1e9,
  });
  const body = Buffer.alloc(50 * 1024 * 1024, 'a');
  server.get('/big', async () => body);
  server.get('/small', async () => 'small');
  opened.push({ [Symbol.asyncDispose]: () => server.close() });
  return await server.listen({ host: '127.0.0.1', port: 0 });
}

it('the server cuts off readers that take their answers too slowly: they use up the requests of the others', async () => {
  const address = await bigAnswers();
  const port = Number(new URL(address).port);
  const readers = await Promise.all(
    [1, 2].map(async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'readable'); // it reads no further
      return socket;
    }),
  );
  await eventually(async () => expect(await (await fetch(`${address}/small`)).text()).toBe('small'));
  for (const socket of readers) socket.destroy();
});

it('the server takes a limited number of bytes of bodies at once', async () => {
  const { address, port } = await serve();
  const upload = (length: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n1`,
    );
    return socket;
  };
  // five of them fit
  const uploads = Array.from({ length: 8 }, (_, n) =>
    upload(n % 2 === 0 ? 'Content-Length: 24000000' : 'Transfer-Encoding: chunked'),
  );
  const refused = await Promise.any(uploads.map(async (socket) => String((await once(socket, 'data'))[0])));
  expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*128 MB of bodies/i);
  // small ones are always taken
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${address}/v1/topics`, { method: 'POST', headers, body: '{}' })).status).toBe(400);
  for (const socket of uploads) socket.destroy();
  const large = () =>
    fetch(`${address}/v1/source-file`, { method: 'POST', headers, body: `{"text":"${'#'.repeat(7_000_000)}"}` });
  await eventually(async () => expect((await large()).status).toBe(200));
});
