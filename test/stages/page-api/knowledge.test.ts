import { describe, expect, it } from 'vitest';
import type { ApiFinding, ApiKnowledge, ApiSample } from '../../../src/model/page/page-api.ts';
import { pagesMissing } from '../../../src/model/page/page-api.ts';
import { addApiFinding, validKnowledge } from '../../../src/stages/page-api/knowledge.ts';

const now = new Date('2026-11-23T10:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

/** A page whose article comes from `/api/<id>`, with a build id that the shell names. */
function sample(id: number, more: Partial<ApiSample> = {}, key = 'k4d9f2e8a1'): ApiSample {
  const url = `https://paper.example/data/b7x2c9/api/${id}?key=${key}`;
  return {
    url: `https://paper.example/${id}`,
    requests: [
      {
        method: 'GET',
        by: 'fetch',
        kind: 'json',
        text: `GET ${url}`,
        request: { url, method: 'GET', headers: {}, body: null, by: 'fetch' },
        parts: {
          origin: ['https://paper.example'],
          'path.1': ['data'],
          'path.2': ['b7x2c9k1', `\${shell.data.build}`],
          'path.3': ['api'],
          'path.4': [String(id), `\${address.segment.-1}`],
          'query.key': [key],
        },
      },
    ],
    bodies: [[{ answer: 0, path: 'body', texts: [], skips: [] }]],
    fields: {
      title: [{ answer: 0, path: 'title' }],
      authors: null,
      publishedAt: null,
      modifiedAt: null,
      section: null,
      tags: null,
      leadImage: null,
      media: null,
    },
    lang: 'en',
    likeness: [1, 1, 0, 0],
    proven: [],
    scripts: ['/app.1.js'],
    ...more,
  };
}

const sampled = (one: ApiSample | null, proven: readonly string[] = ['k4d9f2e8a1']): ApiFinding => ({
  kind: 'sampled',
  sample: one && { ...one, proven },
});
const compared = (difference = '', scripts: readonly string[] | null = null): ApiFinding => ({
  kind: 'compared',
  difference,
  scripts,
  renewed: null,
});
const knownAfter = (findings: readonly ApiFinding[], start: ApiKnowledge | null = null): ApiKnowledge =>
  findings.reduce<ApiKnowledge | null>(
    (knowledge, finding) => addApiFinding(knowledge, finding, now),
    start,
  ) as ApiKnowledge;
const three = [sampled(sample(1)), sampled(sample(2)), sampled(sample(3))];
const learned = knownAfter([...three, compared(), compared()]);

describe('what is known of an API', () => {
  it('is learned from three pages, and used after two comparisons', () => {
    const states = [1, 2, 3].map((count) => knownAfter(three.slice(0, count)));
    expect(states.map(({ state }) => state)).toEqual(['learning', 'learning', 'trial']);
    expect(states.map(pagesMissing)).toEqual([2, 1, 2]);
    expect(states[2]).toMatchObject({
      samples: [],
      scripts: ['/app.1.js'],
      shared: { 'shell.data.build': 'b7x2c9k1' },
    });
    expect(states[2]?.api?.requests[0]?.url).toBe(
      `https://paper.example/data/\${shell.data.build}/api/\${address.segment.-1}?key=k4d9f2e8a1`,
    );
    expect(learned).toMatchObject({ state: 'learned', agreed: [true, true] });
    expect(pagesMissing(learned)).toBe(0);
  });

  it('counts a page once, however often it is rendered', () => {
    expect(knownAfter([sampled(sample(1)), sampled(sample(1)), sampled(sample(1))])).toMatchObject({
      state: 'learning',
      samples: [{}],
    });
  });

  it('is refused where a key stands in no script of the site', () => {
    const unproven = [1, 2, 3, 4, 5].map((id) => sampled(sample(id), []));
    expect(knownAfter(unproven.slice(0, 3))).toMatchObject({
      state: 'learning',
      reason: expect.stringContaining('"k4d9f2e8a1" is neither'),
    });
    expect(knownAfter(unproven)).toMatchObject({ state: 'refused', samples: [], api: null });
  });

  it('is refused after three articles whose text no answer has, and tried again after a week', () => {
    const refused = knownAfter([sampled(null), sampled(null), sampled(null)]);
    expect(refused).toMatchObject({ state: 'refused', reason: 'no answer to the scripts of the page has its text' });
    expect(validKnowledge(refused, later(6))).toBe(refused);
    expect(validKnowledge(refused, later(8))).toBeNull();
    expect(addApiFinding(refused, sampled(sample(1)), later(8))).toMatchObject({ state: 'learning', samples: [{}] });
    expect(knownAfter([sampled(null), sampled(null), sampled(sample(1)), sampled(null), sampled(null)])).toMatchObject({
      state: 'learning',
    });
  });

  it('is given up at the second difference among twenty comparisons', () => {
    const doubted = knownAfter([compared('the titles differ')], learned);
    expect(doubted).toMatchObject({ state: 'learned', lastDifference: 'the titles differ' });
    expect(knownAfter([compared('body overlap 0.60')], doubted)).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('2 of the last 4 comparisons differed: body overlap 0.60'),
      api: null,
    });
    const many = Array.from({ length: 20 }, () => compared());
    expect(knownAfter([...many, compared('x')], doubted)).toMatchObject({ state: 'learned' });
  });

  it('keeps the scripts of the last comparison and renewed values', () => {
    expect(knownAfter([compared('', ['/app.2.js'])], learned).scripts).toEqual(['/app.2.js']);
    const renewed: ApiFinding = { kind: 'renewed', shared: { 'shell.data.build': 'n1' } };
    expect(knownAfter([renewed], learned).shared).toEqual({ 'shell.data.build': 'n1' });
    expect(addApiFinding(null, renewed, now)).toMatchObject({ state: 'learning', api: null });
  });
});

describe('an API in doubt', () => {
  it('is refused at once where the same request gives another text', () => {
    expect(knownAfter([{ kind: 'unfit', reason: 'asked again, it gives another text' }])).toMatchObject({
      state: 'refused',
      reason: 'asked again, it gives another text',
    });
    expect(knownAfter([{ kind: 'unfit', reason: 'x' }], learned)).toBe(learned);
  });

  it('needs two more agreements for a difference in its trial', () => {
    const doubted = knownAfter([...three, compared('body overlap 0.60'), compared(), compared(), compared()]);
    expect({ state: doubted.state, pagesMissing: pagesMissing(doubted) }).toEqual({ state: 'trial', pagesMissing: 1 });
    expect(knownAfter([compared()], doubted).state).toBe('learned');
  });
});
