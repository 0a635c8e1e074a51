import type { DateValue, Provenance, TraceLine } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import { webUrl } from '../../model/web/canonical-url.ts';
import { type AuthorsFinding, findAuthors } from './authors/authors.ts';
import { organisationsIn } from './authors/names.ts';
import { dateContext } from './dates/date-context.ts';
import { type DateContext, parseDate } from './dates/date-parse.ts';
import { type DateFinding, findModified, findPublished } from './dates/dates.ts';
import { relativeDate } from './dates/relative-dates.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import type { Structured } from './head/structured.ts';
import { type FieldRule, type OwnField, ruleFindings } from './own-rules.ts';
import { ArticlePlace } from './page/article-place.ts';
import { type Block, foldSpace } from './page/blocks.ts';
import { mainTextOf } from './page/main-text.ts';
import type { PageTree } from './page/page-tree.ts';
import { leadPicture } from './pictures/lead-picture.ts';
import type { RulesOff } from './rules-off.ts';
import type { SiteFields } from './site-rules.ts';
import { chooseSection, chooseTags, uniqueTags } from './terms/choose-terms.ts';
import { findTerms, noTerms } from './terms/terms.ts';
import type { TitleFinding } from './title/title.ts';
import { type LearnedValues, withLearned } from './wrapper/read-fields.ts';

interface Finding<T> {
  readonly value: T;
  readonly provenance: Provenance;
}

/** The fields that are read before the body is searched. */
export interface PageFields {
  readonly title: Finding<string> | null;
  readonly titleBlock: Block | null;
  readonly authors: Finding<readonly string[]> | null;
  readonly published: Finding<DateValue> | null;
  readonly modified: Finding<DateValue> | null;
  readonly section: Finding<string> | null;
  readonly tags: Finding<readonly string[]> | null;
  /** Address of the first picture that the page shows for the article; null: none. */
  readonly picture: string | null;
  /** By the site's own rules, an absolute address; null: they say nothing. */
  readonly leadImage: Finding<string> | null;
  /** How to read the page's dates. */
  readonly dates: DateContext;
  /** The site's own rules, each with whether it matched. */
  readonly ownRules: readonly FieldRule[];
  readonly trace: readonly TraceLine[];
}

export interface FieldsInput {
  readonly snapshot: Snapshot;
  readonly site: Site;
  readonly document: Document;
  readonly tree: PageTree;
  /** By the generic rules. */
  readonly title: TitleFinding | null;
  readonly structured: Structured;
  /** Most trusted first: the site's functions, then its wrapper. */
  readonly siteFields: readonly SiteFields[];
  /** By the site's learned selectors. */
  readonly learned: LearnedValues;
  readonly off: RulesOff;
}

/** Confidence of a site's own rules. High: a person wrote them for this site. */
const confidenceOf: Readonly<Record<SiteFields['by'], number>> = { scraper: 0.99, wrapper: 0.97, api: 0.97 };

