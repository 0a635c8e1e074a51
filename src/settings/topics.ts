import { z } from 'zod';
import { CommandError, exitCodes } from '../errors.ts';
import type { Topic, TopicExample, TopicMethod } from '../model/topic/topic.ts';
import { contentWords } from '../text/tokenize.ts';
import { closedObject } from './setting.ts';

/** Keywords as a list (weight 1 each) or with their weights. */
const term = z
  .string()
  .refine((text) => contentWords(text, null).length > 0, 'only stop words or punctuation: it matches no text');
const keywords = z.union([
  z.array(term).transform((terms) => Object.fromEntries(terms.map((word) => [word, 1]))),
  z.record(term, z.number().positive('a weight is above 0')),
]);

const minExamples = 3;

const example = z.union([
  z
    .string()
    .refine((text) => text.trim() !== '', 'an example is an address or a text')
    .transform(exampleOf),
  closedObject({
    url: z.url().nullable().default(null),
    title: z.string().default(''),
    text: z.string().default(''),
    fetchedAt: z.string().nullable().default(null),
  }).refine(({ url, title, text }) => url !== null || `${title}${text}`.trim() !== '', 'has neither text nor url'),
]);

const share = z.number().min(0).max(1);

const topic = closedObject({
  name: z.string().trim().min(1, 'a name is needed').max(100, 'a name has at most 100 characters'),
  method: z.enum(['vector', 'boolean', 'tags', 'learned']).default('vector'),
  keywords: keywords.default({}),
  examples: z.array(example).max(1_000).default([]),
  exclude: z.array(term).default([]),
  languages: z.array(z.string().regex(/^[a-z]{2}$/, 'a language is two letters (ISO 639-1): en, zh')).default([]),
  tagShares: closedObject({ title: share.default(1), headings: share.default(1), meta: share.default(1) }).default({
    title: 1,
    headings: 1,
    meta: 1,
  }),
  threshold: z.number().min(0).optional(),
  follow: z.boolean().default(false),
})
  .superRefine(({ method, keywords: terms, examples, threshold }, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const hasKeywords = Object.keys(terms).length > 0;
    if (!hasKeywords && examples.length === 0) say('keywords', 'at least one keyword or example is needed');
    else if (!hasKeywords && (method === 'boolean' || method === 'tags'))
      say('keywords', `at least one keyword is needed for the method ${method}`);
    if (method === 'learned' && examples.length < minExamples)
      say('examples', `the method learned needs at least ${minExamples} examples`);
    if (threshold !== undefined && threshold > 1 && method !== 'boolean') say('threshold', 'must be 0 to 1');
  })
  .transform(({ threshold, follow, ...rest }): Topic => {
    const size = Object.keys(rest.keywords).length;
    return { ...rest, threshold: thresholdOf(rest.method, size, threshold), ...(follow && { follow }) };
  });

/** Measured on news texts with eight keywords a topic: docs/topics.md. */
const thresholds: Readonly<Record<Exclude<TopicMethod, 'boolean'>, number>> = {
  vector: 0.25,
  learned: 0.25,
  tags: 0.04,
};
/** Terms of a topic that a page needs, by default. */
const defaultTerms = 2;

/** `boolean` counts terms: a threshold above 1 is a number of terms, and is stored as a share of all terms. */
function thresholdOf(method: TopicMethod, size: number, value: number | undefined): number {
  if (method !== 'boolean') return value ?? thresholds[method];
  if (value !== undefined && value < 1) return value;
  return Math.min(1, (value ?? defaultTerms) / Math.max(1, size));
}

/** An example from an address, or from a text whose first line is the title. */
function exampleOf(raw: string): TopicExample {
  const text = raw.trim();
  if (/^https?:\/\/\S+$/i.test(text)) return { url: text, title: '', text: '', fetchedAt: null };
  const [title = '', ...rest] = text.split('\n');
  return { url: null, title: title.trim(), text: rest.join('\n').trim(), fetchedAt: null };
}

const topicsFile = z
  .array(topic, 'expected a list of topics: [{ "name": "…", "keywords": { "…": 1 } }]')
  .superRefine((topics, context) => {
    for (const [index, { name }] of topics.entries())
      if (topics.findIndex((other) => other.name === name) < index)
        context.addIssue({ code: 'custom', path: [index, 'name'], message: `there are two topics named "${name}"` });
  });

/**
 * Validates the content of a topics file: `[{ name, keywords: { term: weight } | [term], examples?, method?, exclude?, languages?, tagShares?, threshold?, follow? }]`.
 * @throws CommandError (configuration) that lists all mistakes
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

/** The mistakes of a union are those of its most likely form: the one that matches the value to the deepest level. */
function flatten(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path: issue.path, message }));
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.map((form) =>
    form.flatMap(flatten).map(({ path, message }) => ({ path: [...issue.path, ...path], message })),
  );
  const [deepest] = forms.toSorted((a, b) => depth(b) - depth(a));
  if (deepest === undefined || depth(deepest) <= issue.path.length)
    return [{ path: issue.path, message: 'expected a list of terms or { "term": weight }' }];
  return deepest;
}

const depth = (mistakes: readonly Mistake[]): number => Math.max(0, ...mistakes.map(({ path }) => path.length));

/** "topic 2 (energy), keywords, wind: " */
function where(json: unknown, [index, ...rest]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return '';
  const value: unknown = Array.isArray(json) ? json[index] : null;
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
  const title = typeof name === 'string' && name !== '' ? `topic ${index + 1} (${name})` : `topic ${index + 1}`;
  return `${[title, ...rest.map(String)].join(', ')}: `;
}
