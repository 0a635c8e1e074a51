import { describe, expect, it } from 'vitest';
import type { StoredArticle } from '../../../src/model/article/article.ts';
import type { OwnRuleTally } from '../../../src/model/crawl/own-rule.ts';
import type { ListedProxy } from '../../../src/model/crawl/proxy.ts';
import type { Silence, Source } from '../../../src/model/crawl/source.ts';
import { defineAlerts } from '../../../src/settings/events/alerts.ts';
import { foundBySearches, foundStories } from '../../../src/stages/alerts/finds.ts';
import { failingSites, lastPollEndings, outage } from '../../../src/stages/alerts/site-conditions.ts';
import { failingSources, silentSources } from '../../../src/stages/alerts/source-conditions.ts';
import { driftedSites, scarceProxies, unmatchedScrapers } from '../../../src/stages/alerts/store-conditions.ts';
import { newLearning } from '../../../src/stages/site-learning/learning-state.ts';
import type { SiteEndings } from '../../../src/storage/collections/crawl/visits.ts';
import { at, source } from '../../storage/records.ts';

const hour = 3_600_000;
const rules = defineAlerts({});
const on = <Rule>(rule: Rule | null): Rule => {
  if (rule === null) throw new Error('the rule is off');
  return rule;
};
const levels = (conditions: readonly { readonly subject: string; readonly level: string }[]) =>
  conditions.map(({ subject, level }) => `${subject} ${level}`);

describe('silent sources', () => {
  const silent = (silence: Partial<Silence>, changes: Partial<Source> = {}) =>
    silentSources(
      [
        source('a', {
          silence: { quietMs: 21 * hour, longestMs: 10 * hour, gaps: 30, newAt: at(1), ...silence },
          ...changes,
        }),
      ],
      on(rules.sourceSilent),
    );

  it('are silent for twice as long as they ever were', () => {
    expect(silent({})).toMatchObject([{ subject: 'a', level: 'opens', site: 'gazette.example' }]);
    expect(silent({})[0]?.title).toBe(
      'http://gazette.example/a has brought nothing new for 21 hours of its active hours; its longest silence was 10 hours',
    );
    expect(silent({ quietMs: 19 * hour })).toEqual([]);
  });

  it('need a history, six hours at least, and polls', () => {
    expect(silent({ gaps: 29 })).toEqual([]);
    expect(silent({ quietMs: 5 * hour, longestMs: hour })).toEqual([]);
    expect(silent({}, { pausedAt: at(1) })).toEqual([]);
    expect(silent({}, { enabled: false })).toEqual([]);
    expect(silentSources([source('a')], on(rules.sourceSilent))).toEqual([]);
  });
});

describe('failing sources', () => {
  const failing = (polls: number, minutes: number, outageEndedAt: Date | null = null) =>
    levels(
      failingSources(
        [source('a', { failing: { since: at(0), polls, reason: 'blocked' }, plannedAt: at(minutes) })],
        on(rules.sourceFailing),
        outageEndedAt,
      ),
    );

  it('fail five times in a row, for half an hour at least', () => {
    expect([failing(5, 30), failing(4, 90), failing(9, 29)]).toEqual([['a opens'], ['a holds'], ['a holds']]);
    expect(failingSources([source('a')], on(rules.sourceFailing), null)).toEqual([]);
  });

  it('are not judged by polls that failed in an outage of ours', () => {
    expect([failing(9, 90, at(90)), failing(10, 91, at(90))]).toEqual([['a holds'], ['a opens']]);
  });
});

const endings = (
  site: string,
  stored: number,
  failed: number,
  reason: SiteEndings['reason'] = 'blocked',
): SiteEndings[] => [
  { site, outcome: 'stored', reason: null, count: stored },
  { site, outcome: 'failed', reason, count: failed },
];

