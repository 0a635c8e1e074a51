import type { Draft } from '../model/article/draft.ts';
import type { Snapshot } from '../model/page/snapshot.ts';
import type { Correction } from '../model/wrapper/correction.ts';
import type { Reader, WrapperText } from '../ports.ts';
import { modelWords } from '../stages/extract/classifier/tokens.ts';

/** How well a corrected page is read. */
export interface ReadingScore {
  /** F1 of the body's words; null: the body is not corrected. */
  readonly body: number | null;
  /** The corrected fields that are read right. */
  readonly fields: readonly string[];
  /** The corrected fields that are not. */
  readonly wrong: readonly string[];
}

/** Reads a page and compares it with what is right. @param learned null: without a wrapper @throws NewshawkError */
export async function scoreReading(
  reader: Reader,
  snapshot: Snapshot,
  { expected, learned }: { readonly expected: Correction; readonly learned: WrapperText | null },
): Promise<ReadingScore> {
  const { draft } = await reader.read(snapshot, { draftAlways: true, learned });
  return scoreDraft(draft, expected);
}

/** Compares what was read of a page with what is right. @param draft null: nothing was read */
export function scoreDraft(draft: Draft | null, expected: Correction): ReadingScore {
  const fold = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const day = (text: string | null | undefined): string => (text ?? '').slice(0, 10);
  const checks: readonly (readonly [name: string, isRight: boolean | null])[] = [
    ['title', expected.title === null ? null : fold(draft?.title ?? '') === fold(expected.title)],
    [
      'authors',
      expected.authors === null ? null : foldedList(draft?.authors ?? [], fold) === foldedList(expected.authors, fold),
    ],
    [
      'publishedAt',
      expected.publishedAt === null ? null : day(draft?.publishedAt?.value) === day(expected.publishedAt),
    ],
  ];
  return {
    body: expected.body === null ? null : wordF1(draft?.body ?? '', expected.body.join('\n')),
    fields: checks.flatMap(([name, isRight]) => (isRight === true ? [name] : [])),
    wrong: checks.flatMap(([name, isRight]) => (isRight === false ? [name] : [])),
  };
}

const foldedList = (names: readonly string[], fold: (text: string) => string): string =>
  names.map(fold).sort().join('\n');

/** F1 of the words of two texts, each word counted as often as it occurs. */
export function wordF1(text: string, gold: string): number {
  const [words, wanted] = [modelWords(text), modelWords(gold)];
  if (words.length + wanted.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return Math.round(((2 * common) / (words.length + wanted.length)) * 10_000) / 10_000;
}

export const wordCount = (text: string): number => modelWords(text).length;
