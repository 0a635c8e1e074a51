import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSteady, judgeProxy, type ProxyTry } from '../../../src/stages/proxies/verdict.ts';

const limits = { minSuccessRate: 0.8, maxLatencyMs: 5_000 };
const script = { kind: 'script', from: 'gazette.example' } as const;
const copy = { status: 200, simhash: '00000000000000ff', active: [script] };
const tried = (through: ProxyTry['through'], elapsedMs = 800): ProxyTry => ({
  url: 'https://gazette.example/a',
  own: [copy, copy],
  through,
  elapsedMs,
});
const good = tried({ ...copy, simhash: '00000000000000fe' });
const faultOf = (...tries: readonly ProxyTry[]) => judgeProxy(tries, limits).fault;

describe('the verdict on a proxy', () => {
  it('is good with the same status and text, and keeps rate and median latency', () => {
    const tries = [tried(copy, 400), tried(copy, 900), good, good, tried('timed-out', 15_000)];
    expect(judgeProxy(tries, limits)).toEqual({ fault: null, tries: 5, successRate: 0.8, latencyMs: 800 });
  });

  it('throws out a proxy that rewrites a page or breaks TLS once', () => {
    expect(faultOf(good, good, good, good, tried({ ...copy, simhash: 'ffff0000ffff0000' }))).toBe('rewrites-pages');
    expect(faultOf(good, good, good, good, tried('tls'))).toBe('breaks-tls');
  });

  it('throws out a proxy that adds a script to the same text', () => {
    const added = tried({ ...copy, active: [script, { kind: 'script', from: 'ads.example' }] });
    expect(faultOf(good, good, good, good, added)).toBe('rewrites-pages');
  });

  it('names the dead, the refusing, the unreliable and the slow', () => {
    expect(faultOf(tried('no-connection'), tried('timed-out'))).toBe('dead');
    expect(faultOf(tried('refused'), tried('refused'))).toBe('refuses-us');
    expect(faultOf(good, tried({ ...copy, status: 403 }))).toBe('unreliable');
    expect(faultOf(tried(copy, 9_000), tried(copy, 9_000))).toBe('slow');
    expect(judgeProxy([], limits)).toMatchObject({ fault: 'not-tested', tries: 0, successRate: 0, latencyMs: null });
  });

  it('calls a proxy slow whose pages only miss the time limit, and gives a reason for each fault', () => {
    const late = { ...tried('timed-out', 7_000), detail: 'no answer in 7000 ms' };
    const causes = { late, good, unconnected: tried('no-connection'), denied: tried({ ...copy, status: 403 }) };
    type Cause = keyof typeof causes;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...(Object.keys(causes) as Cause[])), { minLength: 1, maxLength: 8 }),
        (names) => {
          const verdict = judgeProxy(
            names.map((name) => causes[name]),
            limits,
          );
          const has = (name: Cause): boolean => names.includes(name);
          if (verdict.successRate >= limits.minSuccessRate)
            expect({ fault: verdict.fault, why: verdict.why }).toEqual({ fault: null, why: undefined });
          else {
            expect(verdict.why).toMatch(/\w/);
            if (has('late') && !has('unconnected') && !has('denied')) expect(verdict.fault).toBe('slow');
            if (!has('late')) expect(verdict.fault).not.toBe('slow');
          }
        },
      ),
    );
    expect(judgeProxy([late, late], limits).why).toBe('2 of 2 pages did not come in time (no answer in 7000 ms)');
  });

  it('needs pages that do not change by themselves', () => {
    expect(isSteady(copy, { ...copy, simhash: '00000000000000f0' })).toBe(true);
    expect(isSteady(copy, { ...copy, simhash: '00ff0000000000ff' })).toBe(false);
    expect(isSteady(copy, { ...copy, status: 304 })).toBe(false);
  });
});
