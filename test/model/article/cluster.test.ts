import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClusterMember, chooseCanonical, judgeCluster } from '../../../src/model/article/cluster.ts';

const member = (id: string, given: Partial<ClusterMember> = {}): ClusterMember => ({
  id,
  url: `https://${id}.example/`,
  site: `${id}.example`,
  publishedAt: '2026-11-20',
  bodyLength: 1_000,
  weight: 1,
  onTopic: true,
  ...given,
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

  const by = (members: readonly ClusterMember[]) => {
    const { canonicalId, rule } = chooseCanonical(members) ?? { canonicalId: '', rule: null };
    return [canonicalId, rule];
  };

  it('takes the one that was published first on a day, though a later one was edited and is longer', () => {
    const first = member('first', { publishedAt: '2026-11-20T08:00:00Z' });
    const edited = member('edited', { publishedAt: '2026-11-20T15:00:00+01:00', bodyLength: 1_120, weight: 3 });
    expect(by([edited, first])).toEqual(['first', 'earliest']);
    // nine in the morning over there is before eight here
    const abroad = member('abroad', { publishedAt: '2026-11-20T09:00:00+08:00' });
    expect(by([first, abroad])).toEqual(['abroad', 'earliest']);
  });

  it('takes a later one that is clearly more complete, while the story is new', () => {
    const cut = member('cut', { publishedAt: '2026-11-20T08:00:00Z', bodyLength: 700 });
    const whole = member('whole', { publishedAt: '2026-11-20T09:00:00Z' });
    const longer = member('longer', { publishedAt: '2026-11-20T12:00:00Z', bodyLength: 1_100 });
    expect(by([longer, whole, cut])).toEqual(['whole', 'more-complete']);
    expect(by([cut, member('sequel', { publishedAt: '2026-11-22', bodyLength: 2_000 })])).toEqual(['cut', 'earliest']);
  });

  it('names the rule by which it decided where the times say nothing', () => {
    const day = { publishedAt: '2026-11-20' };
    expect(by([member('a', day)])).toEqual(['a', 'only']);
    expect(by([member('a', { ...day, weight: 2 }), member('b', day)])).toEqual(['a', 'source-weight']);
    expect(by([member('a', day), member('b', { ...day, bodyLength: 1_050 })])).toEqual(['b', 'longest']);
    expect(by([member('b', day), member('a', day)])).toEqual(['a', 'address']);
    expect(by([member('a', { publishedAt: null, bodyLength: 3_000 }), member('b', day)])).toEqual(['b', 'earliest']);
    // a day may be before or after an hour of it
    expect(by([member('a', { publishedAt: '2026-11-20T08:00:00Z' }), member('b', { ...day, weight: 2 })])).toEqual([
      'b',
      'source-weight',
    ]);
    expect(chooseCanonical([])).toBeNull();
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
          publishedAt: fc.constantFrom(
            '2026-11-20',
            '2026-11-20T07:00:00Z',
            '2026-11-20T09:30:00+02:00',
            '2026-11-20T23:00:00-05:00',
            '2026-11-21',
            'never',
            null,
          ),
          bodyLength: fc.integer({ min: 500, max: 1_200 }),
          weight: fc.constantFrom(1, 2),
        }),
        { minLength: 1, maxLength: 8 },
      )
      .map((list) => list.map((given, at) => member(`m${at}`, given)));
    fc.assert(
      fc.property(members, (list) => {
        expect(verdict(list.toReversed())).toEqual(verdict(list));
        expect(chooseCanonical(list.toSorted((a, b) => (a.url < b.url ? 1 : -1)))).toEqual(chooseCanonical(list));
        expect(Object.values(verdict(list)).filter((relation) => relation === null)).toHaveLength(1);
      }),
    );
  });
});
