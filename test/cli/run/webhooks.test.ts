import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiversOf } from '../../../src/watch/webhooks/receivers.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, openFakeApp } from '../../support/app/fake-app.ts';
import {
  noReceivers,
  openWebhookReceiver,
  type WebhookReceiver,
  webhookSecret,
} from '../../support/webhook-receiver.ts';

let app: FakeApp;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [app, receiver] = await Promise.all([openFakeApp(), openWebhookReceiver()]);
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
const runWith = (webhooks: readonly string[], ...argv: string[]) =>
  cli(argv, {
    app: { ...app, config: { ...app.config, webhooks, webhookSecret }, [Symbol.asyncDispose]: async () => {} },
    columns: 200,
  });
const run = (...argv: string[]) => runWith([receiver.url], ...argv);

const waiting = async (name: string) => {
  const at = app.clock.now();
  const event = { id: `extraction.drift:${name}:1`, type: 'extraction.drift', at, data: { site: name } } as const;
  const store = await app.store();
  const [own] = receiversOf({ ...noReceivers, webhooks: [receiver.url], webhookSecret }).keys();
  for (const to of [own ?? '', 'gone.example#123456'])
    await store.deliveries.add([
      {
        id: `${event.id} ${to}`,
        receiver: to,
        event,
        state: 'waiting',
        attempts: 2,
        nextAt: at,
        detail: 'it answered 500',
      },
    ]);
};

describe('webhooks', () => {
  it('test says of each receiver whether it has taken the event, and stores nothing', async () => {
    const taken = await run('webhooks', 'test');
    expect(taken).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^127\.0\.0\.1:\d+#[0-9a-f]{6} {2}has taken it\n$/),
    });
    expect(receiver.received).toMatchObject([{ type: 'webhook.test', data: {} }]);
    receiver.status = 401;
    const failed = await run('webhooks', 'test');
    expect(failed).toMatchObject({ code: 16, stdout: expect.stringContaining('failed: it answered 401') });
    expect(failed.stdout).not.toContain('secret-path');
    expect((await run('webhooks', 'list')).stderr).toContain('No deliveries.');
    const none = await runWith([], 'webhooks', 'test');
    expect(none).toMatchObject({ code: 4, stderr: expect.stringContaining('No receiver is configured') });
  });

  it('retry sends what waits, and names what has nobody to go to; forget deletes that', async () => {
    await waiting('gazette.example');
    const listed = await run('webhooks', 'list', '--state', 'waiting');
    expect(listed.stdout).toMatch(/extraction\.drift:gazette\.example:1 .* waiting +2 .* it answered 500/);
    const retried = await run('webhooks', 'retry');
    expect(retried).toMatchObject({
      code: 16,
      stdout: expect.stringMatching(/^1 taken, 0 left, 1 for receivers that are not configured/),
    });
    expect(receiver.received).toHaveLength(1);
    expect((await run('webhooks', 'forget', 'gone.example#123456')).code).toBe(0);
    expect((await run('webhooks', 'forget', 'gone.example#123456')).code).toBe(31);
    const again = await run('--json', 'webhooks', 'retry');
    expect({ code: again.code, stdout: JSON.parse(again.stdout) }).toEqual({
      code: 0,
      stdout: { taken: 0, left: 0, forUnknownReceivers: 0 },
    });
    expect((await run('status')).stdout).toMatch(/deliveries +1 taken, 0 waiting, 0 failed/);
  });
});
