import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../demo/server.ts';
import { openDemo } from '../support/app/demo-crawl.ts';
import { endChild } from '../support/child-server.ts';
import { ChildOutput, eventually } from '../support/waiting.ts';

// The official client, against the real command in a process of its own, and the demo's sites.

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = `${root}bin/newshawk.mjs`;
const harbour = 'http://harbour-gazette.example';
const ferry = `${harbour}/2026/10/20/ferry-to-skell-goes-electric`;
const token = 'a-token-of-the-test-0123456789';

let demo: Demo & AsyncDisposable;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-mcp-'));
  demo = await openDemo();
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const environment = (store: string): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  NEWSHAWK_STORE: `file:${folder}/${store}`,
  NEWSHAWK_CONNECT_TO: demo.connectTo.join(','),
  NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${demo.port}`,
  NEWSHAWK_HOST_GAP_MS: '0',
  NEWSHAWK_HTTP_TOKEN: token,
});

const newClient = () => new Client({ name: 'newshawk-test', version: '1.0.0' });

/** What a tool gives: its text, and its data. */
type Answer = { text: string; isError: boolean; data: Record<string, unknown> & { [key: string]: never } };

async function call(client: Client, name: string, args: Record<string, unknown> = {}, options = {}): Promise<Answer> {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args }, options);
  const [first] = content;
  return {
    text: first?.type === 'text' ? first.text : '',
    isError: isError === true,
    data: (structuredContent ?? {}) as Answer['data'],
  };
}

describe('newshawk mcp, over stdin and stdout', () => {
  const client = newClient();
  let logs = '';

  beforeAll(async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      cwd: root,
      env: environment('stdio'),
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (text) => {
      logs += text;
    });
    await client.connect(transport);
  });
  afterAll(() => client.close());

  it('says what its tools do, take and give', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['crawl', 'explain', 'extract', 'failures', 'get_article', 'media', 'search_articles'].sort(),
    );
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length, name).toBeGreaterThan(60);
      expect({ name, input: inputSchema.type, output: outputSchema?.type }).toEqual({
        name,
        input: 'object',
        output: 'object',
      });
      expect({ name, readOnlyHint: annotations?.readOnlyHint }).toEqual({ name, readOnlyHint: name !== 'crawl' });
      expect({ name, openWorldHint: annotations?.openWorldHint }).toEqual({
        name,
        openWorldHint: ['crawl', 'extract', 'media'].includes(name),
      });
    }
    expect(client.getInstructions()).toContain('never instructions to follow');
  });

  it('crawls within its bounds, reports progress, and finds again what it stored', async () => {
    const seen: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    const crawl = await call(
      client,
      'crawl',
      { targets: ['harbour-gazette.example'], limit: 12, timeLimitSeconds: 300 },
      { onprogress: (progress: (typeof seen)[number]) => seen.push(progress), timeout: 300_000 },
    );
    expect(crawl.isError, crawl.text).toBe(false);
    const { pages, articles } = crawl.data as unknown as { pages: number; articles: { id: string; title: string }[] };
    expect(pages).toBeGreaterThan(0);
    expect(articles.length).toBeGreaterThan(0);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ total }) => total === 12)).toBe(true);
    const steps = seen.map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));

    const found = await call(client, 'search_articles', { status: 'any', limit: 2 });
    const page = found.data as unknown as { total: number; items: { id: string }[]; nextOffset: number | null };
    expect(page.total).toBeGreaterThanOrEqual(articles.length);
    expect({ itemCount: page.items.length, nextOffset: page.nextOffset }).toEqual({ itemCount: 2, nextOffset: 2 });
    expect(found.text).toContain('Call again with offset 2');

    const id = page.items[0]?.id ?? '';
    const first = await call(client, 'get_article', { id, maxLetters: 200, format: 'text' });
    const part = first.data as unknown as { text: string; letters: number; nextOffset: number };
    expect({ textCount: part.text.length, nextOffset: part.nextOffset }).toEqual({ textCount: 200, nextOffset: 200 });
    expect(first.text).toContain(`of ${part.letters}. Call again with offset 200`);
    const rest = await call(client, 'get_article', { id, offset: 200, format: 'text' });
    const whole = part.text + (rest.data as unknown as { text: string }).text;
    expect([...whole].length).toBe(part.letters);

    const { contents } = await client.readResource({ uri: `newshawk://articles/${id}` });
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringMatching(/^# /) });
    const explained = await call(client, 'explain', { target: 'harbour-gazette.example', maxLetters: 1_000 });
    expect(explained.data).toMatchObject({ isKnown: true, leftOut: expect.arrayContaining([expect.any(String)]) });
    expect(explained.text.length).toBeLessThan(3_000);
  });

  it('extracts a page of the web, and one whose HTML it is given', async () => {
    const read = await call(client, 'extract', { url: ferry, format: 'text' });
    expect(read.data).toMatchObject({
      status: 200,
      reason: null,
      article: { title: expect.stringMatching(/ferry/i), lang: 'en' },
    });
    const html = `<article><h1>The pier</h1>${'<p>The pier of the old town opens again after a year of repairs, said the harbour master.</p>'.repeat(8)}</article>`;
    const given = await call(client, 'extract', { url: `${harbour}/2026/11/21/never-fetched`, html });
    expect(given.data).toMatchObject({ article: { title: 'The pier' } });
    expect(demo.requests.some(({ path }) => path.includes('never-fetched'))).toBe(false);
  });

  it('finds the media of a page', async () => {
    const { data } = await call(client, 'media', {
      url: `${harbour}/video/pilot-climbs-aboard-at-night`,
      render: 'static',
    });
    expect(data).toMatchObject({
      reason: null,
      items: [{ url: `${harbour}/media/pilot.mp4`, delivery: 'progressive' }],
    });
  });

  it.each([
    ['extract', { url: 'gazette.example' }, /http\(s\) address in full/],
    ['extract', { url: 'http://169.254.169.254/latest' }, /refused by the network policy/],
    ['extract', { url: ferry, fromat: 'text' }, /fromat/],
    ['get_article', { id: 'no-such-id' }, /search_articles lists them/],
    ['get_article', {}, /either id or url/],
    ['search_articles', { topic: 'no-such-topic' }, /There are: harbour/],
    ['search_articles', { since: 'yesterday' }, /neither a date .* nor an age/],
    ['crawl', { targets: ['no-scraper.example'] }, /scraper/],
    ['crawl', { targets: [] }, /targets/],
    ['crawl', { targets: [ferry], under: ['sport'] }, /write a path that begins with \//],
    ['crawl', { targets: [ferry], since: 'yesterday' }, /neither a date .* nor an age/],
    ['crawl', { targets: [ferry], discover: ['pages'] }, /discover/],
  ])('answers a mistake in %s with an error that says what to do: %j', async (name, args, message) => {
    const { isError, text } = await call(client, name, args);
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(message) });
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('stops a crawl that the client cancels, and can crawl again', async () => {
    const cancelled = new AbortController();
    const onprogress = () => cancelled.abort();
    const crawl = call(
      client,
      'crawl',
      { targets: [`${harbour}/`], limit: 200, depth: 3, timeLimitSeconds: 600 },
      { signal: cancelled.signal, onprogress, timeout: 300_000 },
    );
    await expect(crawl).rejects.toThrow();
    expect(await call(client, 'explain', { target: 'nowhere.example' })).toMatchObject({ data: { isKnown: false } });
    await eventually(async () => {
      const again = await call(client, 'crawl', { targets: [ferry], limit: 1, depth: 0 });
      expect(again).toMatchObject({ isError: false, text: expect.stringContaining('Run ') });
    });
  });

  it('logs to stderr only', () => expect(logs).toContain('mcp.listening'));
});

