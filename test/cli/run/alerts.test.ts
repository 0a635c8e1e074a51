import { afterEach, beforeEach, expect, it } from 'vitest';
import { getAlert, listAlerts, muteAlertRoute, unmuteAlertRoute } from '../../../src/server/api/alerts.ts';
import { newAlert } from '../../../src/stages/alerts/alert-changes.ts';
import { source } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, now, openFakeApp } from '../../support/app/fake-app.ts';

let app: FakeApp;
beforeEach(async () => {
  app = await openFakeApp();
});
afterEach(() => app[Symbol.asyncDispose]());
const run = (...argv: string[]) => cli(argv, { app: keptOpen(app), columns: 200 });

const alert = newAlert(
  {
    ...{ kind: 'source-silent', rule: 'source-silent', subject: 's1', site: 'gazette.example', level: 'opens' },
    ...{ title: 'gazette.example is \u001b[31msilent', evidence: { gaps: 40, newAt: null } },
  },
  'open',
  now,
);

it('newshawk alerts lists, shows and mutes alerts, and status counts the open ones', async () => {
  expect((await run('alerts', 'list')).stderr).toContain('No alerts.');
  await app.storeOfTest.alerts.save(alert);
  const listed = await run('alerts', 'list', '--state', 'open');
  expect(listed.stdout).toMatch(new RegExp(`${alert.id} +open +[\\d-]+ [\\d:]+ +source-silent +gazette\\.example is `));
  expect(listed.stdout).not.toContain('\u001b[31m');
  expect((await run('alerts', 'list', '--kind', 'drift')).stderr).toContain('No alerts.');
  expect((await run('status')).stdout).toContain('1 open: 1 source-silent (`newshawk alerts list --state open`)');
  expect((await run('alerts', 'show', alert.id)).stdout).toMatch(/told +nobody[\s\S]*gaps +40[\s\S]*newAt +unknown/);
  const muted = await run('alerts', 'mute', alert.id);
  expect(muted).toMatchObject({ code: 0, stderr: expect.stringContaining('is muted') });
  expect(JSON.parse((await run('alerts', 'list', '--json')).stdout)).toMatchObject({
    counts: [{ state: 'open', kind: 'source-silent', count: 1 }],
    items: [{ id: alert.id, mutedAt: expect.any(String) }],
  });
  expect((await run('alerts', 'unmute', alert.id)).stderr).toContain('is not muted');
  for (const verb of ['show', 'mute', 'unmute']) {
    const none = await run('alerts', verb, 'zzz');
    expect(none).toMatchObject({ code: 31, stderr: expect.stringContaining('There is no alert zzz') });
  }
});

it('newshawk alerts tests a rule without notifying anyone, and names the rules there are', async () => {
  const quiet = { quietMs: 99 * 3_600_000, longestMs: 3_600_000, gaps: 40, newAt: now };
  await app.storeOfTest.sources.define(source('s1', { silence: quiet }));
  const tested = await run('alerts', 'test', 'source-silent');
  expect(tested).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^alert {2}http:\/\/gazette\.example\/s1 has brought/),
  });
  expect(await app.storeOfTest.alerts.list({ limit: 9 })).toEqual([]);
  expect((await run('alerts', 'test', 'drift')).stderr).toContain('The rule "drift" has nothing to say now.');
  const unknown = await run('alerts', 'test', 'silence');
  expect(unknown).toMatchObject({ code: 31, stderr: expect.stringContaining('Rules that are on: source-silent, ') });
});

it('newshawk alerts gives alerts over the API, and mutes them there', async () => {
  await app.storeOfTest.alerts.save(alert);
  const at = (id: string) => ({ params: { id }, query: {} }) as never;
  expect(await listAlerts.handle(app)({ query: { limit: 9 } } as never)).toMatchObject({ items: [{ id: alert.id }] });
  expect(await muteAlertRoute.handle(app)(at(alert.id))).toMatchObject({ mutedAt: expect.any(Date) });
  expect(await getAlert.handle(app)(at(alert.id))).toMatchObject({ mutedAt: expect.any(Date), telling: null });
  expect(await unmuteAlertRoute.handle(app)(at(alert.id))).toMatchObject({ mutedAt: null });
  for (const route of [getAlert, muteAlertRoute])
    expect(await route.handle(app)(at('zzz'))).toMatchObject({ status: 404 });
});
