import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithFloors, type Floors, type Group, lowerFloors, raiseFloors } from './floors.ts';

const floors: Floors = {
  groups: { pages: { digest: 'aa', floors: { title: 0.9, errors: 2 } } },
  lowered: [],
};
const group = (title: number, errors: number, digest = 'aa'): Group => ({
  name: 'pages',
  digest,
  measures: { title: { value: title, better: 'higher' }, errors: { value: errors, better: 'lower' } },
});
const verdicts = (groups: readonly Group[]) => compareWithFloors(floors, groups).rows.map(({ verdict }) => verdict);

describe('floors', () => {
  it('compares shares (higher is better) and error counts (lower is better)', () => {
    expect(verdicts([group(0.9, 2)])).toEqual(['holds', 'holds']);
    expect(verdicts([group(0.95, 1)])).toEqual(['above', 'above']);
    expect(verdicts([group(0.8999, 3)])).toEqual(['below', 'below']);
    expect(verdicts([group(0.899999, 2)])).toEqual(['holds', 'holds']);
  });

  it('reports changed data, new measures and missing ones', () => {
    expect(compareWithFloors(floors, [group(1, 0, 'bb')]).changedData).toEqual(['pages']);
    expect(verdicts([])).toEqual(['gone', 'gone']);
    expect(compareWithFloors({ groups: {}, lowered: [] }, [group(1, 0)]).rows.map(({ verdict }) => verdict)).toEqual([
      'new',
      'new',
    ]);
  });

  it('raises better values and keeps all others, with the digest of their data', () => {
    expect(raiseFloors(floors, [group(0.95, 3, 'bb')])).toEqual({
      groups: { pages: { digest: 'aa', floors: { title: 0.95, errors: 2 } } },
      lowered: [],
    });
    expect(raiseFloors(floors, [group(0.95, 2, 'bb')]).groups.pages).toEqual({
      digest: 'bb',
      floors: { title: 0.95, errors: 2 },
    });
    expect(raiseFloors(floors, [])).toEqual(floors);
  });

  it('lowers only with a reason, and records it', () => {
    const reason = 'the pages with captions are new';
    expect(lowerFloors(floors, [group(0.8, 1, 'bb')], reason)).toEqual({
      groups: { pages: { digest: 'bb', floors: { title: 0.8, errors: 1 } } },
      lowered: [{ floor: 'pages: title', from: 0.9, to: 0.8, reason }],
    });
    expect(lowerFloors(floors, [], reason).lowered.map(({ to }) => to)).toEqual([null, null]);
    expect(() => lowerFloors(floors, [group(0.8, 1)], '  ')).toThrow('a reason is a sentence');
  });

  it('never lowers a value by raising others', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(5), (title, errors) => {
        const after = raiseFloors(floors, [group(title, errors)]).groups.pages?.floors;
        expect(after?.title).toBeGreaterThanOrEqual(0.9);
        expect(after?.errors).toBeLessThanOrEqual(2);
      }),
    );
  });
});
