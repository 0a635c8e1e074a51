import type { HostRest } from '../../model/crawl/host-rest.ts';

/** Long rests of hosts: a process that starts keeps those that its predecessor was told. */
export interface HostRests {
  /** Adds a rest, or replaces the host's. */
  save(rest: HostRest): Promise<void>;
  /** Rests that have not ended, by host. One that began later than `now` (the clock has been set back since) begins now, with its length. Forgets those that have ended. */
  list(now: Date): Promise<HostRest[]>;
}