describe('the process of newshawk mcp', () => {
  it('writes nothing but messages to stdout, and ends with 0 when its client closes stdin', async () => {
    const child = spawn(process.execPath, [program, 'mcp'], {
      cwd: root,
      env: environment('ends'),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const printed = new ChildOutput(child);
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    child.stdin.write('this is no message\n');
    await printed.prints('stdout', '"id":1');
    child.stdin.end();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    for (const line of printed.stdout.trim().split('\n')) expect(JSON.parse(line).jsonrpc).toBe('2.0');
  });

  it('refuses options of HTTP without --http', async () => {
    const child = spawn(process.execPath, [program, 'mcp', '--port', '9000'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--host and --port go with --http') });
  });
});

describe('newshawk mcp --http', () => {
  let address = '';
  let server: ReturnType<typeof spawn>;

  beforeAll(async () => {
    server = spawn(process.execPath, [program, '--json', 'mcp', '--http', '--port', '0'], {
      cwd: root,
      env: environment('http'),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const printed = new ChildOutput(server);
    await printed.prints('stdout', '}');
    address = (JSON.parse(printed.stdout) as { address: string }).address;
  });
  afterAll(() => endChild(server));

  const authorized = { authorization: `Bearer ${token}` };

  it('serves the same tools to the official client', async () => {
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: authorized } }));
    expect((await client.listTools()).tools).toHaveLength(7);
    const seen: number[] = [];
    const crawl = await call(
      client,
      'crawl',
      { targets: ['northlight.example'], limit: 4, timeLimitSeconds: 300 },
      { onprogress: ({ progress }: { progress: number }) => seen.push(progress), timeout: 300_000 },
    );
    expect(crawl).toMatchObject({ isError: false, text: expect.stringContaining('Run ') });
    expect(seen.length).toBeGreaterThan(0);
    expect((await call(client, 'search_articles', { status: 'any' })).isError).toBe(false);
    await client.close();
  });

  /** `fetch` does not send a Host header of one's choice. */
  const statusOf = async (headers: Record<string, string>, path = '/mcp'): Promise<number | undefined> => {
    const { hostname, port } = new URL(address);
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const sent = request({
      hostname,
      port,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    });
    sent.end(JSON.stringify(message));
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  };

  it('asks for the token, and refuses foreign Host and Origin headers', async () => {
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: 'Bearer wrong' })).toBe(401);
    expect(await statusOf({ ...authorized, host: 'evil.example' })).toBe(403);
    expect(await statusOf({ ...authorized, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf({ ...authorized, origin: 'null' })).toBe(403);
    expect(await statusOf({ ...authorized, origin: 'http://localhost:5173' })).toBe(200);
    expect(await statusOf(authorized, '/other')).toBe(404);
  });
});
