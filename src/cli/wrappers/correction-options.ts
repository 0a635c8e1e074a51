import { parseCorrection } from '../../commands/batch/correction-lines.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { type Correction, emptyCorrection, isIsoDate } from '../../model/wrapper/correction.ts';
import type { PageBlock, PageBlocks } from '../../model/wrapper/page-blocks.ts';
import { jsonOfFile } from '../files.ts';

/** What the command line says is right about a page. Blocks are numbered from 1. */
export interface StatedValues {
  readonly body?: string;
  readonly bodyAdd?: string;
  readonly bodyDrop?: string;
  readonly title?: string;
  readonly date?: string;
  readonly authors?: string;
  readonly from?: string;
  readonly remove?: true;
}

const namesOfOptions = {
  body: '--body',
  bodyAdd: '--body-add',
  bodyDrop: '--body-drop',
  title: '--title',
  date: '--date',
  authors: '--authors',
  from: '--from',
  remove: '--remove',
} as const satisfies Record<keyof StatedValues, string>;

const usage = (message: string): CommandError => new CommandError(exitCodes.usage, message);

/** Whether the options say anything. @throws CommandError (usage) where they contradict each other */
export function correctsAnything(options: StatedValues): boolean {
  const keys = (Object.keys(namesOfOptions) as (keyof StatedValues)[]).filter((key) => options[key] !== undefined);
  const list = keys.map((key) => namesOfOptions[key]);
  for (const alone of ['from', 'remove'] as const)
    if (keys.includes(alone) && keys.length > 1)
      throw usage(
        `${namesOfOptions[alone]} stands alone: leave out ${list.filter((name) => name !== namesOfOptions[alone]).join(', ')}.`,
      );
  if (keys.includes('body') && (keys.includes('bodyAdd') || keys.includes('bodyDrop')))
    throw usage(
      '--body names all blocks of the body, --body-add and --body-drop change what it is now: give one or the other.',
    );
  return keys.length > 0;
}

/**
 * The correction that options give, over the page's stored one.
 * @param stored null: nobody has corrected the page
 * @throws CommandError (usage) where a block is not there, or holds no such value
 */
export function statedCorrection(values: StatedValues, page: PageBlocks, stored: Correction | null): Correction {
  const base = stored ?? emptyCorrection;
  const { title, date, authors } = values;
  const numbers = bodyNumbers(values, page);
  return {
    title: title === undefined ? base.title : titleOf(title, page),
    body: numbers === null ? base.body : page.blocks.flatMap(({ text }, at) => (numbers.has(at + 1) ? [text] : [])),
    authors: authors === undefined ? base.authors : authorsOf(authors, page),
    publishedAt: date === undefined ? base.publishedAt : dateOf(date, page),
  };
}

function bodyNumbers({ body, bodyAdd, bodyDrop }: StatedValues, page: PageBlocks): Set<number> | null {
  if (body !== undefined) return blockNumbers('--body', body, page);
  if (bodyAdd === undefined && bodyDrop === undefined) return null;
  const [added, dropped] = [
    bodyAdd === undefined ? new Set<number>() : blockNumbers('--body-add', bodyAdd, page),
    bodyDrop === undefined ? new Set<number>() : blockNumbers('--body-drop', bodyDrop, page),
  ];
  const both = [...added].filter((number) => dropped.has(number));
  if (both.length > 0) throw usage(`--body-add and --body-drop both name ${both.join(', ')}.`);
  const present = page.blocks.flatMap(({ isBody, isCorrected }, at) => ((isCorrected ?? isBody) ? [at + 1] : []));
  const numbers = new Set([...present, ...added].filter((number) => !dropped.has(number)));
  if (numbers.size === 0) throw usage('Nothing would be left of the body.');
  return numbers;
}

/** `3-9,12` as numbers. @throws CommandError (usage) */
function blockNumbers(option: string, text: string, { blocks }: PageBlocks): Set<number> {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || from > to)
      throw usage(
        `${option} ${text}: write numbers of blocks, such as 3-9,12. \`newshawk correct <address>\` lists them.`,
      );
    if (from < 1 || to > blocks.length)
      throw usage(
        `${option} ${text}: the page has the blocks 1 to ${blocks.length}. \`newshawk correct <address>\` lists them.`,
      );
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers;
}

/** The block that an option names by its number; null: it gives a text. `=1984` is a text. */
function namedBlock(option: string, text: string, page: PageBlocks): PageBlock | null {
  if (!/^\s*\d+\s*$/.test(text)) return null;
  const [number = 0] = blockNumbers(option, text, page);
  return page.blocks[number - 1] ?? null;
}

const written = (option: string, text: string): string => {
  const value = text.trim().replace(/^=/, '');
  if (value === '') throw usage(`${option} is empty.`);
  return value;
};

const titleOf = (text: string, page: PageBlocks): string =>
  namedBlock('--title', text, page)?.text ?? written('--title', text);

function authorsOf(text: string, page: PageBlocks): readonly string[] {
  const block = namedBlock('--authors', text, page);
  if (block === null)
    return written('--authors', text)
      .split(/[,;，；、]/)
      .map((name) => name.trim())
      .filter((name) => name !== '');
  if (block.names.length > 0) return block.names;
  throw usage(
    `Block ${text.trim()} names nobody ("${block.text.slice(0, 60)}"): write the names, with commas between them.`,
  );
}

function dateOf(text: string, page: PageBlocks): string {
  const block = namedBlock('--date', text, page);
  if (block === null) {
    const value = written('--date', text);
    if (isIsoDate(value)) return value;
    throw usage(
      `--date ${text}: write a day or a time, such as 2026-11-21 or 2026-11-21T08:00:00Z, or the number of a block.`,
    );
  }
  if (block.date !== null) return block.date;
  throw usage(`Block ${text.trim()} has no date ("${block.text.slice(0, 60)}"): write it, such as 2026-11-21.`);
}

/** A correction in a JSON file. @throws CommandError (usage) */
export async function correctionFile(cwd: string, file: string): Promise<Correction> {
  const correction = parseCorrection(await jsonOfFile(cwd, file));
  if (typeof correction === 'string') throw usage(`${file}: ${correction}`);
  if (correction.publishedAt !== null && !isIsoDate(correction.publishedAt))
    throw usage(`${file}: publishedAt must be a day or a time, such as 2026-11-21 or 2026-11-21T08:00:00Z.`);
  return correction;
}
