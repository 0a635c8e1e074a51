import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignWorkers, type HeldSources } from '../../../src/stages/schedule/dispatch.ts';

interface Held {
  readonly id: string;
  readonly site: string;
  readonly worker: string | null;
}

const holdingsOf = (sources: readonly Held[]): HeldSources[] =>
  [...Map.groupBy(sources, ({ site, worker }) => `${site} ${worker}`).values()].map((group) => ({
    site: group[0]?.site ?? '',
    worker: group[0]?.worker ?? null,
    count: group.length,
  }));

const some = fc
  .array(fc.record({ site: fc.constantFrom('a', 'b', 'c'), worker: fc.constantFrom('w1', 'w2', 'w3', 'gone', null) }), {
    maxLength: 60,
  })
  .map((all) => all.map((one, n) => ({ ...one, id: `s${n}` })));
const someWorkers = fc.uniqueArray(fc.constantFrom('w1', 'w2', 'w3', 'w4'), { minLength: 1 });

describe('assignWorkers', () => {
  it('gives one worker everything', () => {
    const sources = [1, 2, 3].map((n) => ({ id: `${n}`, site: 'a', worker: n === 1 ? 'gone' : null }));
    const assigned = assignWorkers(sources, { workers: ['me'], holdings: holdingsOf(sources) });
    expect(new Set(assigned.values())).toEqual(new Set(['me']));
  });

  it('keeps a source with its worker, and gives new ones and those of dead workers to the one with the fewest', () => {
    const sources = [
      { id: 'kept', site: 'a', worker: 'w2' },
      { id: 'new', site: 'b', worker: null },
      { id: 'left', site: 'c', worker: 'gone' },
    ];
    const holdings = [...holdingsOf(sources), { site: 'd', worker: 'w1', count: 2 }];
    expect(assignWorkers(sources, { workers: ['w1', 'w2', 'w3'], holdings })).toEqual(
      new Map([
        ['kept', 'w2'],
        ['new', 'w3'],
        ['left', 'w2'],
      ]),
    );
  });

  it('lets no worker hold more of a site than its share and one, and every source has a living worker', () => {
    fc.assert(
      fc.property(some, someWorkers, (sources, workers) => {
        const assigned = assignWorkers(sources, { workers, holdings: holdingsOf(sources) });
        expect(assigned.size).toBe(sources.length);
        for (const [site, group] of Map.groupBy(sources, (one) => one.site)) {
          const cap = Math.ceil(group.length / workers.length) + 1;
          for (const worker of workers)
            expect(group.filter(({ id }) => assigned.get(id) === worker).length).toBeLessThanOrEqual(cap);
          expect(site).not.toBe('');
        }
        for (const worker of assigned.values()) expect(workers).toContain(worker);
      }),
    );
  });

  it('changes nothing when it is asked again', () => {
    fc.assert(
      fc.property(some, someWorkers, (sources, workers) => {
        const first = assignWorkers(sources, { workers, holdings: holdingsOf(sources) });
        const settled = sources.map((one) => ({ ...one, worker: first.get(one.id) ?? null }));
        expect(assignWorkers(settled, { workers, holdings: holdingsOf(settled) })).toEqual(first);
      }),
    );
  });
});
