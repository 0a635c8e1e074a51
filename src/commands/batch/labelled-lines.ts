import { z } from 'zod';
import { CommandError, exitCodes } from '../../errors.ts';
import type { LabelReport } from '../../model/topic/label-report.ts';
import type { LinearWeights } from '../../model/topic/linear-weights.ts';
import type { LinearExample } from '../../stages/classify/linear/examples.ts';
import { predict } from '../../stages/classify/linear/predict.ts';
import { labelReport } from '../../stages/classify/linear/report.ts';
import { readLines } from './json-lines.ts';

const lineSchema = z
  .object({
    label: z.union([z.string(), z.number()], 'a label is needed').transform((label) => String(label).trim()),
    title: z.string('a title is needed, "" for none').default(''),
    text: z.string('the text is not a string').optional(),
    lang: z.string().nullish(),
    weight: z.number().nonnegative().optional(),
  })
  .refine(({ label }) => label !== '', 'the label is empty')
  .refine(({ title, text = '' }) => `${title}${text}`.trim() !== '', 'neither title nor text');

export interface LabelledLines {
  readonly examples: readonly LinearExample[];
  /** Messages about invalid lines, with line numbers. */
  readonly mistakes: readonly string[];
}

/** Reads examples from JSON lines `{id?, label, title, text?, lang?, weight?}`; blank lines are skipped. */
export async function readLabelled(lines: AsyncIterable<string>): Promise<LabelledLines> {
  const { values: examples, mistakes } = await readLines(lines, parseExample);
  return { examples, mistakes };
}

/** @returns the example, or a message about the mistake */
function parseExample(line: string): LinearExample | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  const { success, data, error } = lineSchema.safeParse(value);
  if (success) return data;
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}

/** In a file of another kind every line is a mistake. */
const maxMistakesListed = 5;

/** @throws CommandError (usage) that lists the first mistakes, unless bad lines are skipped */
export function checkLabelled(name: string, { mistakes }: LabelledLines, skipBad: boolean): void {
  if (mistakes.length === 0 || skipBad) return;
  const named = mistakes.slice(0, maxMistakesListed).map((mistake) => `  - ${mistake}`);
  const more = mistakes.length > maxMistakesListed ? [`  - and ${mistakes.length - maxMistakesListed} more`] : [];
  throw new CommandError(
    exitCodes.usage,
    `${name} has ${mistakes.length === 1 ? 'a bad line' : `${mistakes.length} bad lines`}:\n${[...named, ...more].join('\n')}\nA line is {"label": "sport", "title": "…", "text": "…"}, text may be missing. Correct them, or skip them with --skip-bad.`,
  );
}

/** Reports how well a model predicts the labels of examples. Examples with labels that the model does not know count as wrong. */
export function evaluateModel(model: LinearWeights, examples: readonly LinearExample[]): LabelReport {
  const labels = [...new Set([...model.labels, ...examples.map(({ label }) => label)])].sort();
  return labelReport(
    labels,
    examples.map((example) => ({ actual: example.label, predicted: predict(model, example).label })),
  );
}
