import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { articleFamilies, makeArticle } from './articles.ts';
import { forumFamilies, makeThread } from './forums.ts';
import { looseArticleFamilies, makeLooseArticle } from './loose-articles.ts';
import { looseManualFamilies, makeLooseManual } from './loose-manuals.ts';
import {
  looseListFamilies,
  looseProductFamilies,
  looseServiceFamilies,
  makeLooseList,
  makeLooseProduct,
  makeLooseService,
} from './loose-offers.ts';
import { looseThreadFamilies, makeLooseThread } from './loose-threads.ts';
import { type MadePage, Making } from './making.ts';
import { makeManual, manualFamilies } from './manuals.ts';
import { makeProduct, makeService, productFamilies, serviceFamilies } from './offers.ts';

// The page model has seen these families, but not these pages: training makes others (tools/train-extractor/make-pages.ts).

const seed = 7_000_000;
const perFamily = 4;

function read({ url, html }: MadePage) {
  const snapshot = snapshotOfSource({ url: canonicalUrl(url), html, takenAt: new Date('2026-11-21T12:00:00Z') });
  return extract(snapshot, siteFor([], snapshot.site));
}

const readAll = (families: readonly string[], make: (m: Making, family: string) => MadePage) =>
  families.flatMap((family, place) =>
    Array.from({ length: perFamily }, (_, at) => read(make(new Making(seed + 100 * place + at), family))),
  );

const shareOf = <T>(all: readonly T[], applies: (one: T) => boolean): number => all.filter(applies).length / all.length;

describe('pages of other kinds than articles', () => {
  // floors: a page of a service reads like an article more than any other
  it.each<[type: string, floor: number, families: readonly string[], make: (m: Making, family: string) => MadePage]>([
    ['forum', 0.95, forumFamilies, makeThread],
    ['documentation', 0.85, manualFamilies, makeManual],
    ['service', 0.7, serviceFamilies, makeService],
    ['product', 0.9, productFamilies, makeProduct],
    ['forum', 0.85, looseThreadFamilies, makeLooseThread],
    ['documentation', 0.75, looseManualFamilies, makeLooseManual],
    ['service', 0.85, looseServiceFamilies, makeLooseService],
    ['product', 0.9, looseProductFamilies, makeLooseProduct],
    ['listing', 0.75, looseListFamilies, makeLooseList],
  ])('have their own type, and are not stored as articles: %s', (type, floor, families, make) => {
    const readings = readAll(families, make);
    expect(shareOf(readings, ({ pageType }) => pageType === type)).toBeGreaterThanOrEqual(floor);
    const isStored = shareOf(readings, ({ pageType, reason }) => reason === null && pageType === 'article');
    expect(isStored).toBeLessThanOrEqual(1 - floor);
  });

  it('do not take articles with them', () => {
    const readings = [...readAll(articleFamilies, makeArticle), ...readAll(looseArticleFamilies, makeLooseArticle)];
    expect(shareOf(readings, ({ pageType }) => pageType === 'article')).toBeGreaterThanOrEqual(0.95);
  });
});

describe('the topic of a forum', () => {
  it.each(forumFamilies)('is one record with all its posts, in order: %s', (family) => {
    const threads = Array.from({ length: perFamily }, (_, at) => makeThread(new Making(seed + 50_000 + at), family));
    const whole = threads.filter((thread) => {
      const { draft } = read(thread);
      if (draft?.pageType !== 'forum' || draft.posts.length !== thread.posts.length) return false;
      return thread.posts.every(({ by, text }, at) => {
        const post = draft.posts[at];
        return post?.author === by && text.split('\n\n').every((part) => post.text.includes(part));
      });
    });
    expect(whole.length).toBeGreaterThanOrEqual(perFamily - 1);
  });
});
