import type { DateValue, Provenance } from '../../../model/article/draft.ts';
import type { DateContext } from './date-parse.ts';
import { changedTime, iconDate } from './marked-dates.ts';
import {
  type DateInput,
  dateInUrl,
  datelineDate,
  dateNearHeadline,
  firstDate,
  labelledDate,
  namedElementDate,
  onlyDate,
  relativeDateNearHeadline,
  timeElementDate,
  tooltipDate,
  updatedDate,
} from './visible-dates.ts';

export interface DateRule {
  readonly name: string;
  readonly why: string;
  readonly by: Provenance['by'];
  /** Precision of the rule: share of its dates that were right, rounded down, on 790 pages of two corpora. */
  readonly confidence: number;
  /** Rules of one family read the same place, so they are not independent: together they count little more than the surest one. */
  readonly family: 'data' | 'head' | 'text' | 'address';
  readonly read: (input: DateInput, context: DateContext) => DateValue | null;
}

/** The date that a rule found. */
export interface DateCandidate {
  readonly rule: DateRule;
  readonly value: DateValue;
}

export const publishedNames = [
  'article:published_time', 'og:article:published_time', 'datepublished', 'og:published_time', 'article:published', 'parsely-pub-date', 'sailthru.date',
  'cxenseparse:recs:publishtime', 'pubdate', 'publishdate', 'publish-date', 'publish_date', 'publication_date', 'publicationdate', 'date_published', 'rnews:datepublished',
  'dc.date.issued', 'dcterms.issued', 'dc.date.created', 'dcterms.created', 'dc.created', 'citation_publication_date', 'citation_date', 'bytedance:published_time', 'weibo:article:create_at',
  'dc.date', 'dcterms.date', 'article.published', 'article_date_original', 'originalpublicationdate', 'displaydate', 'ptime', 'date',
]; // biome-ignore format: a table
/** Other names for the date of publication: `w-published-date`, `shareaholic:article_published_time`. */
const publishedNamePattern =
  /publi(?:sh|c).{0,12}(?:date|time)|(?:date|time).{0,3}publi(?:sh|c)|creat(?:ed|ion)[-_.:]?(?:at|date|time)$|[-_.:]upload(?:ed|date|_date|ed_at)?$/;
export const modifiedNames = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'lastmod',
  'last-modified',
  'dc.date.modified',
  'dcterms.modified',
  'bytedance:updated_time',
];

export const publishedRules: readonly DateRule[] = [
  {
    name: 'json-ld',
    why: 'datePublished',
    by: 'json-ld',
    confidence: 0.88,
    family: 'data',
    read: ({ structured }, context) => firstDate([structured.article?.published], context),
  },
  {
    name: 'meta',
    why: 'published_time and similar',
    by: 'meta',
    confidence: 0.93,
    family: 'head',
    read: ({ structured: { meta } }, context) =>
      firstDate([...publishedNames.flatMap(meta.all), ...meta.matching(publishedNamePattern)], context),
  },
  {
    name: 'itemprop',
    why: 'itemprop=datePublished',
    by: 'meta',
    confidence: 0.92,
    family: 'head',
    read: ({ structured: { meta } }, context) =>
      firstDate(
        ['datePublished', 'dateCreated'].flatMap((name) => meta.itemprop(name).map(({ value }) => value)),
        context,
      ),
  },
  {
    name: 'dateline',
    why: 'a line near the headline that is little more than a date',
    by: 'generic',
    confidence: 0.97,
    family: 'text',
    read: datelineDate,
  },
  {
    name: 'time',
    why: '<time> near the headline',
    by: 'generic',
    confidence: 0.88,
    family: 'text',
    read: timeElementDate,
  },
  {
    name: 'near-headline',
    why: 'a date near the headline',
    by: 'generic',
    confidence: 0.85,
    family: 'text',
    read: dateNearHeadline,
  },
  {
    name: 'tooltip',
    why: 'the title of a short date near the headline',
    by: 'generic',
    confidence: 0.9,
    family: 'text',
    read: tooltipDate,
  },
  {
    name: 'labelled',
    why: 'a line with a label such as "published"',
    by: 'generic',
    confidence: 0.85,
    family: 'text',
    read: labelledDate,
  },
  {
    name: 'json-ld-page',
    why: 'datePublished of the page',
    by: 'json-ld',
    confidence: 0.97,
    family: 'data',
    read: ({ structured }, context) => firstDate([structured.pagePublished], context),
  },
  {
    name: 'url',
    why: 'year, month and day in the address',
    by: 'url',
    confidence: 0.93,
    family: 'address',
    read: dateInUrl,
  },
  {
    name: 'date-class',
    why: 'an element whose class or id names a date',
    by: 'generic',
    confidence: 0.75,
    family: 'text',
    read: namedElementDate,
  },
  {
    name: 'only-date',
    why: 'the only date in short lines of the page',
    by: 'generic',
    confidence: 0.7,
    family: 'text',
    read: onlyDate,
  },
  {
    name: 'calendar-icon',
    why: 'the only day in lines with the icon of a calendar',
    by: 'generic',
    confidence: 0.7,
    family: 'text',
    read: iconDate,
  },
];

/** For a page without another date. It is a guess: the date in a feed that names the page is better. */
export const relativeRule: DateRule = {
  name: 'relative',
  why: 'a date such as "2 days ago" near the headline',
  by: 'generic',
  confidence: 0.4,
  family: 'text',
  read: relativeDateNearHeadline,
};

export const modifiedRules: readonly DateRule[] = [
  {
    name: 'json-ld',
    why: 'dateModified',
    by: 'json-ld',
    confidence: 0.9,
    family: 'data',
    read: ({ structured }, context) => firstDate([structured.article?.modified], context),
  },
  {
    name: 'meta',
    why: 'modified_time and similar',
    by: 'meta',
    confidence: 0.85,
    family: 'head',
    read: ({ structured: { meta } }, context) => firstDate(modifiedNames.flatMap(meta.all), context),
  },
  {
    name: 'itemprop',
    why: 'itemprop=dateModified',
    by: 'meta',
    confidence: 0.85,
    family: 'head',
    read: ({ structured: { meta } }, context) =>
      firstDate(
        meta.itemprop('dateModified').map(({ value }) => value),
        context,
      ),
  },
  {
    name: 'updated-label',
    why: 'a line with a label such as "updated"',
    by: 'generic',
    confidence: 0.75,
    family: 'text',
    read: updatedDate,
  },
  {
    name: 'changed-time',
    why: '<time> in a box that is named so',
    by: 'generic',
    confidence: 0.75,
    family: 'text',
    read: changedTime,
  },
];
