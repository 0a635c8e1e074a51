import { z } from 'zod';
import { record } from '../schema.ts';

const tally = { tried: z.number(), found: z.number() };
const trialTallySchema = record(tally);

/** How many pages were played, and how many of them had media. */
export type TrialTally = z.infer<typeof trialTallySchema>;

export const playerEvidenceSchema = record({
  ...tally,
  /** By the hint that spoke for a player. A page may have several. */
  hints: z.record(z.string(), trialTallySchema).readonly(),
});
/** What came of playing pages whose source shows no media. */
export type PlayerEvidence = z.infer<typeof playerEvidenceSchema>;

export const noPlayerEvidence: PlayerEvidence = { tried: 0, found: 0, hints: {} };

/** The outcome for one page. */
export interface PlayerTrial {
  readonly hints: readonly string[];
  readonly found: boolean;
}

/** Hints that are counted apart, at most: a site may make a name for each page. */
const maxHints = 60;

export function addTrial(evidence: PlayerEvidence, { hints, found }: PlayerTrial): PlayerEvidence {
  const counted = new Map(Object.entries(evidence.hints));
  for (const hint of hints)
    if (counted.has(hint) || counted.size < maxHints) counted.set(hint, plusOne(counted.get(hint), found));
  return { ...plusOne(evidence, found), hints: Object.fromEntries(counted) };
}

/** The sum of what is known of the formats of a host. */
export function joinEvidence(parts: readonly PlayerEvidence[]): PlayerEvidence {
  const hints = new Map<string, TrialTally>();
  for (const part of parts)
    for (const [name, tally] of Object.entries(part.hints)) hints.set(name, sum(hints.get(name), tally));
  const total = parts.reduce<TrialTally>(sum, { tried: 0, found: 0 });
  return { tried: total.tried, found: total.found, hints: Object.fromEntries(hints) };
}

const none: TrialTally = { tried: 0, found: 0 };

const sum = (a: TrialTally = none, b: TrialTally = none): TrialTally => ({
  tried: a.tried + b.tried,
  found: a.found + b.found,
});

const plusOne = (tally: TrialTally | undefined, found: boolean): TrialTally =>
  sum(tally, { tried: 1, found: Number(found) });
