import type { DateValue, Provenance } from '../../model/draft.ts';
import { offsetOfCountry } from './calendar-words.ts';
import type { DateContext } from './date-parse.ts';
import {
  type DateQuestion,
  dateClass,
  firstOf,
  fromUrl,
  nearHeadline,
  onlyDate,
  timeElement,
  updatedLine,
} from './visible-dates.ts';

export interface DateFinding {
  readonly value: DateValue;
  readonly provenance: Provenance;
  readonly rule: string;
}

interface DateRule {
  readonly name: string;
  readonly why: string;
  readonly by: Provenance['by'];
  /** Share of pages on which such a date was right where there was one (FINDINGS, section 3; the visible ones: our own count on the same pages). */
  readonly confidence: number;
  readonly read: (question: DateQuestion, context: DateContext) => DateValue | null;
}

const publishedNames = [
  'article:published_time', 'og:article:published_time', 'datepublished', 'og:published_time', 'article:published', 'parsely-pub-date', 'sailthru.date',
  'cxenseparse:recs:publishtime', 'pubdate', 'publishdate', 'publish-date', 'publish_date', 'publication_date', 'publicationdate', 'date_published', 'rnews:datepublished',
  'dc.date.issued', 'dcterms.issued', 'dc.date.created', 'dcterms.created', 'dc.created', 'citation_publication_date', 'citation_date', 'bytedance:published_time', 'weibo:article:create_at',
  'dc.date', 'dcterms.date', 'article.published', 'article_date_original', 'originalpublicationdate', 'displaydate', 'ptime', 'date',
]; // biome-ignore format: a table
const modifiedNames = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'lastmod',
  'last-modified',
  'dc.date.modified',
  'dcterms.modified',
  'bytedance:updated_time',
];

const publishedRules: readonly DateRule[] = [
  {
    name: 'json-ld',
    why: 'datePublished',
    by: 'json-ld',
    confidence: 0.94,
    read: ({ structured }, context) => firstOf([structured.article?.published], context),
  },
  {
    name: 'meta',
    why: 'published_time and kin',
    by: 'meta',
    confidence: 0.95,
    read: ({ structured: { meta } }, context) => firstOf(publishedNames.flatMap(meta.all), context),
  },
  {
    name: 'itemprop',
    why: 'itemprop=datePublished',
    by: 'meta',
    confidence: 0.94,
    read: ({ structured: { meta } }, context) =>
      firstOf(
        meta.itemprop('datePublished').map(({ value }) => value),
        context,
      ),
  },
  { name: 'time', why: '<time> near the headline', by: 'generic', confidence: 0.88, read: timeElement },
  { name: 'near-headline', why: 'a date near the headline', by: 'generic', confidence: 0.85, read: nearHeadline },
  { name: 'url', why: 'year, month and day in the address', by: 'url', confidence: 0.8, read: fromUrl },
  { name: 'date-class', why: 'an element named as the date', by: 'generic', confidence: 0.75, read: dateClass },
  {
    name: 'only-date',
    why: 'the only day that short lines of the page name',
    by: 'generic',
    confidence: 0.65,
    read: onlyDate,
  },
];

const modifiedRules: readonly DateRule[] = [
  {
    name: 'json-ld',
    why: 'dateModified',
    by: 'json-ld',
    confidence: 0.9,
    read: ({ structured }, context) => firstOf([structured.article?.modified], context),
  },
  {
    name: 'meta',
    why: 'modified_time and kin',
    by: 'meta',
    confidence: 0.85,
    read: ({ structured: { meta } }, context) => firstOf(modifiedNames.flatMap(meta.all), context),
  },
  {
    name: 'itemprop',
    why: 'itemprop=dateModified',
    by: 'meta',
    confidence: 0.85,
    read: ({ structured: { meta } }, context) =>
      firstOf(
        meta.itemprop('dateModified').map(({ value }) => value),
        context,
      ),
  },
  { name: 'updated-label', why: 'a line that says updated', by: 'generic', confidence: 0.75, read: updatedLine },
];

/** The day (and time, where its zone is known) of first publication; null rather than a guess. */
export const findPublished = (question: DateQuestion): DateFinding | null => choose(publishedRules, question);
export const findModified = (question: DateQuestion): DateFinding | null => choose(modifiedRules, question);

/** The first rule that finds one; each other rule that names the same day makes it surer. */
function choose(rules: readonly DateRule[], question: DateQuestion): DateFinding | null {
  const context = dateContext(question);
  const found = rules.flatMap((rule) => {
    const value = rule.read(question, context);
    return value === null ? [] : [{ rule, value }];
  });
  const [first, ...others] = found;
  if (first === undefined) return null;
  const agreeing = others.filter(({ value }) => value.value.slice(0, 10) === first.value.value.slice(0, 10)).length;
  const confidence = Math.min(0.99, first.rule.confidence + 0.03 * agreeing);
  return {
    value: first.value,
    provenance: { by: first.rule.by, confidence },
    rule: `date-${first.rule.name}: ${first.rule.why}`,
  };
}

/** How this page's dates are to be read: its zone, and which of two numbers is the day. */
export function dateContext({
  structured: { article, meta },
  document,
  url,
  takenAt,
  country,
}: DateQuestion): DateContext {
  const stated = [
    article?.published,
    article?.modified,
    ...publishedNames.flatMap(meta.all),
    ...modifiedNames.flatMap(meta.all),
  ];
  const offset = stated.map((text) => /\d:\d\d.*([+-]\d\d):?(\d\d)$/.exec(text ?? '')).find((match) => match !== null);
  const locale = document.documentElement.getAttribute('lang') ?? meta.first('og:locale') ?? '';
  const isAmerican = /^en(?:[-_](?:US|PH|CA)|$)/i.test(locale) || locale === '' || country === 'US';
  const isBritish =
    /\.(?:uk|au|nz|ie|in|za)(?:[:/]|$)/.test(new URL(url).host) || (country !== null && country !== 'US');
  return {
    takenAt,
    offset: offset === undefined ? offsetOfCountry(country) : `${offset[1]}:${offset[2]}`,
    dayFirst: isBritish || !isAmerican,
  };
}
