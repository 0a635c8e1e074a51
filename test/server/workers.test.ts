import { expect, it } from 'vitest';
import { at, workerBeat } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { now, openFakeApp } from '../support/app/fake-app.ts';

it('the API shows each crawling process: hosts held, what it leads, its version, and whether it is silent; no log', async () => {
  await using app = await openFakeApp();
  const { workers, leases } = app.storeOfTest;
  const [living, dead, absent] = ['vm-1:7:100:abc', 'vm-2:8:100:abc', 'vm-3:9:100:abc'] as const;
  const log = [{ n: 1, at: now.toISOString(), level: 'info', event: 'secret.line', fields: {} }] as const;
  await workers.beat(workerBeat(living, { kind: 'worker', at: now, version: '0.1.0', log }));
  await workers.beat(workerBeat(dead, { kind: 'watch', at: at(59), queueAwaySince: at(58) }));
  await leases.take('host', ['d.example'], { now: at(0), owner: dead, leaseMs: 60_000 });
  await leases.take('role', ['alerts'], { now: at(0), owner: dead, leaseMs: 30_000 });
  await leases.take('host', ['a.example', 'b.example'], { now, owner: living, leaseMs: 60_000 });
  await leases.take('host', ['c.example'], { now, owner: absent, leaseMs: 60_000 });
  await leases.take('role', ['watch'], { now, owner: living, leaseMs: 30_000 });
  const server = checkedServer(app);
  const answer = await server.inject('/v1/workers');
  await server.close();
  expect({ statusCode: answer.statusCode, answer: answer.json() }).toMatchObject({
    statusCode: 200,
    answer: {
      at: now.toISOString(),
      items: [
        {
          name: 'vm-1:7',
          version: '0.1.0',
          isSilent: false,
          hosts: 2,
          leads: ['watch'],
          pages: 5,
          load: { cpu: 0.94 },
        },
        { name: 'vm-2:8', version: null, isSilent: true, hosts: 0, leads: [], queueAwaySince: at(58).toISOString() },
      ],
    },
  });
  expect(answer.body).not.toContain('secret.line');
});

it('the API answers where no process crawls', async () => {
  await using app = await openFakeApp({ empty: true });
  const server = checkedServer(app);
  expect((await server.inject('/v1/workers')).json().items).toEqual([]);
  await server.close();
});
