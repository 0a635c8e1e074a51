import { recordsOf } from '../../src/model/data/own-data.ts';
import { defineScraper } from '../../src/settings/scraper.ts';
import { type Chance, chanceOf } from '../../test/support/api-sites/chance.ts';
import { openFakeTeacher } from '../../test/support/learning/fake-teacher.ts';
import { openTaughtCrawl } from '../../test/support/learning/taught-crawl.ts';
import { withoutPlaces } from './learned.ts';
import type { OwnDataPage, OwnDataSite } from './make-site.ts';
import type { Place } from './markup.ts';
import { type OwnDataScore, scoreSite } from './score.ts';

/** Articles from which a site is learned first. */
const learningPages = 5;

export interface TaughtScore extends OwnDataScore {
  readonly calls: number;
}

/** A crawl of a site with a fake teacher: the calls, and the share of right values on the pages after those that it was learned from. @param wrongShare share of the teacher's values that are another one of the page */
export async function scoreTaught(site: OwnDataSite, wrongShare: number): Promise<TaughtScore> {
  const chance = chanceOf(`teacher ${site.kind} ${site.seed}`);
  const byUrl = new Map(site.pages.map((page) => [page.url, page]));
  await using teacher = await openFakeTeacher(({ url }) => labelsOf(byUrl.get(url), chance, wrongShare));
  await using crawl = await openTaughtCrawl(defineScraper(withoutPlaces(site.definition)), {
    NEWSHAWK_TEACHER_URL: teacher.url,
  });
  for (const { url, html } of site.pages.slice(0, learningPages)) await crawl.visit(url, html);
  const readings = new Map<OwnDataPage, Awaited<ReturnType<typeof crawl.visit>>>();
  const later = site.pages.slice(learningPages);
  for (const page of later) readings.set(page, await crawl.visit(page.url, page.html));
  const score = scoreSite(later, (page) => {
    const reading = readings.get(page);
    return {
      values: reading?.values ?? {},
      records: reading === undefined ? [] : recordsOf(reading.ownData).map(({ values }) => values),
    };
  });
  return { ...score, calls: teacher.questions.length };
}

/** Values as they stand in the page, as a model would copy them. */
function labelsOf(page: OwnDataPage | undefined, chance: Chance, wrongShare: number): object {
  if (page === undefined) return {};
  const raws = page.places.map(({ raw }) => raw);
  const given = ({ raw }: Place): string => (chance.happens(wrongShare) ? chance.pick(raws) : raw);
  const valuesOf = (names: readonly string[], record: string | null): Record<string, unknown> =>
    Object.fromEntries(
      names.map((name) => {
        const places = page.places.filter((place) => place.field === name && place.record === record);
        const isList = name === 'tags';
        const [first] = places;
        return [name, isList ? places.map(given) : first === undefined ? null : given(first)];
      }),
    );
  return {
    title: null,
    date: null,
    authors: [],
    body: [],
    data: valuesOf(Object.keys(page.values), null),
    records: {
      entry: page.records.map((record) => ({ ...valuesOf(Object.keys(record), String(record.id)), id: record.id })),
    },
  };
}
