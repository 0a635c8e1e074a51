import { z } from 'zod';
import { alertKinds } from '../../model/publish/alert-kinds.ts';
import type { AlertRules } from '../../model/publish/alert-rules.ts';
import { readSearch } from '../../text/search-query.ts';
import { closedObject } from '../setting.ts';

const share = z.number().min(0).max(1);
const hours = z.number().min(0).max(8_760);

/** A rule that `false` switches off. */
const rule = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => {
  const schema = closedObject(shape);
  return z
    .union([z.literal(false), schema], {
      error: 'must be false, which switches the rule off, or an object of its settings',
    })
    .default(() => schema.parse({}) as never);
};

const name = z
  .string()
  .trim()
  .min(1, 'a name is needed')
  .max(100, 'a name has at most 100 characters')
  .refine((text) => !(alertKinds as readonly string[]).includes(text), 'this is the name of a built-in rule');
const filter = z.string().trim().min(1).nullable().default(null);

/** As a search reads them: a rule whose words find nothing never speaks. */
const words = filter.superRefine((text, context) => {
  const read = text === null ? null : readSearch(text);
  if (read !== null && 'problem' in read)
    context.addIssue({ code: 'custom', message: `finds nothing: ${read.problem}` });
});

const search = closedObject({ name, words, site: filter, topic: filter, category: filter }).refine(
  ({ words, site, topic, category }) => [words, site, topic, category].some((value) => value !== null),
  'needs words, site, topic or category: without any it would find every article',
);

const alertsSchema = closedObject({
  // 30 gaps and twice the longest one: a source whose links come at random gets one false alert in 15 whole lives (docs/alerts.md)
  sourceSilent: rule({
    factor: z.number().min(1).max(100).default(2),
    minGaps: z.int().min(2).max(10_000).default(30),
    minHours: hours.default(6),
  }),
  sourceFailing: rule({
    polls: z.int().min(1).max(1_000).default(5),
    minMinutes: z.number().min(0).max(10_080).default(30),
  }),
  siteFailing: rule({
    share: share.default(0.5),
    resolvedBelow: share.default(0.25),
    minVisits: z.int().min(1).max(1_000_000).default(20),
    windowMinutes: z.int().min(10).max(1_440).default(60),
  }),
  drift: rule({ afterHours: hours.default(1), selectorShare: share.default(0.5) }),
  proxies: rule({
    below: z.int().min(0).max(1_000_000).default(3),
    belowShare: share.default(0),
    waitingPages: z.int().min(1).max(1_000_000).default(20),
  }),
  outage: rule({ share: share.default(0.8), minSites: z.int().min(2).max(1_000_000).default(5) }),
  stories: z
    .array(
      closedObject({
        name,
        topic: z.string().trim().min(1),
        minScore: z.number().min(0).default(0),
        minSites: z.int().min(1).max(100).default(1),
      }),
    )
    .default([]),
  searches: z.array(search).default([]),
  digestMinutes: z.number().min(0).max(1_440).default(10),
  keepDays: z.number().min(1).max(3_650).default(90),
});

const checkedSchema = alertsSchema.superRefine(({ siteFailing, stories, searches }, context) => {
  const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (siteFailing !== false && siteFailing.resolvedBelow > siteFailing.share)
    say(['siteFailing', 'resolvedBelow'], `must not be above share (${siteFailing.share})`);
  const named = [
    ...stories.map((each, index) => ({ name: each.name, path: ['stories', index, 'name'] })),
    ...searches.map((each, index) => ({ name: each.name, path: ['searches', index, 'name'] })),
  ];
  for (const [index, each] of named.entries())
    if (named.findIndex((other) => other.name === each.name) < index)
      say(each.path, `there are two rules named "${each.name}"`);
});

export type AlertsDefinition = z.input<typeof alertsSchema>;

/**
 * Declares alerts (`alerts.config.ts`); every field has a default, and `false` switches a rule off.
 * @throws z.ZodError with every mistake at once
 */
export function defineAlerts(definition: AlertsDefinition): AlertRules {
  const { sourceSilent, sourceFailing, siteFailing, drift, proxies, outage, ...rest } = checkedSchema.parse(definition);
  return Object.freeze({
    sourceSilent: sourceSilent || null,
    sourceFailing: sourceFailing || null,
    siteFailing: siteFailing || null,
    drift: drift || null,
    proxies: proxies || null,
    outage: outage || null,
    ...rest,
  });
}
