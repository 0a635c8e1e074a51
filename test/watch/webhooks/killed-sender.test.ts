import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookSender } from '../../../src/watch/webhooks/webhook-sender.ts';
import { openStore } from '../../storage/open-store.ts';
import { endChild } from '../../support/child-server.ts';
import { noReceivers, webhookSecret } from '../../support/webhook-receiver.ts';

const root = join(import.meta.dirname, '../../..');
const minute = 60_000;
const events = 20;

let folder: string;
beforeEach(async () => {
  // below the project: the example finds its package there
  await mkdir(join(root, '.cache'), { recursive: true });
  folder = await mkdtemp(join(root, '.cache/killed-sender-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The receiver that docs/webhooks.md shows, as a process of its own. */
async function startExample(): Promise<{
  readonly child: ChildProcess;
  readonly url: string;
  readonly database: string;
}> {
  const text = await readFile(join(root, 'docs/webhooks.md'), 'utf8');
  const [, code] = /```js\n((?:(?!```)[\s\S])*createServer[\s\S]*?)```/.exec(text) ?? [];
  if (code === undefined) throw new Error('docs/webhooks.md shows no receiver');
  const script = join(folder, 'receiver.mjs');
  const database = join(folder, 'events.db');
  await writeFile(script, code);
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, NEWSHAWK_WEBHOOK_SECRET: webhookSecret, EVENTS: database, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  return { child, database, url: `http://127.0.0.1:${/port (\d+)/.exec(String(said))?.[1]}/` };
}

/** Stands before the receiver, and kills the sender at one message. */
async function openRelay(to: string, killAt: number, when: 'before the answer' | 'after the answer') {
  const seen: string[] = [];
  let sender: ChildProcess | null = null;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (name.startsWith('webhook-') || name === 'content-type') headers.set(name, String(value));
    const { status } = await fetch(to, { method: 'POST', headers, body });
    expect(status).toBe(204);
    const isLast = seen.push(String(request.headers['webhook-id'])) === killAt;
    if (isLast && when === 'before the answer') return sender?.kill('SIGKILL');
    response.writeHead(status).end(() => isLast && sender?.kill('SIGKILL'));
    return;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    seen,
    async send(store: string, offsetMs: number): Promise<unknown> {
      const script = join(import.meta.dirname, 'sending-child.ts');
      const argv = [script, store, this.url, webhookSecret, String(offsetMs)];
      sender = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
      const [code, signal] = await once(sender, 'close');
      return signal ?? code;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a sender that is killed between sending and noting it', () => {
  it.each(['before the answer', 'after the answer'] as const)(
    'loses no event, sends none more than twice, and the receiver of the docs takes each once: %s',
    async (when) => {
      const { child, url, database } = await startExample();
      await using relay = await openRelay(url, 5, when);
      const address = join(folder, 'store');
      {
        await using store = await openStore(address);
        const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
        const config = { ...noReceivers, webhooks: [relay.url], webhookSecret };
        const begun = new Date('2026-11-21T08:00:00Z');
        const sender = new WebhookSender({ store, clock: { now: () => begun, monotonicMs: () => 0 }, log, config });
        for (let number = 0; number < events; number += 1)
          await sender.announce({ id: `drift:${number}`, type: 'extraction.drift', at: begun, data: { number } });
      }
      expect(await relay.send(address, 0)).toBe('SIGKILL');
      expect(await relay.send(address, 2 * minute)).toBe(0);
      const times = new Map<string, number>();
      for (const id of relay.seen) times.set(id, (times.get(id) ?? 0) + 1);
      expect(times.size).toBe(events);
      expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
      if (when === 'before the answer') expect(relay.seen.length).toBeGreaterThan(events);
      await endChild(child);
      using taken = new DatabaseSync(database);
      expect(taken.prepare('SELECT id FROM events').all()).toHaveLength(events);
      expect(await relay.send(address, 4 * minute)).toBe(0);
      expect(relay.seen.length).toBe([...times.values()].reduce((sum, count) => sum + count, 0));
    },
  );
});
