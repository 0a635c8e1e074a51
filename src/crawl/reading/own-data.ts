import { createHash } from 'node:crypto';
import type { Site } from '../../model/crawl/site.ts';
import { dataFieldName, pageKind, recordFieldName } from '../../model/data/data-field.ts';
import { canonicalJson } from '../../model/data/data-value.ts';
import { type DataFinding, type OwnData, type PageRecord, recordsOf, valuesOf } from '../../model/data/own-data.ts';
import type { RecordSighting } from '../../model/data/stored-record.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';

// What a visit stores of the data and records that its site declares, beside an article.

export const declaresData = ({ data, records }: Site): boolean => data.fields.length > 0 || records.length > 0;

/** The page that records were read from. */
interface RecordPage {
  readonly site: string;
  readonly finalUrl: CanonicalUrl;
  readonly takenAt: Date;
}

/** The records of a page; its data too, where it is no article. Null: the site declares none. */
export function recordSightingOf(
  site: Site,
  { site: host, finalUrl, takenAt }: RecordPage,
  ownData: OwnData,
): RecordSighting | null {
  const { records } = ownData;
  if (records.length === 0 && !ownData.isDataPage) return declaresData(site) ? blank(host, finalUrl, takenAt) : null;
  const found = recordsOf(ownData).map(({ kind, key, values }): PageRecord => ({ kind, key, values }));
  const ofPage = ownData.isDataPage ? [{ kind: pageKind, key: finalUrl, values: valuesOf(ownData.fields) }] : [];
  return {
    ...blank(host, finalUrl, takenAt),
    records: [...ofPage, ...found],
    complete: records.filter(({ isComplete }) => isComplete).map(({ kind }) => kind),
  };
}

const blank = (site: string, page: RecordPage['finalUrl'], at: Date): RecordSighting => ({
  site,
  page,
  at,
  records: [],
  complete: [],
});

/** The sighting of a page that is gone: what it listed may be gone too. */
export const goneSighting = (
  site: Site,
  host: string,
  page: RecordPage['finalUrl'],
  at: Date,
): RecordSighting | null => (declaresData(site) ? { ...blank(host, page, at), complete: 'all' } : null);

/** Changes with any value of the page's data and records; null: the site declares none. */
export function dataHash(site: Site, ownData: OwnData): string | null {
  if (!declaresData(site)) return null;
  const records = recordsOf(ownData).map(({ kind, key, values }) => [kind, key, values]);
  return createHash('sha256')
    .update(canonicalJson([valuesOf(ownData.fields), records]))
    .digest('hex')
    .slice(0, 16);
}

/** At most this many problems are named in a visit's record; the trace has all. */
const maxProblems = 3;

/** What a visit's record says of the page's data; empty: there is nothing to say. */
export function describeOwnData(ownData: OwnData): string {
  const { fields, records, isDataPage } = ownData;
  const counts = records
    .filter(({ matches }) => matches > 0)
    .map(({ kind, records: ofKind, dropped }) => {
      const left = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
      return `${ofKind.length} records of ${kind}${left.length === 0 ? '' : ` (left out: ${left.join(', ')})`}`;
    });
  const problems = [
    ...problemsOf(fields, dataFieldName),
    ...recordsOf(ownData).flatMap(({ kind, findings }) => problemsOf(findings, (name) => recordFieldName(kind, name))),
  ];
  const more = problems.length - maxProblems;
  return [
    ...(isDataPage ? ['data of the page'] : []),
    ...counts,
    ...problems.slice(0, maxProblems),
    ...(more > 0 ? [`${more} more values with problems`] : []),
  ].join('; ');
}

const problemsOf = (findings: readonly DataFinding[], nameOf: (field: string) => string): string[] =>
  findings.flatMap(({ field, problem, raw }) =>
    problem === null ? [] : [`${nameOf(field)}: ${problem}: ${JSON.stringify(raw?.slice(0, 60))}`],
  );

/** Required fields that some records lack, for a failure; empty: none. Such records are left out, the others are stored. */
export const lackingRecords = ({ records }: OwnData): string =>
  records
    .flatMap(({ kind, matches, lacking }) =>
      Object.entries(lacking).map(([name, count]) => `${count} of ${matches} lack ${recordFieldName(kind, name)}`),
    )
    .join(', ');
