import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActiveWindow } from '../../../src/model/crawl/source.ts';
import { inWindow, nextWindowStart } from '../../../src/stages/schedule/active-windows.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const london: ActiveWindow = { timeZone: 'Europe/London', days: everyDay, fromHour: 6, toHour: 22 };
const at = (text: string): Date => new Date(text);

describe('inWindow', () => {
  it('is always open without windows', () => {
    expect(inWindow([], at('2026-07-01T03:00:00Z'))).toBe(true);
  });

  it('reads local hours: summer time moves the window in UTC', () => {
    expect(inWindow([london], at('2026-07-01T05:00:00Z'))).toBe(true);
    expect(inWindow([london], at('2026-01-15T05:00:00Z'))).toBe(false);
    expect(inWindow([london], at('2026-01-15T21:59:59Z'))).toBe(true);
    expect(inWindow([london], at('2026-01-15T22:00:00Z'))).toBe(false);
  });

  it('knows the local day of the week', () => {
    const monday: ActiveWindow = { timeZone: 'Asia/Shanghai', days: [1], fromHour: 0, toHour: 24 };
    expect(inWindow([monday], at('2026-11-22T16:00:00Z'))).toBe(true); // Monday 00:00 there, Sunday here
    expect(inWindow([monday], at('2026-11-23T16:00:00Z'))).toBe(false);
  });

  it('goes through midnight and belongs to the day it starts on', () => {
    const fridayNight: ActiveWindow = { timeZone: 'UTC', days: [5], fromHour: 22, toHour: 4 };
    expect(inWindow([fridayNight], at('2026-11-20T23:00:00Z'))).toBe(true);
    expect(inWindow([fridayNight], at('2026-11-21T03:59:00Z'))).toBe(true);
    expect(inWindow([fridayNight], at('2026-11-21T04:00:00Z'))).toBe(false);
    expect(inWindow([fridayNight], at('2026-11-20T03:00:00Z'))).toBe(false);
  });
});

describe('nextWindowStart', () => {
  it('is the moment itself inside a window', () => {
    const now = at('2026-07-01T12:00:30Z');
    expect(nextWindowStart([london], now)).toEqual(now);
  });

  it('finds the morning over a change to summer time (29 March 2026)', () => {
    expect(nextWindowStart([london], at('2026-03-28T23:00:00Z'))).toEqual(at('2026-03-29T05:00:00Z'));
    expect(nextWindowStart([london], at('2026-03-27T23:00:00Z'))).toEqual(at('2026-03-28T06:00:00Z'));
  });

  it('finds a window in the hour that summer time skips a week later', () => {
    const skipped: ActiveWindow = { timeZone: 'Europe/London', days: [0], fromHour: 1, toHour: 2 };
    expect(nextWindowStart([skipped], at('2026-03-29T00:30:00Z'))).toEqual(at('2026-04-05T00:00:00Z'));
  });

  it('knows zones off the hour', () => {
    const nepal: ActiveWindow = { timeZone: 'Asia/Kathmandu', days: everyDay, fromHour: 9, toHour: 10 };
    expect(nextWindowStart([nepal], at('2026-11-21T00:07:00Z'))).toEqual(at('2026-11-21T03:15:00Z'));
  });

  it('is null for windows that never open', () => {
    expect(nextWindowStart([{ ...london, days: [] }], at('2026-07-01T03:00:00Z'))).toBeNull();
  });

  it('is the first open quarter of an hour at or after the moment', () => {
    const windows = fc.record({
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      fromHour: fc.integer({ min: 0, max: 23 }),
      toHour: fc.integer({ min: 1, max: 24 }),
    });
    const moments = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(windows, moments, (window, from) => {
        const start = nextWindowStart([window], from);
        expect(start).not.toBeNull();
        expect(inWindow([window], start!)).toBe(true);
        expect(start!.getTime()).toBeGreaterThanOrEqual(from.getTime());
        if (start!.getTime() > from.getTime())
          expect(inWindow([window], new Date(Math.max(from.getTime(), start!.getTime() - 15 * 60_000)))).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
