import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilmAxes } from '../plan/axes.ts';
import { planOf, type VideoPagePlan } from '../plan/plan.ts';
import { openVideoPages, type VideoPages } from '../server/open-video-pages.ts';
import { expectationOf } from './expectation.ts';
import { type Answer, type AnswerItem, judge } from './judge.ts';

// A judge that accepts a wrong answer makes every score worthless: each kind of mistake is made here, on pages of many kinds.

let site: VideoPages;
beforeAll(async () => {
  site = await openVideoPages();
});
afterAll(() => site[Symbol.asyncDispose]());

const seeds = Array.from({ length: 300 }, (_, at) => at + 1);
const plans = seeds.map(planOf);
/** A signed address cannot be made without the page's API, a manifest without an address not without its text. */
const isPlain = ({ film }: VideoPagePlan): boolean =>
  film !== null && !['signed', 'blob', 'data', 'redirect'].includes(film.address);
const withFilm = (matches: (film: FilmAxes) => boolean): VideoPagePlan => {
  const plan = plans.find((each) => each.film !== null && isPlain(each) && matches(each.film));
  if (plan === undefined) throw new Error('no page of the first block is like that');
  return plan;
};
const empty = (kind: string): VideoPagePlan => {
  const plan = plans.find((each) => each.empty?.empty === kind);
  if (plan === undefined) throw new Error(`no page of the first block is a ${kind}`);
  return plan;
};

/** The right answer for a page, as its expectation has it. */
function rightItem(plan: VideoPagePlan): AnswerItem {
  const expectation = expectationOf(plan, site.origins);
  const sizes = expectation.variants.map((size) => size.split('x').map(Number));
  return {
    url: expectation.urls[0] ?? '',
    delivery: expectation.delivery,
    role: 'main',
    headers: { referer: `${site.origins.page}/`, cookie: `visit=m${plan.seed * 7 + 3}` },
    variants: sizes.map(([widthPx = 0, heightPx = 0]) => ({ widthPx, heightPx })),
    companions: expectation.sound === null ? [] : [{ url: expectation.sound }],
    live: expectation.live[0] ?? 'vod',
    dvrWindowMs: expectation.isRewindable ? 120_000 : null,
    protection: expectation.protection[0] ?? 'none',
  };
}

const judged = (
  plan: VideoPagePlan,
  change: (item: AnswerItem) => AnswerItem = (item) => item,
  more: readonly AnswerItem[] = [],
) => judge(plan, { items: [change(rightItem(plan)), ...more], reason: 'done' }, site.origins);
const none = (reason: string): Answer => ({ items: [], reason });

