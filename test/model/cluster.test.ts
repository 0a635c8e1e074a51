import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClusterMember, judgeCluster } from '../../src/model/cluster.ts';

const member = (id: string, given: Partial<ClusterMember> = {}): ClusterMember => ({
  ...{ id, url: `https://${id}.example/`, site: `${id}.example`, publishedAt: '2026-11-20', bodyLength: 1_000 },
  ...{ weight: 1, onTopic: true, ...given },
});
const verdict = (members: readonly ClusterMember[]) =>
  Object.fromEntries([...judgeCluster(members)].map(([id, { relation }]) => [id, relation]));

describe('judgeCluster', () => {
  it('takes the earliest day, then what is complete, then the weightier source, then the longest', () => {
    expect(verdict([member('a', { weight: 9, publishedAt: '2026-11-21' }), member('b')])).toMatchObject({ b: null });
    expect(verdict([member('a', { weight: 9, bodyLength: 800 }), member('b')])).toMatchObject({ b: null });
    expect(verdict([member('a', { weight: 2 }), member('b', { bodyLength: 1_090 })])).toMatchObject({ a: null });
    expect(verdict([member('a'), member('b', { bodyLength: 1_090 })])).toMatchObject({ b: null });
    expect(verdict([member('b'), member('a')])).toMatchObject({ a: null });
    expect(verdict([member('a', { publishedAt: null }), member('b')])).toMatchObject({ b: null });
  });

  it('names how each other is like it', () => {
    const later = { publishedAt: '2026-11-22' };
    expect(
      verdict([
        member('first'),
        member('cut', { bodyLength: 500, ...later }),
        member('more', { bodyLength: 1_500, ...later }),
        member('elsewhere', later),
        member('again', { site: 'first.example', ...later }),
      ]),
    ).toEqual({ first: null, cut: 'truncated', more: 'update', elsewhere: 'syndicated', again: 'same' });
  });

  it("does not depend on the members' order", () => {
    const members = fc
      .array(
        fc.record({
          publishedAt: fc.constantFrom('2026-11-20', '2026-11-21', null),
          bodyLength: fc.integer({ min: 800, max: 1_200 }),
          weight: fc.constantFrom(1, 2),
        }),
        { minLength: 1, maxLength: 8 },
      )
      .map((list) => list.map((given, at) => member(`m${at}`, given)));
    fc.assert(
      fc.property(members, (list) => {
        expect(verdict(list.toReversed())).toEqual(verdict(list));
        expect(Object.values(verdict(list)).filter((relation) => relation === null)).toHaveLength(1);
      }),
    );
  });
});
