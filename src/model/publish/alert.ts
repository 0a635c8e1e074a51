/** What alerts are about. `story` and `search` are finds: they happen once. The others are troubles: they open, and are resolved when their cause is gone. */
export const alertKinds = [
  'source-silent',
  'source-failing',
  'site-failing',
  'drift',
  'proxies',
  'outage',
  'story',
  'search',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertStates = ['open', 'resolved', 'found'] as const;
export type AlertState = (typeof alertStates)[number];

/** Numbers and names that show why, as JSON. */
export type AlertEvidence = Readonly<Record<string, string | number | boolean | null>>;

/** What receivers are to be told of an alert. */
export interface Telling {
  readonly what: 'opened' | 'resolved' | 'found';
  /** Receivers that are left, where others were told already; null: all that want it. */
  readonly to: readonly string[] | null;
  /** The message that it was chosen for; null: none. Only the stored message says whether it is in it. */
  readonly batch: string | null;
}

/** Something that a person wants to know. One record for each rule and subject: a trouble that comes back opens the same alert again. */
export interface Alert {
  /** Of kind, rule and subject. */
  readonly id: string;
  readonly kind: AlertKind;
  /** Name of its rule: the kind, or the name that a person gave a story or a search. */
  readonly rule: string;
  /** Id of a source or an article, or the host of a site; empty: the whole store. */
  readonly subject: string;
  readonly site: string | null;
  /** A sentence. */
  readonly title: string;
  readonly evidence: AlertEvidence;
  readonly state: AlertState;
  /** How often it has opened. */
  readonly times: number;
  readonly openedAt: Date;
  /** When its cause was seen last; at most ten minutes late. */
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
  /** Why it was resolved. */
  readonly resolution: string | null;
  /** While a person mutes it, nobody is told. */
  readonly mutedAt: Date | null;
  readonly telling: Telling | null;
  /** Receivers that were told that it opened: they are told of its end. */
  readonly toldTo: readonly string[];
  readonly toldAt: Date | null;
  /** Counts writes: a writer that read an older one changes nothing. */
  readonly version: number;
}
