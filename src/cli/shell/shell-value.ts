import { inspect, types } from 'node:util';
import { Script } from 'node:vm';
import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import { withoutControls } from '../../text/characters.ts';

/** Letters of a text that are shown at the prompt. */
const maxLetters = 2_000;

/** A value as the prompt shows it: in the way of Node's, but errors without their stack, texts of several lines as such, and long texts not in full. */
export function valueShown(value: unknown, colors: boolean): string {
  if (isError(value)) return errorLine(value);
  if (typeof value !== 'string') return inspect(value, { colors, depth: 4, maxStringLength: maxLetters });
  const { text, left } = shortened(value, maxLetters);
  const shown = text.includes('\n') ? withoutControls(text) : inspect(text, { colors, maxStringLength: null });
  return left === 0 ? shown : `${shown}\n… and ${left} more letters: console.log(_) prints all of them`;
}

/** An error in one line, without stack. Ours say what to do; those of the code come from another realm. */
export function errorLine(error: unknown): string {
  if (!isError(error)) return inspect(error, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
  return withoutControls(`${error.name}: ${error.message}`).replace(/\s*\n\s*/g, ' ');
}

const isError = (value: unknown): value is Error =>
  types.isNativeError(value) || value instanceof CommandError || value instanceof NewshawkError;

/** The beginning of a text, which ends with a whole letter: an emoji may have many code points. */
export function shortened(text: string, letters: number): { readonly text: string; readonly left: number } {
  if (text.length <= letters) return { text, left: 0 };
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  const end = segments.containing(letters)?.index ?? letters;
  return { text: text.slice(0, end), left: text.length - end };
}

/** Whether code is an expression, so that its value is shown even where it is undefined, and no declaration. */
export function isExpression(code: string): boolean {
  if (/^\s*(?:async\s+function|function|class)\b/.test(code)) return false;
  try {
    return new Script(`(async () => (${code}\n))`) instanceof Script;
  } catch {
    return false;
  }
}

/** @throws CommandError (usage) for what JSON has no form for; undefined is null */
export function shellJson(value: unknown): string {
  try {
    const json = JSON.stringify(value === undefined ? null : value, null, 2) as string | undefined;
    if (json !== undefined) return json;
  } catch (error) {
    throw new CommandError(exitCodes.usage, `The value can't be written as JSON: ${errorLine(error)}`, {
      cause: error,
    });
  }
  throw new CommandError(exitCodes.usage, `The value can't be written as JSON: it is ${inspect(value)}.`);
}
