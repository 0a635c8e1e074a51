import { expect, it } from 'vitest';
import type { Visit } from '../../src/model/crawl/visit.ts';
import { longestVisitMs, VisitTail } from '../../src/server/events/visit-tail.ts';
import type { VisitKey, VisitRange } from '../../src/storage/collections/crawl/visits.ts';

const begunMs = Date.UTC(2026, 10, 21, 8);

/** A store that has a visit from its end on, as a commit writes it. */
class EndedVisits {
  nowMs = begunMs;
  keysRead = 0;
  readonly #all: Pick<Visit, 'id' | 'startedAt' | 'elapsedMs'>[] = [];

  add(elapsedMs: number, startedMs: number): void {
    this.#all.push({ id: `v${this.#all.length}`, startedAt: new Date(startedMs), elapsedMs });
    this.#all.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  get ended() {
    return this.#all.filter(({ startedAt, elapsedMs }) => startedAt.getTime() + elapsedMs <= this.nowMs);
  }

  async keysSince({ since, after, limit }: VisitRange): Promise<VisitKey[]> {
    const isAfter = ({ startedAt, id }: VisitKey): boolean =>
      after === null
        ? startedAt >= since
        : startedAt > after.startedAt || (startedAt.getTime() === after.startedAt.getTime() && id > after.id);
    const keys = this.ended.filter(isAfter).slice(0, limit);
    this.keysRead += keys.length;
    return keys;
  }

  async ofIds(ids: readonly string[]): Promise<Visit[]> {
    const wanted = new Set(ids);
    return this.ended.filter(({ id }) => wanted.has(id)) as Visit[];
  }
}

it('VisitTail finds each visit once, soon after its end, however long it took', async () => {
  const visits = new EndedVisits();
  const read = visits as never;
  const longest = longestVisitMs - 1_000;
  for (const elapsedMs of [200, 14_000, 40_000, 89_000, 200_000, longest])
    for (let n = 0; n < 150; n += 1) visits.add(elapsedMs, begunMs + n * 4_321 - (n % 7) * 1_000);
  const tail = new VisitTail(begunMs);
  await tail.skip(read);
  const before = new Set(visits.ended.map(({ id }) => id));
  const found = new Map<string, number>();
  for (let second = 1; second <= 1_400; second += 1) {
    visits.nowMs = begunMs + second * 1_000;
    for (const { id, startedAt, elapsedMs } of await tail.look(read, visits.nowMs)) {
      expect(found.has(id)).toBe(false);
      const lateMs = visits.nowMs - startedAt.getTime() - elapsedMs;
      expect(lateMs).toBeLessThan(elapsedMs < 15_000 ? 1_001 : elapsedMs < 90_000 ? 5_001 : 60_001);
      found.set(id, lateMs);
    }
  }
  expect(visits.ended).toHaveLength(900);
  expect(found.size).toBe(900 - before.size);
});

it('VisitTail reads few keys again, and all that it may have missed after a pause', async () => {
  const visits = new EndedVisits();
  const read = visits as never;
  const perSecond = 5;
  for (let n = 0; n < 1_500 * perSecond; n += 1) visits.add(500, begunMs - 700_000 + (n * 1_000) / perSecond);
  const tail = new VisitTail(begunMs);
  await tail.skip(read);
  visits.keysRead = 0;
  let found = 0;
  for (let second = 1; second <= 120; second += 1) {
    visits.nowMs = begunMs + second * 1_000;
    found += (await tail.look(read, visits.nowMs)).length;
  }
  expect(found).toBe(120 * perSecond);
  expect(visits.keysRead / 120 / perSecond).toBeLessThan(50);
  visits.nowMs += 500_000;
  expect(await tail.look(read, visits.nowMs)).toHaveLength(500 * perSecond);
});
