import type { z } from 'zod';
import { kindOf, NewshawkError } from '../../errors.ts';

/**
 * JSON lines in, JSON lines out: one for one, in order, one at a time. A line that is wrong, or for which `answer` fails, gives
 * `{id, error: {kind, message}}`, and the others go on; blank lines are passed over.
 */
export async function* answerLines<T extends z.ZodType>(
  lines: AsyncIterable<string>,
  schema: T,
  answer: (value: z.output<T>) => Promise<object> | object,
): AsyncIterable<string> {
  for await (const line of lines) if (line.trim() !== '') yield await answerLine(line, schema, answer);
}

/** As `answerLines`, for one line. Never rejects: a failure is a line as well. */
export async function answerLine<T extends z.ZodType>(
  line: string,
  schema: T,
  answer: (value: z.output<T>) => Promise<object> | object,
): Promise<string> {
  let id: unknown = null;
  try {
    const value = parseLine(line);
    id = isRecord(value) ? (value.id ?? null) : null;
    return JSON.stringify(await answer(validate(value, schema)));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return JSON.stringify({ id, error: { kind: kindOf(error), message } });
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new NewshawkError('misconfigured', `the line is no JSON: ${(cause as Error).message}`, { cause });
  }
}

function validate<T extends z.ZodType>(value: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new NewshawkError(
    'misconfigured',
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the line'}: ${message}`).join('; '),
  );
}