/** Each field from its most trusted source: site script, wrapper, structured data, the page's text. */
export function gatherFields(input: FieldsInput): PageFields {
  const { snapshot, site, document, tree, title: generic, structured, siteFields, learned, off } = input;
  const { blocks } = tree;
  const place = new ArticlePlace(tree, generic?.block ?? null, mainTextOf(blocks));
  const page = { structured, document, blocks, titleBlock: generic?.block ?? null, place, off };
  const dates = { ...page, url: snapshot.finalUrl, takenAt: snapshot.takenAt, country: site.country };
  const outlets = [
    structured.meta.first('og:site_name') ?? '',
    structured.article?.publisher ?? '',
    ...homeLinks(document, snapshot.finalUrl),
    site.name,
    site.host,
  ];
  const authors = findAuthors({ ...page, outlets });
  const context = dateContext(dates);
  const published = findPublished(dates, context);
  const terms = off.has('terms') ? noTerms : findTerms({ place, blocks, url: snapshot.finalUrl });
  const section = chooseSection(structured, terms);
  const read = {
    title: ({ title }) => title,
    body: ({ body }) => body,
    authors: (fields) => nonEmpty(fields.authors.flatMap(organisationsIn)),
    publishedAt: ({ date }) =>
      date === null ? null : (parseDate(date, context) ?? relativeDate(date, snapshot.takenAt)),
    section: (fields) => fields.section,
    tags: ({ tags }) => nonEmpty(uniqueTags(tags)),
    leadImage: ({ image }) => (image === null ? null : webUrl(image, snapshot.finalUrl)),
  } satisfies Record<OwnField, (fields: SiteFields) => unknown>;
  return {
    title: firstOwn(siteFields, read.title) ?? withLearned(generic, learned.title, ([text]) => text ?? null),
    titleBlock: generic?.block ?? null,
    authors:
      firstOwn(siteFields, read.authors) ??
      withLearned<readonly string[]>(authors, learned.authors, (texts) => nonEmpty(texts.flatMap(organisationsIn))),
    published:
      firstOwn(siteFields, read.publishedAt) ??
      withLearned(published, learned.publishedAt, ([text = '']) => parseDate(text, context)),
    modified: findModified(dates, context),
    section: firstOwn(siteFields, read.section) ?? withLearned(section, learned.section, ([text]) => text ?? null),
    tags: firstOwn(siteFields, read.tags) ?? chooseTags(structured, terms),
    leadImage: firstOwn(siteFields, read.leadImage),
    dates: context,
    picture: off.has('picture') ? null : leadPicture(place, snapshot.finalUrl),
    ownRules: ruleFindings(siteFields, (fields, field) => read[field](fields) !== null),
    trace: [
      ...ownRulesTrace(siteFields),
      ...(generic === null ? [] : [{ rule: 'title', why: generic.why }]),
      ...ruleTrace(published),
      ...ruleTrace(authors),
    ],
  };
}

/** Texts of links to the front page: the outlet's name, or "Home". */
function homeLinks(document: Document, url: string): string[] {
  const { origin } = new URL(url);
  // a byline may link to the front page, too
  const isOfSite = (link: Element): boolean =>
    link.getAttribute('href') === '/' ||
    link.closest('header, nav, h1, [class*="logo" i], [class*="brand" i]') !== null;
  return document
    .querySelectorAll(`a[href="/"], a[href="${origin}"], a[href="${origin}/"]`)
    .filter(isOfSite)
    .slice(0, 5)
    .map((link) => foldSpace(link.textContent));
}

function firstOwn<T>(siteFields: readonly SiteFields[], read: (fields: SiteFields) => T | null): Finding<T> | null {
  for (const fields of siteFields) {
    const value = read(fields);
    if (value !== null) return { value, provenance: { by: fields.by, confidence: confidenceOf[fields.by] } };
  }
  return null;
}

const nonEmpty = (names: readonly string[]): readonly string[] | null => (names.length === 0 ? null : names);

const ruleTrace = (finding: DateFinding | AuthorsFinding | null): TraceLine[] =>
  finding === null
    ? []
    : [
        {
          rule: finding.rule.split(': ')[0] ?? '',
          why: `${finding.rule.split(': ')[1] ?? ''} = ${JSON.stringify(finding.value)}`,
        },
      ];

/** Which fields the site's own rules found: the first thing to look at after a layout change. */
const ownRulesTrace = (siteFields: readonly SiteFields[]): TraceLine[] =>
  siteFields.flatMap(({ by, title, body, authors, date, section, tags, image }) => {
    const matches = Object.entries({ title, body, authors: authors[0], date, section, tags: tags[0], image }).filter(
      ([, value]) => value !== null && value !== undefined,
    );
    return [
      {
        rule: by,
        why: matches.length === 0 ? 'none of its rules matches' : `found ${matches.map(([name]) => name).join(', ')}`,
      },
    ];
  });
