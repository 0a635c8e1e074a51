import { describe, expect, it } from 'vitest';
import { HostHealth, type HostTrouble } from '../../../src/stages/schedule/host-health.ts';

const host = 'a.example';
const direct = { host, proxy: null };
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

function open(proxies: readonly (string | null)[] = [null]) {
  const health = new HostHealth({ proxies, random: () => 0 });
  const fail = (ms: number, of: HostTrouble = 'connection', page = '/1', proxy: string | null = null) =>
    health.failed({ host, proxy }, { of, page, detail: `${of} ${page}` }, ms);
  return { health, fail, rests: (ms: number) => health.restingHosts(ms).has(host) };
}

/** Probes until `until`, each as soon as it may be. @returns how many, and the last pause between two */
function probe(until: number) {
  const { health, fail, rests } = open();
  fail(0);
  let [probes, ms, pause] = [0, 0, 0];
  for (;;) {
    const next = health.outages(ms)[0]?.probeInMs ?? Number.NaN;
    if (ms + next >= until) return { probes, pause };
    expect(rests(ms + next - 1)).toBe(true);
    ms += next;
    pause = next;
    expect(rests(ms)).toBe(false);
    fail(ms);
    probes += 1;
  }
}

describe('HostHealth', () => {
  it('rests a host at its first connection that fails, and opens it with any answer', () => {
    const { health, fail, rests } = open();
    expect([fail(0), fail(100)]).toEqual([true, false]);
    expect(rests(101)).toBe(true);
    expect(health.answered(direct, 3_000)).toBe(3_000);
    expect({ rests: rests(3_000), outages: health.outages(3_000) }).toEqual({ rests: false, outages: [] });
    expect(health.answered(direct, 3_000)).toBeNull();
  });

  it.each([
    [10_000, 4, 2_000],
    [90_000, 22, 11_000],
    [hour, 90, minute],
    [day, 1_470, minute],
    [10 * day, 5_000, 10 * minute],
  ])('asks a host that is down for %d ms at most %d times, and is back within %d ms', (lasts, most, within) => {
    const { probes, pause } = probe(lasts);
    expect(probes).toBeLessThanOrEqual(most);
    expect(pause).toBeLessThanOrEqual(within);
  });

  it('asks with one task at a time', () => {
    const { health, fail, rests } = open();
    fail(0);
    expect(rests(2_000)).toBe(false);
    health.started(host);
    expect(rests(2_000)).toBe(true);
    health.ended(host);
    expect(rests(2_000)).toBe(false);
  });

  it('blames the host for answers that fail only where several pages in a row have them', () => {
    const { health, fail, rests } = open();
    for (let n = 0; n < 9; n += 1) fail(n, 'answer', '/broken');
    expect(rests(10)).toBe(false);
    health.answered(direct, 11);
    fail(12, 'answer', '/1');
    fail(13, 'answer', '/2');
    health.answered(direct, 14);
    fail(15, 'answer', '/3');
    expect(rests(16)).toBe(false);
    fail(17, 'answer', '/4');
    expect({ fail: fail(18, 'answer', '/4'), rests: rests(19) }).toEqual({ fail: true, rests: true });
    // an outage begins when it shows, whenever its first sign was
    expect(health.outages(20)[0]?.lastsMs).toBe(2);
  });

  it('keeps the proxy routes of a host apart: a problem with one proxy is no problem with the other', () => {
    const { health, fail, rests } = open(['p', 'q']);
    fail(0, 'connection', '/1', 'p');
    expect([rests(1), health.isResting({ host, proxy: 'p' }, 1), health.isResting({ host, proxy: 'q' }, 1)]).toEqual([
      ...[false, true, false],
    ]);
    expect(health.outageOf({ host, proxy: 'p' }, 1)?.probeInMs).toBe(0);
    fail(500, 'connection', '/1', 'q');
    expect([rests(501), rests(2_000)]).toEqual([true, false]);
    expect(health.outages(501)).toMatchObject([{ host, lastsMs: 1, probeInMs: 1_499 }]);
    health.answered({ host, proxy: 'q' }, 600);
    expect({ rests: rests(601), outages: health.outages(601) }).toEqual({ rests: false, outages: [] });
  });

  it('says whether it is the host that is down, or only the proxies', () => {
    const { health, fail } = open(['p', 'q']);
    fail(0, 'proxy', '/1', 'p');
    fail(1, 'proxy', '/1', 'q');
    expect(health.outages(2)).toMatchObject([{ host, of: 'proxy', detail: 'proxy /1' }]);
    fail(3, 'connection', '/1', 'p');
    fail(4, 'proxy', '/2', 'q');
    expect(health.outages(5)).toMatchObject([{ host, of: 'connection', detail: 'connection /1' }]);
  });

  it('lets one task probe a route that failed; other tasks take another route', () => {
    const { health, fail } = open(['p', 'q']);
    fail(0, 'connection', '/1', 'p');
    health.begin({ host, proxy: 'p' }, 2_000);
    expect(health.isResting({ host, proxy: 'p' }, 2_001)).toBe(true);
  });

  it('says which hosts nobody waits for any more', () => {
    const { health, fail } = open();
    fail(0);
    expect([...health.hostsDownFor(minute, minute - 1), '|', ...health.hostsDownFor(minute, minute)]).toEqual([
      '|',
      host,
    ]);
  });
});
