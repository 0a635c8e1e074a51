import { z } from 'zod';
import type { DataField } from '../../../model/data/data-field.ts';
import type { DataItem, DataValue, DataValues } from '../../../model/data/data-value.ts';
import type { Correction } from '../../../model/wrapper/correction.ts';
import type { PageBlock, PageBlocks } from '../../../model/wrapper/page-blocks.ts';
import type { DataToLabel } from './lesson.ts';

const number = z.int().min(0);
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const values = z.record(z.string(), z.union([value, z.array(value)]));
const answer = z.object({
  title: number.nullish(),
  date: number.nullish(),
  authors: z.array(number).nullish(),
  body: z.array(z.object({ from: number, to: number })).nullish(),
  data: values.nullish(),
  records: z.record(z.string(), z.array(values)).nullish(),
});

/** The labels that are believed. */
export interface BelievedLabels {
  readonly correction: Correction;
  /** Number of labels that are not in the page. */
  readonly dropped: number;
}

/** Items of one kind that are read. */
const maxItems = 500;
/** Words of a body that extraction finds, and the share of them that a labelled body must have: with less it is rather another part of the page. */
const [minWords, minShared] = [100, 0.3] as const;

/** Reads the JSON of an answer, code fences around it too. Null: it is not JSON, or has another form. */
export function parseAnswer(text: string): z.output<typeof answer> | null {
  const json = /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return answer.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null; // the caller counts it
  }
}

/**
 * The part of an answer whose text stands in the page: blocks that exist, values that the page's text or attributes have. The rest is dropped, and counted. A body that shares hardly a word with the
 * body that extraction finds is dropped, too.
 * @param attributes of the page, for values that no reader sees
 */
export function believedLabels(
  given: z.output<typeof answer>,
  { blocks }: PageBlocks,
  own: DataToLabel,
  attributes: string,
): BelievedLabels {
  const page = fold(`${blocks.map(({ text }) => text).join(' ')} ${attributes}`);
  let dropped = 0;
  const drop = <T>(part: T | null | undefined, isGiven: boolean): T | null => {
    if ((part === null || part === undefined) && isGiven) dropped += 1;
    return part ?? null;
  };
  const isGiven = (part: unknown): boolean => part !== null && part !== undefined;
  const data = isGiven(given.data) ? valuesIn(given.data ?? {}, own.fields) : null;
  const records = Object.fromEntries(
    own.records.flatMap(({ kind, fields }) => {
      const items = given.records?.[kind];
      if (items === undefined) return [];
      const ofKind = items.slice(0, maxItems).map((item) => valuesIn(item, fields));
      return [[kind, ofKind.filter((item) => Object.values(item).some((one) => one !== null))]];
    }),
  );
  const correction: Correction = {
    title: drop(titleAt(given.title, blocks), isGiven(given.title)),
    body: drop(bodyIn(given.body ?? [], blocks), (given.body ?? []).length > 0),
    authors: drop(authorsAt(given.authors ?? [], blocks), (given.authors ?? []).length > 0),
    publishedAt: drop(isGiven(given.date) ? blocks[given.date as number]?.date : null, isGiven(given.date)),
    ...(data !== null && own.fields.length > 0 && { data }),
    ...(Object.values(records).some((items) => items.length > 0) && { records }),
  };
  return { correction, dropped };

  /** A value that is not in the page is left out: nobody has said what the page has. */
  function valuesIn(raw: Readonly<Record<string, unknown>>, fields: readonly DataField[]): DataValues {
    return Object.fromEntries(
      fields.flatMap(({ name, type }): [string, DataValue][] => {
        if (!(name in raw)) return [];
        const items = [raw[name]].flat().filter((one) => one !== null && one !== '') as DataItem[];
        const isThere = items.every((one) => page.includes(fold(String(one))));
        if (!isThere) {
          dropped += 1;
          return [];
        }
        return [[name, type.kind === 'list' ? items : (items[0] ?? null)]];
      }),
    );
  }
}

/** The headline's text; null for a long block. */
function titleAt(at: number | null | undefined, blocks: readonly PageBlock[]): string | null {
  const text = at == null ? undefined : blocks[at]?.text;
  return text === undefined || text.length > 400 ? null : text;
}

function authorsAt(numbers: readonly number[], blocks: readonly PageBlock[]): readonly string[] | null {
  const names = numbers.flatMap((at) => blocks[at]?.names ?? []);
  return names.length === 0 ? null : [...new Set(names)];
}

function bodyIn(
  ranges: readonly { readonly from: number; readonly to: number }[],
  blocks: readonly PageBlock[],
): readonly string[] | null {
  if (ranges.some(({ from, to }) => from > to || to >= blocks.length)) return null;
  const isIn = (at: number): boolean => ranges.some(({ from, to }) => at >= from && at <= to);
  const words = (applies: (block: PageBlock, at: number) => boolean): number =>
    blocks.reduce((sum, block, at) => sum + (applies(block, at) ? block.text.split(/\s+/).length : 0), 0);
  const found = words(({ isBody }) => isBody);
  const labelled = words((_, at) => isIn(at));
  const shared = words(({ isBody }, at) => isBody && isIn(at));
  if (labelled === 0 || (found >= minWords && shared < minShared * Math.min(found, labelled))) return null;
  return blocks.filter((_, at) => isIn(at)).map(({ text }) => text);
}

const fold = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
