import { expect, it } from 'vitest';
import { clockSkewMs } from '../../../src/storage/collections/crawl/leases.ts';
import { leaderWork } from '../../../src/watch/assignment/leader-work.ts';
import { Leadership } from '../../../src/watch/assignment/leadership.ts';
import { openCrawl } from '../../support/crawl-ports.ts';

it('one process leads, until it ends or falls silent', async () => {
  await using crawl = await openCrawl();
  const { clock } = crawl;
  const lead = (owner: string) => new Leadership({ leases: crawl.io.store.leases, clock, log: crawl.io.log, owner });
  const [one, two] = [lead('one'), lead('two')];
  expect({ oneIsOurs: await one.isOurs(), twoIsOurs: await two.isOurs() }).toEqual({
    oneIsOurs: true,
    twoIsOurs: false,
  });
  for (let second = 0; second < 120; second += 5) {
    clock.pass(5_000);
    expect({ oneIsOurs: await one.isOurs(), twoIsOurs: await two.isOurs() }).toEqual({
      oneIsOurs: true,
      twoIsOurs: false,
    });
  }
  clock.pass(30_000 + clockSkewMs); // the first one hangs
  expect({ twoIsOurs: await two.isOurs(), oneIsOurs: await one.isOurs() }).toEqual({
    twoIsOurs: true,
    oneIsOurs: false,
  });
  await two.end();
  expect(await one.isOurs()).toBe(true);
});

it('only the leader does the work of all', async () => {
  await using crawl = await openCrawl();
  const done: string[] = [];
  const [one, two] = ['one', 'two'].map((owner) => leaderWork(crawl.io, owner, async () => void done.push(owner)));
  await one?.onTick();
  await two?.onTick();
  await one?.end();
  await two?.onTick();
  expect(done).toEqual(['one', 'two']);
});
