import type { Draft } from '../../../model/article/draft.ts';
import type { MediaItem } from '../../../model/media/media-item.ts';
import type { AnswerFieldName, AnswerPath } from '../../../model/page/page-api.ts';
import { anyItem, type DataLeaf, leavesOf } from '../../../text/answer-data.ts';
import { wordTokens } from '../../../text/likeness.ts';
import { type DateContext, parseDate } from '../dates/date-parse.ts';
import type { AnswerData } from './body-paths.ts';
import { plainText } from './plain-text.ts';

/** Paths of one field that are kept. */
const maxPaths = 12;

export type ShownArticle = Pick<
  Draft,
  'title' | 'authors' | 'publishedAt' | 'modifiedAt' | 'section' | 'tags' | 'leadImage'
> & {
  readonly media: readonly MediaItem[];
};

export interface FieldContext {
  /** Addresses in answers resolve against it. */
  readonly url: string;
  readonly dates: DateContext;
}

type FieldPaths = Readonly<Record<AnswerFieldName, readonly AnswerPath[] | null>>;

/** Where the fields that a page shows may be in its answers: null for a field that it does not show, empty where no answer has it. */
export function fieldPathsIn(answers: readonly AnswerData[], article: ShownArticle, context: FieldContext): FieldPaths {
  const leaves = answers.map(({ answer, data }) => ({ answer, leaves: leavesOf(data) }));
  const where = (holds: (leaf: DataLeaf) => boolean, wanted: readonly string[] = []): readonly AnswerPath[] =>
    leaves
      .flatMap(({ answer, leaves }) => leaves.filter(holds).map(({ path, value }) => ({ answer, path, value })))
      .sort((a, b) => Number(isWritten(b.value, wanted)) - Number(isWritten(a.value, wanted)))
      .slice(0, maxPaths)
      .map(({ answer, path }) => ({ answer, path }));
  const { title, authors, publishedAt, modifiedAt, section, tags, leadImage, media } = article;
  const titleWords = wordTokens(title).join(' ');
  const [medium] = media;
  return {
    title:
      titleWords === ''
        ? null
        : where(({ value }) => isString(value) && wordTokens(plainText(value)).join(' ') === titleWords, [title]),
    authors: authors.length === 0 ? null : leaves.flatMap((one) => pathsOfNames(one, authors)).slice(0, maxPaths),
    publishedAt: publishedAt === null ? null : datePaths(leaves, publishedAt.value, context),
    modifiedAt: modifiedAt === null ? null : datePaths(leaves, modifiedAt.value, context).toReversed(),
    section: section === null ? null : where(isSection(section), [section]),
    tags: tags.length === 0 ? null : leaves.flatMap((one) => pathsOfNames(one, tags)).slice(0, maxPaths),
    leadImage: leadImage === null ? null : where(isAddress(leadImage, context)),
    media: medium === undefined ? null : where(isAddress(medium.url ?? '', context)),
  };
}

const sectionName = /section|categor|rubri|channel|desk|vertical|topic/i;

/** A tag often has the name of a section: only properties that are named like one count. */
const isSection =
  (shown: string) =>
  ({ path, value }: DataLeaf): boolean =>
    isString(value) && sectionName.test(path) && wordTokens(value).join(' ') === wordTokens(shown).join(' ');

/** Whether a text has all names as they are shown: slugs have the same words. */
const isWritten = (value: DataLeaf['value'], names: readonly string[]): boolean => {
  const text = isString(value) ? plainText(value).replace(/\s+/g, ' ') : '';
  return names.every((name) => text.includes(name));
};

const isString = (value: DataLeaf['value']): value is string => typeof value === 'string';

const isText = (leaf: DataLeaf): leaf is DataLeaf & { readonly value: string } => isString(leaf.value);

interface Leaves {
  readonly answer: number;
  readonly leaves: readonly DataLeaf[];
}

