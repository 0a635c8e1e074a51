import { canonicalJson, type DataValue } from '../../src/model/data/data-value.ts';
import { recordsOf, valuesOf } from '../../src/model/data/own-data.ts';
import { snapshotOfSource } from '../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { defineScraper } from '../../src/settings/scraper.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import type { OwnDataPage, OwnDataSite } from './make-site.ts';

export interface OwnDataScore {
  /** Values of the truth, those of missing records included; and values of records that are none. */
  readonly values: number;
  readonly right: number;
  /** What was wrong: `page 3, r3-1.fee: 1234, not 1.234`. */
  readonly wrong: readonly string[];
}

type Values = Readonly<Record<string, DataValue>>;

/** What was read of a page. */
export interface ReadPageData {
  readonly values: Values;
  readonly records: readonly Values[];
}

/** Reads a page by the site's declaration. */
export function readDeclared(site: OwnDataSite): (page: OwnDataPage) => ReadPageData {
  const scraper = defineScraper(site.definition);
  return ({ url, html }) => {
    const takenAt = new Date('2026-11-23T12:00:00Z');
    const { ownData } = extract(snapshotOfSource({ url: canonicalUrl(url), html, takenAt }), scraper);
    return { values: valuesOf(ownData.fields), records: recordsOf(ownData).map(({ values }) => values) };
  };
}

/** The share of right values. Records are compared by their id. @param read declared rules, or learned ones */
export function scoreSite(pages: readonly OwnDataPage[], read: (page: OwnDataPage) => ReadPageData): OwnDataScore {
  let values = 0;
  const wrong: string[] = [];
  for (const [at, page] of pages.entries()) {
    const found = read(page);
    const compare = (where: string, truth: Values, given: Values) => {
      for (const [name, value] of Object.entries(truth)) {
        values += 1;
        const other = given[name] ?? null;
        if (canonicalJson(other) !== canonicalJson(value))
          wrong.push(`page ${at}, ${where}${name}: ${canonicalJson(other)}, not ${canonicalJson(value)}`);
      }
    };
    compare('', page.values, found.values);
    const byId = new Map(found.records.map((record) => [record.id, record]));
    for (const record of page.records) compare(`${record.id}.`, record, byId.get(record.id ?? null) ?? {});
    const ids = new Set(page.records.map(({ id }) => id));
    for (const extra of found.records.filter(({ id }) => !ids.has(id ?? null))) {
      values += 1;
      wrong.push(`page ${at}: ${canonicalJson(extra)} is no record`);
    }
  }
  return { values, right: values - wrong.length, wrong };
}
