import { describe, expect, it } from 'vitest';
import type { LoadSample } from '../../../src/model/crawl/load.ts';
import { boundsFor, LoadControl } from '../../../src/run/capacity/load-control.ts';
import { at } from '../../storage/records.ts';
import { openCrawl } from '../../support/crawl-ports.ts';
import { stoppedClock } from '../../support/manual-clock.ts';

const idle: LoadSample = {
  cpu: 0.2,
  loop: 0.1,
  loopDelayP99Ms: 11,
  freeMemory: 0.6,
  nodeBytes: 1e8,
  browserBytes: 2e8,
  processes: 7,
};

/** A control over a machine that is as the test says. */
function controlled(concurrency: number | 'auto', cores = 2) {
  const machine = { now: idle };
  const logged: string[] = [];
  const log = { debug: () => {}, info: () => {}, error: () => {}, warn: (event: string) => void logged.push(event) };
  const sampler = { cores, sample: () => machine.now, [Symbol.dispose]: () => {} };
  return {
    control: new LoadControl({ sampler, clock: stoppedClock(at(0)), concurrency, maxTasks: 256, log }),
    machine,
    logged,
  };
}

describe('boundsFor', () => {
  it('starts with two pages a core, and knows parts of a core', () => {
    expect(boundsFor('auto', 2, 256)).toEqual({
      browser: { min: 1, start: 4, max: 16 },
      fetches: { min: 2, start: 8, max: 96 },
    });
    expect(boundsFor('auto', 0.25, 256).browser).toEqual({ min: 1, start: 1, max: 2 });
    expect(boundsFor('auto', 64, 256)).toMatchObject({ browser: { start: 128, max: 256 }, fetches: { start: 256 } });
    expect(boundsFor(3, 2, 256).browser).toEqual({ min: 3, start: 3, max: 3 });
  });
});

describe('LoadControl', () => {
  it("has room for static fetches next to the browser's pages, but not while pages queue for it", async () => {
    const { control } = controlled('auto');
    expect(control.room(0)).toBe(8);
    expect(control.room(7)).toBe(1);
    const taken = Array.from({ length: 4 }, () => control.slots.take());
    expect(control.room(4)).toBe(8); // these four run in the browser
    for (let more = 0; more < 4; more++) taken.push(control.slots.take());
    expect(control.room(8)).toBe(8);
    taken.push(control.slots.take());
    expect(control.room(9)).toBe(0);
    expect(control.tick({ running: 9, ended: 0 })).toMatchObject({
      browserPages: { running: 4, waiting: 5, limit: 4 },
      fetches: { running: 0, limit: 8 },
      ...idle,
    });
  });

  it('runs a fixed number of tasks, in the browser or not', () => {
    const { control } = controlled(3);
    expect([control.maxTasks, control.room(0), control.room(3), control.slots.limit]).toEqual([3, 3, 0, 3]);
    expect(control.tick({ running: 3, ended: 0 }).limitedBy).toBe('fixed');
  });

  it('warns once per shortage of memory, and opens fewer pages', () => {
    const { control, machine, logged } = controlled(4);
    const tick = (freeMemory: number) => {
      machine.now = { ...idle, freeMemory };
      return control.tick({ running: 4, ended: 0 });
    };
    expect(tick(0.08)).toMatchObject({ limitedBy: 'memory', browserPages: { limit: 1 } });
    tick(0.08);
    expect({ limit: control.slots.limit, logged }).toEqual({ limit: 1, logged: ['load.memory-short'] });
    tick(0.6);
    tick(0.03);
    expect({ limit: control.slots.limit, logged }).toEqual({
      limit: 0,
      logged: ['load.memory-short', 'load.memory-short'],
    });
  });

  it('puts its slots before the pool, and returns the same pool each time', async () => {
    await using crawl = await openCrawl();
    crawl.web.answers = { 'browser http://gazette.example/a': { html: 'a' } };
    const { control } = controlled('auto');
    const pool = await crawl.io.browsers();
    const browsers = control.withSlots(async () => pool);
    const [first, second] = [await browsers(), await browsers()];
    expect(first).toBe(second);
    await using _page = await first.open({ url: 'http://gazette.example/a', steps: [] } as never);
    expect(control.tick({ running: 1, ended: 0 }).browserPages).toEqual({ running: 1, waiting: 0, limit: 4 });
  });
});
