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
