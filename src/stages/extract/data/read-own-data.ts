import type { TraceLine } from '../../../model/article/draft.ts';
import type { OwnRuleFinding } from '../../../model/crawl/own-rule.ts';
import { dataFieldName, type RecordDeclaration, recordFieldName } from '../../../model/data/data-field.ts';
import type { DataFinding, RecordsFinding } from '../../../model/data/own-data.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../../model/wrapper/learned-wrapper.ts';
import { dateContext } from '../dates/date-context.ts';
import type { DateContext } from '../dates/date-parse.ts';
import type { Document } from '../dom/document.ts';
import type { Structured } from '../head/structured.ts';
import type { Block } from '../page/blocks.ts';
import { DataPage, type DataPageInput, type DataScope } from './data-page.ts';
import { dataReading, recordReadings, unplacedIn } from './learned-declarations.ts';
import { isMissing, readFields } from './read-fields.ts';
import { readRecords } from './read-records.ts';

/** What the declarations of a site give on a page, before it is known what the page is. */
export interface OwnDataReading {
  readonly fields: readonly DataFinding[];
  readonly records: readonly RecordsFinding[];
  readonly tried: {
    readonly data: readonly OwnRuleFinding[];
    readonly records: readonly OwnRuleFinding[];
  };
  /** Fields and kinds that the scraper leaves to learning, of which nothing is learned: `data.rating`, `records.event`. */
  readonly unplaced: ReadonlySet<string>;
  readonly trace: readonly TraceLine[];
}

export interface OwnDataInput extends Omit<DataPageInput, 'dates' | 'meta'> {
  readonly structured: Structured;
  readonly blocks: readonly Block[];
  /** The next page of the same article or list, where one was found. */
  readonly nextPage: CanonicalUrl | null;
  /** What is learned of the site; null: nothing. */
  readonly learned: LearnedWrapper | null;
}

const nothing: OwnDataReading = {
  fields: [],
  records: [],
  tried: { data: [], records: [] },
  unplaced: new Set(),
  trace: [],
};

/** Data and records by the site's declarations. Call it before the document is changed. @throws NewshawkError misconfigured when a function throws */
export function readOwnData(input: OwnDataInput): OwnDataReading {
  const { site, snapshot, structured, nextPage, learned } = input;
  const { fields, ruleSets } = dataReading(site, learned);
  const kinds = recordReadings(site, learned).filter(({ declaration }) => listsAt(declaration, snapshot.finalUrl));
  const unplaced = unplacedIn(site, learned);
  if (fields.length === 0 && kinds.length === 0) return { ...nothing, unplaced };
  const page = new DataPage({ ...input, meta: structured.meta, dates: datesOf(input) });
  const isWhole = kinds.length > 0 && nextPage === null && !isPagedList(page.document, snapshot.finalUrl);
  const scope: DataScope = { root: page.document.documentElement, nameOf: dataFieldName, has: () => true };
  const data = readFields(page, fields, ruleSets, scope);
  const records = kinds.map((kind) => readRecords(page, kind, isWhole));
  const findings = records.map(({ finding }) => finding);
  return {
    fields: data.findings,
    records: findings,
    tried: { data: data.tried, records: records.flatMap(({ tried }) => triedOnPage(tried)) },
    unplaced,
    trace: [
      ...data.findings.map((finding) => fieldTrace(dataFieldName(finding.field), finding)),
      ...findings.flatMap(recordsTrace),
    ],
  };
}

function datesOf({ snapshot, site, parsed, structured, blocks }: OwnDataInput): DateContext {
  const { finalUrl: url, takenAt } = snapshot;
  const { document } = parsed;
  return dateContext({ structured, document, blocks, titleBlock: null, url, takenAt, country: site.country });
}

const listsAt = ({ pages }: RecordDeclaration, url: string): boolean =>
  pages.length === 0 || pages.some((pattern) => url.search(pattern) !== -1);

/** A region that matches nothing says nothing: most pages list no such items. A page that must list them fails (`missingOwnData`). */
const triedOnPage = (tried: readonly OwnRuleFinding[]): readonly OwnRuleFinding[] =>
  tried[0]?.hasMatch === true ? tried : [];

const fieldTrace = (rule: string, { value, rule: place, by: origin, raw, problem }: DataFinding): TraceLine => ({
  rule,
  why:
    place === null
      ? 'no rule matches'
      : problem === null
        ? `${JSON.stringify(value)} by ${place}${origin === 'learned' ? ' (learned)' : ''}`
        : `${problem}: ${JSON.stringify(raw)} by ${place}${origin === 'learned' ? ' (learned)' : ''}${isMissing(value) ? '' : `; kept ${JSON.stringify(value).slice(0, 200)}`}`,
});

/** At most this many problems of one kind of records are traced. */
const maxProblems = 20;

function recordsTrace({ kind, region, matches, records, dropped, lacking }: RecordsFinding): TraceLine[] {
  const left = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
  const lacks = Object.entries(lacking).map(([name, count]) => `${count} without ${name}`);
  const problems = records
    .flatMap(({ key, findings }) =>
      findings.filter(({ problem }) => problem !== null).map((finding) => ({ key, finding })),
    )
    .slice(0, maxProblems);
  return [
    {
      rule: recordFieldName(kind),
      why: `${matches} elements by ${region}, ${records.length} records${[...left, ...lacks].map((text) => `, ${text}`).join('')}`,
    },
    ...problems.map(({ key, finding }) => {
      const { rule, why } = fieldTrace(recordFieldName(kind, finding.field), finding);
      return { rule, why: `${why} (record ${key})` };
    }),
  ];
}

/** Classes of the links to further pages of a list, and of a button that loads more of it. */
const pagerClass =
  /(?:^|[\s_-])(?:pagination|paginator|pager|page-?numbers?|load-?more|show-?more|view-?more)(?:$|[\s_-])/i;
const pageAddress = /[?&](?:page|p|pg|paged|seite|pagina|offset|start)=\d+|\/(?:page|seite|pagina)[/-]?\d+\/?(?:$|\?)/i;

/** Whether a list goes on before or after this page: an item that is not here may be there. In doubt it does. */
export const isPagedList = (document: Document, url: string): boolean =>
  pageAddress.test(url) ||
  document.elementsWhere(
    (element) => /\b(?:next|prev)\b/.test(element.getAttribute('rel') ?? '') || pagerClass.test(element.className),
  ).length > 0;
