import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { BrowserPool, LivePage } from '../../../src/browser-port.ts';
import { BrowserSlots, withSlots } from '../../../src/run/capacity/browser-slots.ts';
import { openCrawl } from '../../support/crawl-ports.ts';

const plan = { steps: [], url: 'http://gazette.example/a' } as unknown as Parameters<BrowserPool['open']>[0];

describe('BrowserSlots', () => {
  it('admits as many pages as its limit, then one for each that leaves, in order of arrival', async () => {
    const slots = new BrowserSlots(2);
    const served: number[] = [];
    const taken = [1, 2, 3, 4].map(async (guest) => {
      const leave = await slots.take();
      served.push(guest);
      return leave;
    });
    await nextTurn();
    expect({ served, running: slots.running, waiting: slots.waiting }).toEqual({
      served: [1, 2],
      running: 2,
      waiting: 2,
    });
    const leave = await taken[1];
    leave?.();
    leave?.(); // a second time changes nothing
    await nextTurn();
    expect({ served, running: slots.running, waiting: slots.waiting, ended: slots.ended }).toEqual({
      served: [1, 2, 3],
      running: 2,
      waiting: 1,
      ended: 1,
    });
  });

  it('follows its limit: a higher one admits waiting pages, a lower one holds until pages end', async () => {
    const slots = new BrowserSlots(0);
    const taken = [1, 2, 3].map(() => slots.take());
    expect(slots).toMatchObject({ running: 0, waiting: 3 });
    slots.resize(2);
    expect(slots).toMatchObject({ running: 2, waiting: 1 });
    slots.resize(1);
    (await taken[0])?.();
    expect(slots).toMatchObject({ running: 1, waiting: 1 });
    (await taken[1])?.();
    expect(slots).toMatchObject({ running: 1, waiting: 0 });
  });

  it("holds a slot from before a page opens until it is closed, also if it can't be opened or closed", async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = {
      [`browser ${plan.url}`]: { html: '<p>here</p>' },
      'browser http://b.example/': new Error('no'),
    };
    const slots = new BrowserSlots(1);
    const real = await crawl.io.browsers();
    const pool = withSlots(real, slots);
    const page = await pool.open(plan);
    expect({ html: page.html, running: slots.running, stats: pool.stats }).toEqual({
      html: '<p>here</p>',
      running: 1,
      stats: real.stats,
    });
    const failing = pool.open({ ...plan, url: 'http://b.example/' });
    await nextTurn();
    expect(crawl.asked).toHaveLength(1); // the second waits for its place
    await page[Symbol.asyncDispose]();
    await expect(failing).rejects.toThrow('no');
    expect({ open: crawl.open(), running: slots.running, ended: slots.ended }).toEqual({
      open: 0,
      running: 0,
      ended: 2,
    });
    const hangs = { ...page, [Symbol.asyncDispose]: () => Promise.reject(new Error('hangs')) } as LivePage;
    const opened = await withSlots({ ...real, open: async () => hangs }, slots).open(plan);
    await expect(opened[Symbol.asyncDispose]()).rejects.toThrow('hangs');
    expect(slots.running).toBe(0);
  });
});
