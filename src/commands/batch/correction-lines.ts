import { z } from 'zod';
import { defaultKind } from '../../model/data/data-field.ts';
import type { DataValues } from '../../model/data/data-value.ts';
import { type Correction, correctsArticle, correctsData } from '../../model/wrapper/correction.ts';
import { issuesText, readLines } from './json-lines.ts';

const text = z.string().nullish();
const texts = z.union([z.string(), z.array(z.string())]).nullish();

/** Values of own data by field, as `extract` gives them. */
const values = z.record(z.string().regex(/^[a-z_]\w{0,59}$/i), z.json()) as z.ZodType<DataValues>;

const fields = z.object({
  title: text,
  headline: text,
  body: texts,
  articleBody: texts,
  authors: texts,
  author: texts,
  publishedAt: text,
  date: text,
  data: values.nullish(),
  records: z.union([z.array(values), z.record(z.string(), z.array(values))]).nullish(),
});

/** `{id, title?, body?, authors?, publishedAt?, data?, records?}`, or the same under `gold`: what is right about a page. */
const correctionLine = fields.extend({ id: z.union([z.string(), z.number()]), gold: fields.nullish() });

export interface Corrections {
  readonly byId: ReadonlyMap<string, Correction>;
  /** Messages about invalid lines, with line numbers. */
  readonly mistakes: readonly string[];
}

/** Reads corrections from JSON lines; blank lines are skipped. Of two lines with one id, the later counts. */
export async function readCorrections(lines: AsyncIterable<string>): Promise<Corrections> {
  const { values: read, mistakes } = await readLines(lines, parseLine);
  return { byId: new Map(read.map(({ id, correction }) => [id, correction])), mistakes };
}

function parseLine(line: string): { readonly id: string; readonly correction: Correction } | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  const parsed = correctionLine.safeParse(value);
  if (!parsed.success) return issuesText(parsed.error);
  const { id, gold, ...own } = parsed.data;
  const correction = correctionIn(gold ?? own);
  return typeof correction === 'string' ? correction : { id: String(id), correction };
}

/** One correction `{title?, body?, authors?, publishedAt?}`. @returns the correction, or what is wrong with it */
export function parseCorrection(value: unknown): Correction | string {
  const parsed = fields.safeParse(value);
  return parsed.success ? correctionIn(parsed.data) : issuesText(parsed.error);
}

function correctionIn({
  title,
  headline,
  body,
  articleBody,
  authors,
  author,
  publishedAt,
  date,
  data,
  records,
}: z.infer<typeof fields>): Correction | string {
  const correction: Correction = {
    title: title ?? headline ?? null,
    body: withoutHeadline(listOf(body ?? articleBody), title ?? headline ?? ''),
    authors: listOf(authors ?? author),
    publishedAt: publishedAt ?? date ?? null,
    ...(data != null && { data }),
    ...(records != null && { records: Array.isArray(records) ? { [defaultKind]: records } : records }),
  };
  return !correctsArticle(correction) && !correctsData(correction)
    ? 'it corrects nothing: give body, title, authors, publishedAt, data or records'
    : correction;
}

const listOf = (value: string | readonly string[] | null | undefined): readonly string[] | null =>
  value == null ? null : typeof value === 'string' ? [value] : value;

/** Some data sets have the headline before the body. The title is a separate field. */
function withoutHeadline(body: readonly string[] | null, title: string): readonly string[] | null {
  const [first = '', ...rest] = body ?? [];
  const behind = first.slice(title.length);
  return body === null || title === '' || !first.startsWith(title) || !/^\s/.test(behind)
    ? body
    : [behind.trim(), ...rest];
}
