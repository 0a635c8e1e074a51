import type { z } from 'zod';
import { kindOf, NewshawkError } from '../../errors.ts';

/**
 * Answers each JSON line with a JSON line, in order, one at a time. An invalid line, or one for which `answer` fails, gives `{id, error: {kind, message}}`; the others
 * continue. Blank lines are skipped.
 */
export async function* answerLines<T extends z.ZodType>(
  lines: AsyncIterable<string>,
  schema: T,
  answer: (value: z.output<T>) => Promise<object> | object,
): AsyncIterable<string> {
  for await (const line of lines) if (line.trim() !== '') yield await answerLine(line, schema, answer);
}

/** As `answerLines`, for one line. Never rejects: an error becomes an answer line. @param onError called for such a line */
export async function answerLine<T extends z.ZodType>(
  line: string,
  schema: T,
  answer: (value: z.output<T>) => Promise<object> | object,
  onError: () => void = () => {},
): Promise<string> {
  let id: unknown = null;
  try {
    const value = parseLine(line);
    id = isRecord(value) ? (value.id ?? null) : null;
    return JSON.stringify(await answer(validate(value, schema)));
  } catch (error) {
    onError();
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ id, error: { kind: kindOf(error), message } });
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** @throws NewshawkError misconfigured where the line is not JSON */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new NewshawkError('misconfigured', `the line is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** @throws NewshawkError misconfigured with all mistakes */
export function validate<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new NewshawkError('misconfigured', issuesText(parsed.error));
}

/** The mistakes in a value, each with its field. @param whole names the value itself */
export const issuesText = ({ issues }: z.ZodError, whole = 'the line'): string =>
  issues.map(({ path, message }) => `${path.join('.') || whole}: ${message}`).join('; ');

/** Reads all lines but blank ones. @param parse gives the value of a line, or what is wrong with it @returns mistakes with line numbers */
export async function readLines<T extends object>(
  lines: AsyncIterable<string>,
  parse: (line: string) => T | string,
): Promise<{ readonly values: readonly T[]; readonly mistakes: readonly string[] }> {
  const [values, mistakes]: [T[], string[]] = [[], []];
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === '') continue;
    const value = parse(line);
    if (typeof value === 'string') mistakes.push(`line ${number}: ${value}`);
    else values.push(value);
  }
  return { values, mistakes };
}