describe('the judge', () => {
  it('accepts the right item of every page, and opens it', async () => {
    const wrong: string[] = [];
    for (const plan of plans.filter(isPlain))
      for (const problem of await judged(plan)) wrong.push(`${plan.seed}: ${problem}`);
    expect(wrong).toEqual([]);
  });

  it('accepts the right reason of every page without a film, and no other', async () => {
    for (const plan of plans.filter(({ film }) => film === null)) {
      const { reasons } = expectationOf(plan, site.origins);
      for (const reason of reasons) expect(await judge(plan, none(reason), site.origins)).toEqual([]);
      expect(await judge(plan, none('no-resolver'), site.origins)).not.toEqual([]);
    }
  });

  it('refuses no item where there is a film', async () => {
    expect(
      await judge(
        withFilm(() => true),
        none('no-media'),
        site.origins,
      ),
    ).toEqual(['no item, reason no-media']);
  });

  it('refuses a film of a page without one', async () => {
    const plan = empty('article');
    const clip: AnswerItem = { url: `${site.origins.cdn}/c/1/loop/0/sea.mp4`, delivery: 'progressive', role: 'main' };
    const answer = { items: [clip], reason: 'not-video-page' };
    expect(await judge(plan, answer, site.origins)).toEqual([
      expect.stringMatching(/^a main item where there is none/),
    ]);
    const background = { items: [{ ...clip, role: 'background' }], reason: 'not-video-page' };
    expect(await judge(plan, background, site.origins)).toEqual([]);
  });

  it('accepts the reason of a film that cannot be had, next to clips that are not the content', async () => {
    const plan = empty('DRM');
    const clip: AnswerItem = {
      url: `${site.origins.cdn}/c/1/loop/0/sea.mp4`,
      delivery: 'progressive',
      role: 'preview',
    };
    const answer = (role: string): Answer => ({ items: [{ ...clip, role }], reason: 'drm-only' });
    expect(await judge(plan, answer('preview'), site.origins)).toEqual([]);
    expect(await judge(plan, answer('main'), site.origins)).not.toEqual([]);
  });

  it.each<[name: string, change: (item: AnswerItem) => AnswerItem]>([
    ['role', (item) => ({ ...item, role: 'unknown' })],
    ['delivery', (item) => ({ ...item, delivery: item.delivery === 'hls' ? 'dash' : 'hls' })],
    ['protection', (item) => ({ ...item, protection: 'cenc' })],
    ['kind of stream', (item) => ({ ...item, live: 'event' })],
    ['address', (item) => ({ ...item, url: `${item.url}.other` })],
  ])('refuses a wrong %s', async (_name, change) => {
    for (const delivery of ['progressive', 'hls', 'dash'] as const) {
      const plan = withFilm((film) => film.delivery === delivery && film.kind === 'plain');
      expect(await judged(plan, change)).not.toEqual([]);
    }
  });

  it('refuses a rendition in place of the master', async () => {
    const plan = withFilm((film) => film.delivery === 'hls' && film.kind === 'split');
    const rendition = (item: AnswerItem) => ({ ...item, url: item.url.replace(/[^/]+$/, 'v0.m3u8') });
    expect(await judged(plan, rendition)).toEqual([expect.stringMatching(/^the best item is .*v0\.m3u8$/)]);
  });

  it('refuses missing renditions, a missing sound and a missing window', async () => {
    const split = withFilm((film) => film.delivery === 'progressive' && film.kind === 'split');
    expect(await judged(split, (item) => ({ ...item, companions: [] }))).toEqual(['the sound is missing']);
    const dash = withFilm((film) => film.delivery === 'dash' && film.kind === 'DVR');
    expect(await judged(dash, (item) => ({ ...item, variants: item.variants?.slice(1) ?? [] }))).toEqual([
      'the variant 320x180 is missing',
    ]);
    expect(await judged(dash, (item) => ({ ...item, dvrWindowMs: 8_000 }))).toHaveLength(1);
  });

  it('refuses an advertisement or another film as a main item', async () => {
    const advert = withFilm((film) => film.decoy === 'VAST');
    const clip = { url: `${site.origins.ads}/c/${advert.seed}/ad/0/clip.mp4`, delivery: 'progressive', role: 'main' };
    expect(await judged(advert, undefined, [clip])).toEqual([`${clip.url} is not main`]);
    const series = withFilm((film) => film.episode === 'query');
    const right = rightItem(series);
    const other = series.films.find((_, at) => at !== series.meant);
    const url = right.url.replace(series.films[series.meant]?.id ?? '', other?.id ?? '');
    expect(await judged(series, undefined, [{ ...right, url }])).toEqual([`${url} is not main`]);
  });

  it('opens the item with the headers of the answer only', async () => {
    const plan = plans.find((each) => isPlain(each) && each.choices.fence !== 'none');
    if (plan === undefined) throw new Error('no page of the first block has a fence');
    expect(await judged(plan, (item) => ({ ...item, headers: {} }))).toEqual([
      expect.stringMatching(/^does not open: 403/),
    ]);
  });

  it('refuses an address that is not signed, or has another end', async () => {
    const plan = plans.find(({ film }) => film?.address === 'signed');
    if (plan === undefined) throw new Error('no page of the first block has a signed address');
    const unsigned = (item: AnswerItem) => ({ ...item, url: item.url.replace('?*', '?expires=1999999999') });
    const problems = await judged(plan, unsigned);
    expect(problems.some((problem) => problem.startsWith('does not open: 403'))).toBe(true);
    expect(problems).toContain('expiresAt is missing');
  });

  it('refuses a rendition that is resolved against the address before a redirect', async () => {
    const plan = plans.find(
      ({ film, choices }) => film?.address === 'redirect' && film.delivery === 'hls' && choices.hasMaster,
    );
    if (plan === undefined) throw new Error('no page of the first block has an HLS film behind a redirect');
    const { page } = site.origins;
    const dead = (item: AnswerItem): AnswerItem => ({
      ...item,
      variants: (item.variants ?? []).map((variant) => ({ ...variant, url: `${page}/go/${plan.seed}/v0.m3u8` })),
    });
    expect(await judged(plan)).toEqual([]);
    if ((rightItem(plan).variants ?? []).length === 0) return;
    expect(await judged(plan, dead)).toEqual([expect.stringMatching(/^does not open: 404/)]);
  });
});