describe('failing sites', () => {
  const failing = (...counts: readonly SiteEndings[]) =>
    levels(failingSites(counts, new Set(['a.example']), on(rules.siteFailing)));

  it('open at half, and end below a quarter', () => {
    expect(failing(...endings('a.example', 10, 10))).toEqual(['a.example opens']);
    expect(failing(...endings('a.example', 12, 8))).toEqual(['a.example holds']);
    expect(failing(...endings('a.example', 80, 20))).toEqual([]);
  });

  it('say nothing with few visits, none at all, or failures of ours', () => {
    expect(failing(...endings('a.example', 0, 19))).toEqual(['a.example holds']);
    expect(failing()).toEqual(['a.example holds']);
    expect(failing(...endings('a.example', 1, 99, 'no-browser'))).toEqual(['a.example holds']);
    // no source is left, and no visit: an alert of it ends
    expect(levels(failingSites([], new Set(), on(rules.siteFailing)))).toEqual([]);
  });

  it('names the most frequent reason', () => {
    const counts = [
      ...endings('a.example', 10, 4),
      { site: 'a.example', outcome: 'deferred', reason: 'throttled', count: 9 } as const,
    ];
    expect(failingSites(counts, new Set(), on(rules.siteFailing))[0]?.title).toBe(
      '57 % of the visits to a.example failed within 60 minutes: 13 of 23, mostly throttled',
    );
  });
});

describe('outage', () => {
  const lost = (count: number) =>
    Array.from({ length: count }, (_, n) => endings(`l${n}.example`, 0, 3, 'unreachable')).flat();
  const fine = (count: number) =>
    Array.from({ length: count }, (_, n) => endings(`f${n}.example`, 1, 3, 'unreachable')).flat();
  const level = (counts: readonly SiteEndings[], polls: readonly SiteEndings[] = []) =>
    outage(polls, counts, on(rules.outage)).map((each) => each.level);

  it('is when most sites can not be reached at all', () => {
    expect(level([...lost(8), ...fine(2)])).toEqual(['opens']);
    expect(level([...lost(7), ...fine(3)])).toEqual(['holds']);
    expect(level([...lost(3), ...fine(7)])).toEqual([]);
    expect(level(lost(4))).toEqual(['holds']);
    expect(level([])).toEqual(['holds']);
    expect(level(Array.from({ length: 9 }, (_, n) => endings(`b${n}.example`, 0, 5, 'blocked')).flat())).toEqual([]);
  });

  it('is seen by the last polls, where enough sites have any', () => {
    expect([level(lost(9), fine(5)), level(fine(9), lost(5)), level(lost(9), fine(4))]).toEqual([
      [],
      ['opens'],
      ['opens'],
    ]);
    const polled = (id: string, changes: Partial<Source>) => source(id, { site: `${id}.example`, ...changes });
    const failing = { since: at(0), polls: 3, reason: 'unreachable' } as const;
    const sources = [
      polled('a', { failing, plannedAt: at(10), lastPolledAt: at(1) }),
      polled('b', { lastPolledAt: at(10) }),
      polled('c', { failing, plannedAt: at(10), pausedAt: at(1) }),
      polled('d', { failing, plannedAt: at(-200) }),
      polled('e', {}),
    ];
    expect(lastPollEndings(sources, at(12)).map(({ site, outcome }) => `${site} ${outcome}`)).toEqual([
      'a.example failed',
      'b.example listed',
    ]);
  });
});

