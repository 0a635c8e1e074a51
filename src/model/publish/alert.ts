import { z } from 'zod';
import { count, listOf, record } from '../schema.ts';
import { alertKinds, alertStates } from './alert-kinds.ts';

/** What receivers are to be told of an alert. */
const tellingSchema = record({
  what: z.enum(['opened', 'resolved', 'found']),
  /** Receivers that are left, where others were told already; null: all that want it. */
  to: listOf(z.string()).nullable(),
  /** The message that it was chosen for; null: none. Only the stored message says whether it is in it. */
  batch: z.string().nullable(),
});
export type Telling = z.infer<typeof tellingSchema>;

/** Numbers and names that show why, as JSON. */
const evidenceSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).readonly();
export type AlertEvidence = z.infer<typeof evidenceSchema>;

/** Something that a person wants to know. One record for each rule and subject: a trouble that comes back opens the same alert again. */
export const alertSchema = record({
  /** Of kind, rule and subject. */
  id: z.string(),
  kind: z.enum(alertKinds),
  /** Name of its rule: the kind, or the name that a person gave a story or a search. */
  rule: z.string(),
  /** Id of a source or an article, or the host of a site; empty: the whole store. */
  subject: z.string(),
  site: z.string().nullable(),
  /** A sentence. */
  title: z.string(),
  evidence: evidenceSchema,
  state: z.enum(alertStates),
  /** How often it has opened. */
  times: count,
  openedAt: z.date(),
  /** When its cause was seen last; at most ten minutes late. */
  lastSeenAt: z.date(),
  resolvedAt: z.date().nullable(),
  /** Why it was resolved. */
  resolution: z.string().nullable(),
  /** While a person mutes it, nobody is told. */
  mutedAt: z.date().nullable(),
  telling: tellingSchema.nullable(),
  /** Receivers that were told that it opened: they are told of its end. */
  toldTo: listOf(z.string()),
  toldAt: z.date().nullable(),
  /** Counts writes: a writer that read an older one changes nothing. */
  version: z.int(),
});
export type Alert = z.infer<typeof alertSchema>;
