import { z } from 'zod';
import { CommandError, exitCodes } from './errors.ts';
import type { Topic } from './model/topic.ts';
import { contentWords } from './text/tokenize.ts';

/** Keywords as a list (weight 1 each) or with their weights. */
const term = z
  .string()
  .refine((text) => contentWords(text, null).length > 0, 'only stop words or signs: no text can be told by it');
const keywords = z
  .union([
    z.array(term).transform((terms) => Object.fromEntries(terms.map((one) => [one, 1]))),
    z.record(term, z.number().positive('a weight is above 0')),
  ])
  .refine((given) => Object.keys(given).length > 0, 'at least one keyword is needed');

const topic = z.strictObject({
  name: z.string().trim().min(1, 'a name is needed'),
  keywords,
  exclude: z.array(term).default([]),
  /** Measured on news texts with eight keywords a topic: see stages/classify/relevance.ts. */
  threshold: z.number().min(0).max(1).default(0.25),
});

const topicsFile = z
  .array(topic, 'a list of topics is wanted: [{ "name": "…", "keywords": { "…": 1 } }]')
  .superRefine((topics, context) => {
    for (const [index, { name }] of topics.entries())
      if (topics.findIndex((other) => other.name === name) < index)
        context.addIssue({ code: 'custom', path: [index, 'name'], message: `there are two topics named "${name}"` });
  });

/**
 * Checks what a topics file holds: `[{ name, keywords: { term: weight } | [term], exclude?, threshold? }]`.
 * @throws CommandError (configuration) that names every mistake at once
 */
export function parseTopics(json: unknown): Topic[] {
  const { success, data, error } = topicsFile.safeParse(json);
  if (success) return data;
  const mistakes = error.issues.flatMap(flatten).map(({ path, message }) => `  - ${where(json, path)}${message}`);
  throw new CommandError(
    exitCodes.configuration,
    `The topics have ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.join('\n')}`,
  );
}

interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A union's mistakes are those of the form that was meant: the one that got furthest into the value. */
function flatten(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path: issue.path, message }));
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.map((form) =>
    form.flatMap(flatten).map(({ path, message }) => ({ path: [...issue.path, ...path], message })),
  );
  const [deepest] = forms.toSorted((a, b) => depth(b) - depth(a));
  if (deepest === undefined || depth(deepest) <= issue.path.length)
    return [{ path: issue.path, message: 'a list of terms or { "term": weight } is wanted' }];
  return deepest;
}

const depth = (mistakes: readonly Mistake[]): number => Math.max(0, ...mistakes.map(({ path }) => path.length));

/** "topic 2 (energy), keywords, wind: " */
function where(json: unknown, [index, ...rest]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return '';
  const given: unknown = Array.isArray(json) ? json[index] : null;
  const name = typeof given === 'object' && given !== null && 'name' in given ? given.name : null;
  const title = typeof name === 'string' && name !== '' ? `topic ${index + 1} (${name})` : `topic ${index + 1}`;
  return `${[title, ...rest.map(String)].join(', ')}: `;
}
