import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { endChild } from '../support/child-server.ts';
import { newStories } from '../support/sites/new-sites.ts';
import { Changes, eventually } from '../support/waiting.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const hosts = ['first.example', 'second.example'] as const;
const stories = newStories.slice(0, 3);

/** Sites whose stories wait behind a gate. */
async function openGatedSites() {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const asked: string[] = [];
  const changes = new Changes();
  const server = createServer(async ({ headers, url = '/' }, response) => {
    asked.push(`${headers.host?.split(':')[0]}${url}`);
    changes.changed();
    const html = { 'content-type': 'text/html; charset=utf-8' };
    const story = stories.find(({ slug }) => url === `/${slug}`);
    if (url === '/')
      response
        .writeHead(200, html)
        .end(`<main>${stories.map(({ slug, title }) => `<h2><a href="/${slug}">${title}</a></h2>`).join('')}</main>`);
    else if (story === undefined) response.writeHead(404).end();
    else {
      await gate;
      const { title, paragraphs } = story;
      const text = paragraphs.map((paragraph) => `<p>${headers.host} reports. ${paragraph}</p>`).join('');
      response.writeHead(200, html).end(`<article><h1>${title}</h1>${text}</article>`);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    until: (isTrue: () => boolean) => changes.until(isTrue),
    open,
    env: {
      NEWSHAWK_CONNECT_TO: hosts.map((host) => `${host}:80=127.0.0.1:${port}`).join(','),
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${port}`,
      NEWSHAWK_HOST_GAP_MS: '0',
      NEWSHAWK_HTTP_CRAWLS: '2',
      NEWSHAWK_DISCOVER: 'off',
    },
    async [Symbol.asyncDispose]() {
      open();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serve(env: Readonly<Record<string, string>>) {
  const child: ChildProcess = spawn(process.execPath, ['bin/newshawk.mjs', '--json', 'serve', '--port', '0'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const part of child.stdout ?? []) {
    text += part;
    if (text.includes('}')) break;
  }
  const { address } = JSON.parse(text) as { address: string };
  return { child, address, [Symbol.asyncDispose]: () => endChild(child) };
}

type Job = { readonly id: string; readonly state: string; readonly isResumable: boolean };
async function post(address: string, payload: object): Promise<{ status: number; job: Job; text: string }> {
  const response = await fetch(new URL('/v1/crawl', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  const text = await response.text();
  return { status: response.status, job: JSON.parse(text) as Job, text };
}
const jobOf = async (address: string, id: string) =>
  (await (await fetch(new URL(`/v1/jobs/${id}`, address))).json()) as Job;

describe.concurrent('two crawls that a kill -9 of serve has interrupted', () => {
  it.for([
    ['the older first', [0, 1]],
    ['the newer first', [1, 0]],
  ] as const)('are resumed by their ids, %s', { timeout: 180_000 }, async ([, order], { expect }) => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-resume-jobs-'));
    await using sites = await openGatedSites();
    const env = { ...sites.env, NEWSHAWK_STORE: `file:${folder}` };
    const ids: string[] = [];
    {
      await using first = await serve(env);
      for (const host of hosts) {
        const { status, job, text } = await post(first.address, { targets: [`http://${host}/`] });
        expect({ status, text }).toEqual({ status: 202, text: expect.stringContaining('"crawl"') });
        ids.push(job.id);
        const stories = () => sites.asked.filter((one) => one.startsWith(`${host}/`) && one.length > host.length + 12);
        await sites.until(() => stories().length > 0);
      }
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');
    }
    // the processes that crawl end the pages in progress, and save
    sites.open();
    await using second = await serve(env);
    const { address } = second;
    for (const at of order) {
      const id = ids[at] ?? '';
      const other = ids[1 - at] ?? '';
      const before = await jobOf(address, other);
      await eventually(async () => expect((await post(address, { run: id })).text).toContain(`"id":"${id}"`));
      await eventually(async () => expect((await jobOf(address, id)).state).toBe('done'));
      expect((await jobOf(address, other)).state === 'done').toBe(before.state === 'done');
      const again = await post(address, { run: id });
      expect(again).toMatchObject({ status: 400, text: expect.stringContaining(`Crawl ${id} has ended`) });
    }
    const articles = await (await fetch(new URL('/v1/articles?limit=50', address))).json();
    expect((articles as { total: number }).total).toBe(hosts.length * stories.length);
    await rm(folder, { recursive: true });
  });
});