/** Strings with all names of authors or tags, first `authors[].name` and its like where each item has one. */
function pathsOfNames({ answer, leaves }: Leaves, shown: readonly string[]): readonly AnswerPath[] {
  const wanted = shown.map((name) => wordTokens(name).join(' '));
  const groups = Map.groupBy(leaves.filter(isText), ({ path }) => anyItem(path));
  const named = [...groups].flatMap(([path, items]) => {
    const names = items.map(({ value }) => wordTokens(plainText(value)).join(' '));
    const isNamed = names.length === wanted.length && wanted.every((name) => names.includes(name));
    return isNamed ? [{ path, value: items.map(({ value }) => value).join('\n') }] : [];
  });
  const lines = leaves.filter(({ value }) => {
    if (!isString(value) || value.length > 200) return false;
    const words = ` ${wordTokens(plainText(value)).join(' ')} `;
    return wanted.every((name) => words.includes(` ${name} `));
  });
  const ranked = [...named, ...lines].sort(
    (a, b) => Number(isWritten(b.value, shown)) - Number(isWritten(a.value, shown)),
  );
  const paths = new Set(ranked.map(({ path }) => path));
  return [...paths].map((path) => ({ answer, path }));
}

/** Names of times at which an article was changed, or its answer made. */
const laterName = /modif|updat|chang|edit|revis|last|now|generated|expire|fetched|server/i;

/**
 * Dates that may be the shown one, as exact as it is shown first. Pages often show only the day, and data have several times of it: the earliest is the
 * publication.
 */
function datePaths(all: readonly Leaves[], shown: string, context: FieldContext): readonly AnswerPath[] {
  const holds = isDate(shown, context);
  return all
    .flatMap(({ answer, leaves }) =>
      leaves.flatMap((leaf) => {
        // without a time zone: UTC, where that is the shown moment
        const value = hasTime(shown) && hasClock.test(String(leaf.value)) ? `${leaf.value}Z` : leaf.value;
        const isUtc = value !== leaf.value && holds({ ...leaf, value });
        return isUtc || holds(leaf) ? [{ ...leaf, value: isUtc ? value : leaf.value, answer, isUtc }] : [];
      }),
    )
    .map((leaf) => {
      const read = parseDate(String(leaf.value), context.dates)?.value ?? '';
      const isOtherPrecision = hasTime(read) !== hasTime(shown);
      const isByChance = leaf.isUtc && !/utc|gmt/i.test(leaf.name);
      return { ...leaf, isLater: laterName.test(leaf.name), isOtherPrecision, isByChance, atMs: Date.parse(read) };
    })
    .sort(
      (a, b) =>
        Number(a.isLater) - Number(b.isLater) ||
        Number(a.isOtherPrecision) - Number(b.isOtherPrecision) ||
        Number(a.isByChance) - Number(b.isByChance) ||
        a.atMs - b.atMs,
    )
    .slice(0, maxPaths)
    .map(({ answer, path, isUtc }) => (isUtc ? { answer, path, isUtc } : { answer, path }));
}

/** A date and a time without a zone. */
const hasClock = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

const hasTime = (date: string): boolean => date.length > 10;

/** The same day; and the same moment where both have a time. */
const isDate =
  (shown: string, { dates }: FieldContext) =>
  ({ value }: DataLeaf): boolean => {
    if (typeof value === 'boolean' || String(value).length > 60) return false;
    if (typeof value === 'string' && value.length < 8) return false;
    const read = parseDate(String(value), dates)?.value;
    if (read === undefined) return false;
    if (!hasTime(shown) || !hasTime(read)) return shown.slice(0, 10) === read.slice(0, 10);
    return Math.abs(Date.parse(shown) - Date.parse(read)) < 60_000;
  };

const isAddress =
  (shown: string, { url }: FieldContext) =>
  ({ value }: DataLeaf): boolean =>
    isString(value) &&
    value.length > 4 &&
    value.includes('/') &&
    URL.canParse(value, url) &&
    new URL(value, url).href === shown;
