import { z } from 'zod';
import { CommandError, exitCodes } from '../../errors.ts';
import { addressClasses, type SitePatterns } from '../../model/web/url-pattern.ts';
import { expressionFault } from '../../stages/url-patterns/check-expression.ts';

const share = z.number().min(0).max(1);
const count = z.int().min(0);

const patternSchema = z.object({
  expression: z.string().superRefine((expression, context) => {
    const fault = expressionFault(expression);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  }),
  class: z.enum(addressClasses),
  confidence: share.default(1),
  support: count.default(0),
  against: count.default(0),
  labelled: count.default(0),
  listings: count.default(0),
  noArticleInARow: count.default(0),
  scope: z.enum(['section', 'shape', 'ending']).default('shape'),
  examples: z.array(z.string()).default([]),
  counterExamples: z.array(z.string()).default([]),
});

const fileSchema = z.object({
  version: z.literal(1, 'is not 1: this newshawk reads files of version 1'),
  sites: z.record(
    z.string(),
    z.object({
      addresses: z
        .object({ article: count, listing: count, other: count, unlabelled: count })
        .default({ article: 0, listing: 0, other: 0, unlabelled: 0 }),
      traits: z
        .object({
          articles: count,
          extension: z.string(),
          extensionShare: share,
          datedShare: share,
          numberedShare: share,
          firstDirectories: z.array(z.string()),
          storyDirectories: z.array(z.string()),
        })
        .default({
          articles: 0,
          extension: '',
          extensionShare: 0,
          datedShare: 0,
          numberedShare: 0,
          firstDirectories: [],
          storyDirectories: [],
        }),
      patterns: z.array(patternSchema),
    }),
  ),
});

/** The file of `urls learn`: the sites in alphabetical order, so that two versions can be compared line by line. */
export function patternsText(sites: readonly SitePatterns[]): string {
  const sorted = sites.toSorted((a, b) => (a.site < b.site ? -1 : 1));
  const bySite = Object.fromEntries(sorted.map(({ site, ...patterns }) => [site, patterns]));
  return `${JSON.stringify({ version: 1, sites: bySite }, null, 2)}\n`;
}

/** Mistakes that a message names, at most. */
const maxListed = 5;

/** Reads a file of `urls learn`, which a person may have edited. @throws CommandError that names each mistake and its place */
export function parsePatterns(name: string, text: string): ReadonlyMap<string, SitePatterns> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CommandError(
      exitCodes.configuration,
      `${name} is not JSON (${(cause as Error).message}). \`newshawk urls learn --batch --out ${name}\` writes such a file.`,
      { cause },
    );
  }
  const parsed = fileSchema.safeParse(value);
  if (parsed.success)
    return new Map(Object.entries(parsed.data.sites).map(([site, patterns]) => [site, { site, ...patterns }]));
  const { issues } = parsed.error;
  const mistakes = issues
    .slice(0, maxListed)
    .map(({ path, message }) => `  - ${path.join('.') || 'the file'}: ${message}`);
  const more = issues.length > maxListed ? [`  - and ${issues.length - maxListed} more`] : [];
  throw new CommandError(
    exitCodes.configuration,
    `${name} is no file of URL patterns:\n${[...mistakes, ...more].join('\n')}\nCorrect it, or write it anew with \`newshawk urls learn\`.`,
  );
}