describe('drift and proxies', () => {
  it('waits an hour for a new wrapper', () => {
    const drift = { at: at(0), since: at(0), url: 'http://a.example/1', version: 2, detail: 'strange', healedAt: null };
    const learned = [{ ...newLearning('a.example', at(0)), drift: drift as never }, newLearning('b.example', at(0))];
    expect(levels(driftedSites(learned, on(rules.drift), at(59)))).toEqual(['a.example holds']);
    expect(levels(driftedSites(learned, on(rules.drift), at(60)))).toEqual(['a.example opens']);
  });

  describe('of a scraper', () => {
    const tally = (field: string, missesInARow: number, matched = 20): OwnRuleTally => ({
      field,
      what: `.${field}`,
      tried: matched + missesInARow,
      matched,
      missesInARow,
      lastMatchedAt: at(0),
      lastMissedAt: missesInARow > 0 ? at(missesInARow) : null,
      lastMissedUrl: missesInARow > 0 ? `http://a.example/${field}` : null,
      reportedAt: null,
    });
    const said = (...tallies: readonly OwnRuleTally[]) =>
      unmatchedScrapers([{ site: 'a.example', rules: tallies, updatedAt: at(0) }], on(rules.drift));

    it('opens at once where half of its selectors no longer match', () => {
      const [condition, ...others] = said(tally('title', 3), tally('body', 4), tally('byline', 0), tally('date', 0));
      expect(others).toEqual([]);
      expect(condition).toMatchObject({
        ...{ kind: 'drift', subject: 'a.example', level: 'opens' },
        title:
          'The layout of a.example has changed: 2 of 4 selectors of its scraper no longer match: title ".title", body ".body"',
        evidence: { url: 'http://a.example/body', unmatched: 2, selectors: 4 },
      });
    });

    it('says nothing of one selector, of few among many, of rare misses, and of what never matched', () => {
      expect(said(tally('title', 9))).toEqual([]);
      expect(said(tally('title', 3), tally('body', 3), ...['a', 'b', 'c'].map((field) => tally(field, 0)))).toEqual([]);
      expect(said(tally('title', 2), tally('body', 2))).toEqual([]);
      expect(said(tally('title', 9, 0), tally('body', 9, 0))).toEqual([]);
    });
  });

  const proxy = (id: string, fault: string | null, checkedAt: Date): ListedProxy =>
    ({
      id,
      url: `http://${id}.example:1`,
      check: { at: checkedAt, fault, tries: 3, successRate: 1, latencyMs: 9 },
    }) as never;
  const scarce = (good: number, bad: number, waiting = 0, now = at(60)) =>
    scarceProxies(
      {
        listed: [
          ...Array.from({ length: good }, (_, n) => proxy(`g${n}`, null, at(1))),
          ...Array.from({ length: bad }, (_, n) => proxy(`b${n}`, 'timed-out', at(1))),
        ],
        waiting,
      },
      on(rules.proxies),
      now,
    ).map(({ level }) => level);

  it('are scarce below three, and enough from half as many more', () => {
    expect([scarce(2, 9), scarce(4, 9), scarce(5, 9), scarce(0, 0)]).toEqual([['opens'], ['holds'], [], []]);
    expect([scarce(2, 0), scarce(1, 1), scarce(0, 0, 20), scarce(9, 0, 1)]).toEqual([
      [],
      ['opens'],
      ['opens'],
      ['holds'],
    ]);
  });

  it('are not scarce because nobody has checked them', () => {
    expect(scarce(9, 0, 0, at(60 * 48))).toEqual(['holds']);
  });
});

describe('finds', () => {
  const topics = [
    { topic: 'energy', score: 0.4, kept: true },
    { topic: 'sport', score: 0.9, kept: false },
  ];
  const found = {
    id: 'a',
    site: 'a.example',
    title: 'Wind farms',
    canonicalUrl: 'http://a.example/a',
    topics,
    status: 'published',
  };
  const copy = { ...found, id: 'b', site: 'b.example', status: 'duplicate' };
  const story = (changes: object) => {
    const { stories } = defineAlerts({ stories: [{ name: 'big', topic: 'energy', ...changes }] });
    return levels(foundStories([found, copy] as never, stories));
  };

  it('are stories of a topic, with a score and a number of sites', () => {
    expect([story({}), story({ minScore: 0.4, minSites: 2 })]).toEqual([['a opens'], ['a opens']]);
    expect([story({ minScore: 0.5 }), story({ minSites: 3 }), story({ topic: 'sport' })]).toEqual([[], [], []]);
    expect(
      foundStories([copy] as never, defineAlerts({ stories: [{ name: 'big', topic: 'energy' }] }).stories),
    ).toEqual([]);
  });

  it('are articles that a search asks for, whatever the letters look like', () => {
    const article = {
      ...found,
      body: 'STROM aus Ｗｉｎｄ',
      category: { label: 'science', score: 1 },
    } as unknown as StoredArticle;
    const search = (changes: object) =>
      foundBySearches(article, defineAlerts({ searches: [{ name: 's', ...changes }] }).searches);
    expect(search({ words: 'strom wind' })).toHaveLength(1);
    expect(search({ words: 'strom sonne' })).toHaveLength(0);
    expect(search({ words: 'farms', site: 'a.example', topic: 'energy', category: 'science' })).toHaveLength(1);
    for (const other of [{ site: 'b.example' }, { topic: 'sport' }, { category: 'sport' }])
      expect(search(other)).toHaveLength(0);
    expect(
      foundBySearches(
        { ...article, status: 'duplicate' },
        defineAlerts({ searches: [{ name: 's', words: 'wind' }] }).searches,
      ),
    ).toEqual([]);
  });
});
