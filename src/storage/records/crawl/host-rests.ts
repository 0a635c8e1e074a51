import type { HostRest } from '../../../model/crawl/host-rest.ts';

/** The rest as it holds now: one that began later begins now. */
export function restAt(rest: HostRest, now: Date): HostRest {
  const lateMs = rest.setAt.getTime() - now.getTime();
  return lateMs > 0 ? { ...rest, setAt: now, until: new Date(rest.until.getTime() - lateMs) } : rest;
}
