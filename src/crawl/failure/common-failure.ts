import type { Visit } from '../../model/crawl/visit.ts';
import type { Config } from '../../settings/config.ts';
import type { VisitSummary } from '../../storage/collections/crawl/visits.ts';
import type { Store } from '../../storage/port.ts';

/** The one reason for which nothing of a run worked. */
export interface CommonFailure {
  readonly reason: NonNullable<Visit['reason']>;
  /** What happened, by the first visit. */
  readonly detail: string;
  /** Pages and sources that failed, each once. */
  readonly urls: readonly string[];
  /** Number of `urls`, at least: only so many visits are read. */
  readonly count: number;
  /** Settings that the network policy names, with what they have already: together they open all that was refused. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Visits that are read for their details, at most. */
const maxVisits = 200;
const failures: ReadonlySet<string> = new Set(['failed', 'deferred']);
/** Drops after which nothing of the page is known. */
const refusals: ReadonlySet<string> = new Set(['dropped:robots', 'dropped:gone']);

/** @returns null where something worked, or the reasons differ */
export async function commonFailure(
  { visits }: Store,
  run: string,
  { summary, config }: { readonly summary: VisitSummary; readonly config: Config },
): Promise<CommonFailure | null> {
  if (!isOneFailure(summary)) return null;
  const ended = (await visits.find({ run, limit: maxVisits })).filter(({ outcome }) => outcome !== 'skipped').reverse();
  const [first] = ended;
  if (first === undefined || first.reason === null) return null;
  const urls = [...new Set(ended.map(({ url }) => url))];
  return {
    reason: first.reason,
    detail: first.detail,
    urls,
    count: urls.length,
    settings: settingsIn(
      ended.map(({ detail }) => detail),
      config,
    ),
  };
}

/** Whether all visits failed, for one reason. */
function isOneFailure({ byOutcome, byReason }: VisitSummary): boolean {
  const { skipped: _, ...outcomes } = byOutcome;
  const reasons = Object.entries(byReason).filter(([name, count]) => count > 0 && !name.startsWith('skipped:'));
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const explained = reasons.reduce((sum, [, count]) => sum + count, 0);
  const isFailure = (name: string) => failures.has(name.split(':')[0] ?? '') || refusals.has(name);
  return (
    total > 0 &&
    explained === total &&
    reasons.every(([name]) => isFailure(name)) &&
    new Set(reasons.map(([name]) => name.split(':')[1])).size === 1
  );
}

/** The guard's refusals name the setting that opens each: `NEWSHAWK_ALLOW_NETWORKS=127.0.0.1:4000`. */
function settingsIn(details: readonly string[], { allowNetworks, allowPorts }: Config): Record<string, string> {
  const present = { NEWSHAWK_ALLOW_NETWORKS: allowNetworks, NEWSHAWK_ALLOW_PORTS: allowPorts };
  const settings: Record<string, string> = {};
  for (const [name, values] of Object.entries(present)) {
    const named = details.flatMap((detail) => new RegExp(`\\b${name}=([^\\s)]+)`).exec(detail)?.[1] ?? []);
    if (named.length > 0) settings[name] = [...new Set([...values, ...named])].join(',');
  }
  return settings;
}
