import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMcpHttp } from '../../src/mcp/http.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
let server: ReturnType<typeof buildMcpHttp>;
beforeAll(async () => {
  app = await openFakeApp();
  server = buildMcpHttp(app, app.config);
});
afterAll(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

it.each([
  ['no JSON', 'hello', 400, -32700],
  ['nothing', '', 400, -32700],
  ['a number', '42', 400, -32600],
  ['too much', `"${'x'.repeat(8_000_000)}"`, 413, -32600],
])('MCP over HTTP answers %s as JSON-RPC says', async (_, payload, status, code) => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await server.inject({ method: 'POST', url: '/mcp', headers, payload });
  expect({ statusCode: response.statusCode, response: response.json() }).toMatchObject({
    statusCode: status,
    response: { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } },
  });
});

it('MCP over HTTP gives the headers of a request 10 s, and the whole request 30 s', () => {
  const { headersTimeout, requestTimeout } = server.server;
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000 });
});
