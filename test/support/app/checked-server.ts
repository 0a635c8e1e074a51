import { afterEach, expect } from 'vitest';
import { buildServer } from '../../../src/server/app.ts';
import { eventsRoute } from '../../../src/server/events/event-stream.ts';
import { hasManyHosts } from '../../../src/server/guards/hosts.ts';
import { describeApi } from '../../../src/server/openapi.ts';
import { routes } from '../../../src/server/routes.ts';
import { type ApiDocument, undocumented } from '../openapi-check.ts';

const described: readonly { readonly path: string }[] = [...routes, eventsRoute];
const document = describeApi([...routes, eventsRoute]) as unknown as ApiDocument;

/** What the servers of this test answered beside their schemas. */
const found: string[] = [];

/** Takes what was found, so that the test does not fail by it. */
export const takeFound = (): string[] => found.splice(0);

afterEach(() => {
  expect(takeFound(), 'answers that are not as the schemas of their routes say').toEqual([]);
});

/** The server of the API. The test fails where an answer has a field that the schema of its route lacks, or lacks one that it has. */
export function checkedServer(...parameters: Parameters<typeof buildServer>): ReturnType<typeof buildServer> {
  const server = buildServer(...parameters);
  server.addHook('onSend', async ({ method, routeOptions, raw }, reply, payload) => {
    const path = routeOptions.url ?? '';
    if (!described.some((route) => route.path === path)) return;
    // a failed server is what some tests are about: its status is of no route; nor is that of a request which HTTP itself forbids
    if (reply.statusCode >= 500 || hasManyHosts(raw.rawHeaders)) return;
    if (method === 'HEAD' || method === 'OPTIONS' || reply.statusCode === 304) return;
    const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
    const answer = { statusCode: reply.statusCode, headers: reply.getHeaders(), body };
    const shown = path.replace(/:(\w+)/g, '{$1}');
    found.push(...undocumented(document, shown, method, answer).map((what) => `${method} ${path}: ${what}`));
  });
  return server;
}
