import type { AnswerOf } from '../../data/api.ts';

/** A stored page: what extraction takes from it, and what is corrected. */
export type BlocksPage = AnswerOf<'/v1/blocks'>;
export type MarkableBlock = BlocksPage['blocks'][number];

export const fieldNames = ['title', 'publishedAt', 'authors'] as const;
export type Field = (typeof fieldNames)[number];
type Fields = Readonly<Record<Field, string>>;

/** What a person has marked on a page. */
export interface Marks {
  /** Whether each block is part of the body. */
  readonly body: readonly boolean[];
  readonly fields: Fields;
}

const extractedFields = ({ title, publishedAt, authors }: BlocksPage): Fields => ({
  title,
  publishedAt: publishedAt ?? '',
  authors: authors.join(', '),
});

/** The page as it is stored: what is corrected, else what is extracted. */
export function firstMarks(page: BlocksPage): Marks {
  const { blocks, correction } = page;
  const extracted = extractedFields(page);
  return {
    body: blocks.map(({ isBody, isCorrected }) => isCorrected ?? isBody),
    fields: {
      title: correction?.title ?? extracted.title,
      publishedAt: correction?.publishedAt ?? extracted.publishedAt,
      authors: correction?.authors?.join(', ') ?? extracted.authors,
    },
  };
}

/** Makes the blocks from one to another part of the body, or not. */
export function withBody(marks: Marks, from: number, to: number, isBody: boolean): Marks {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return { ...marks, body: marks.body.map((is, at) => (at >= first && at <= last ? isBody : is)) };
}

/** Takes a field's value from a block. @returns text: what is wrong with that */
export function withFieldOf(marks: Marks, field: Field, { text, date, names }: MarkableBlock): Marks | string {
  const value = field === 'title' ? text : field === 'publishedAt' ? date : names.join(', ');
  if (!value)
    return field === 'publishedAt'
      ? 'This block has no date: type it, such as 2026-11-21.'
      : 'This block names nobody: type the names.';
  return { ...marks, fields: { ...marks.fields, [field]: value } };
}

const isBodyChanged = (page: BlocksPage, { body }: Marks): boolean =>
  firstMarks(page).body.some((is, at) => is !== body[at]);

export function hasChanges(page: BlocksPage, marks: Marks): boolean {
  const first = firstMarks(page).fields;
  return isBodyChanged(page, marks) || fieldNames.some((name) => marks.fields[name].trim() !== first[name]);
}

/** The correction to be sent. Null in it: as extraction has it. */
export function correctionOf(page: BlocksPage, marks: Marks) {
  const { url, blocks, correction } = page;
  const extracted = extractedFields(page);
  const changedField = (name: Field): string | null => {
    const value = marks.fields[name].trim();
    return value === '' || (value === extracted[name] && (correction?.[name] ?? null) === null) ? null : value;
  };
  const keepsBody = isBodyChanged(page, marks) || (correction?.body ?? null) !== null;
  return {
    url,
    title: changedField('title'),
    body: keepsBody ? blocks.flatMap(({ text }, at) => (marks.body[at] === true ? [text] : [])) : null,
    authors: namesIn(changedField('authors')),
    publishedAt: changedField('publishedAt'),
  };
}

const namesIn = (text: string | null): readonly string[] | null =>
  text === null
    ? null
    : text
        .split(/[,;，；、]/)
        .map((name) => name.trim())
        .filter(Boolean);
