import { z } from 'zod';
import { CommandError, exitCodes } from '../errors.ts';
import { type DataType, structuredSources } from '../model/data/data-field.ts';
import { type LearnedWrapper, styleDetails, wrapperFields } from '../model/wrapper/learned-wrapper.ts';
import type { WrapperVerdict } from '../model/wrapper/wrapper-verdict.ts';
import { dataType, fieldName } from './data/data-schema.ts';
import { selector } from './selector-schema.ts';

const share = z.number().min(0).max(1);
const count = z.int().min(0);

/** A quantifier behind a group that holds one: such a pattern may take exponential time. */
const nestedQuantifier = /\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/;

const pattern = z.string().superRefine((text, context) => {
  const complain = (message: string) => context.addIssue({ code: 'custom', message: `${text}: ${message}` });
  if (!text.startsWith('^') || !text.endsWith('$')) complain('begin the pattern with ^ and end it with $');
  if (nestedQuantifier.test(text)) complain('a repeated group with a repetition in it may take for ever');
  try {
    new RegExp(text, 'u');
  } catch (error) {
    complain((error as Error).message);
  }
});

const style = z.strictObject({
  detail: z.enum(styleDetails),
  path: z.string(),
  removed: z.boolean(),
  score: share,
  pages: count,
  corrected: z.strictObject({ score: share, pages: count }).nullable(),
  words: count,
  variety: share,
});

const field = z.strictObject({
  selector,
  attribute: z.string().min(1).nullable(),
  confidence: share,
  pages: count,
  overrides: z.boolean(),
});

/** A part of a text: unlike a line's pattern it may begin anywhere. */
const match = z.string().superRefine((text, context) => {
  const complain = (message: string) => context.addIssue({ code: 'custom', message: `${text}: ${message}` });
  if (nestedQuantifier.test(text)) complain('a repeated group with a repetition in it may take for ever');
  try {
    new RegExp(text, 'u');
  } catch (error) {
    complain((error as Error).message);
  }
});

const place = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('css'),
    selector: z.union([z.literal(''), selector]),
    attribute: z.string().min(1).nullable(),
    match: match.nullable(),
  }),
  z.strictObject({ by: z.enum(structuredSources), path: z.string().min(1), match: match.nullable() }),
]);

const dataFields = z.record(
  z.string().regex(fieldName),
  z.strictObject({
    type: dataType as z.ZodType<DataType>,
    places: z.array(place).min(1),
    confidence: share,
    values: count,
  }),
);

export const wrapperSchema = z.strictObject({
  shape: z.literal(1, 'made by another version of newshawk: learn it again'),
  site: z.string().min(1),
  pages: count,
  correctedPages: count,
  formats: z.record(z.string(), count),
  names: z.array(z.string()).nullable(),
  styles: z.array(style),
  recurring: z.array(z.strictObject({ path: z.string(), code: z.string(), text: z.string(), pages: count })),
  expressions: z.array(
    z.strictObject({
      pattern,
      path: z.string(),
      support: count,
      counterExamples: count,
      examples: z.array(z.string()),
    }),
  ),
  fields: z.partialRecord(z.enum(wrapperFields), field),
  data: dataFields.exactOptional(),
  records: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/),
      z.strictObject({ region: selector, records: count, always: z.array(z.string()), fields: dataFields }),
    )
    .exactOptional(),
}) satisfies z.ZodType<LearnedWrapper>;

const entry = z.object({
  wrapper: wrapperSchema,
  verdict: z.looseObject({ isAccepted: z.boolean(), reason: z.string() }),
});
const file = z.strictObject({ newshawk: z.literal('wrappers'), wrappers: z.array(entry) });

/** A wrapper in a file, with its judgement. Wrappers that were not accepted are there to be looked at; they are not used. */
export interface WrapperInFile {
  readonly wrapper: LearnedWrapper;
  readonly verdict: { readonly isAccepted: boolean; readonly reason: string };
}

/** Reads the text of a file that `learn --out` wrote. @param name of the file, for messages @throws CommandError (configuration) with every mistake */
export function parseWrapperFile(text: string, name: string): WrapperInFile[] {
  const fail = (mistakes: string, cause: unknown) =>
    new CommandError(
      exitCodes.configuration,
      `${name} is no file of wrappers: ${mistakes}. \`newshawk learn --batch … --out ${name}\` writes one.`,
      { cause },
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fail((cause as Error).message, cause);
  }
  const parsed = file.safeParse(value);
  if (parsed.success) return parsed.data.wrappers;
  const mistakes = parsed.error.issues.slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw fail(mistakes.join('; '), parsed.error);
}

/** Checks a wrapper that a person has edited. @throws CommandError (configuration) with every mistake */
export function parseWrapper(value: unknown, name: string): LearnedWrapper {
  const parsed = wrapperSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new CommandError(exitCodes.configuration, `${name}: ${mistakes.join('; ')}`, { cause: parsed.error });
}

/** The text of a file of wrappers: readable, the same for the same wrappers. */
export const wrapperFileText = (
  wrappers: readonly { readonly wrapper: LearnedWrapper; readonly verdict: WrapperVerdict }[],
): string => `${JSON.stringify({ newshawk: 'wrappers', wrappers }, null, 1)}\n`;
