import { z } from 'zod';
import { record } from '../../../model/schema.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

/** A host that said when it may be requested again (Retry-After). */
const hostRestSchema = record({
  /** With port. */
  host: z.string(),
  /** When the rest began. */
  setAt: z.date(),
  until: z.date(),
});
export type HostRest = z.infer<typeof hostRestSchema>;

export const hostRests = collection({
  name: 'hostRests',
  schema: hostRestSchema,
  key: ['host'],
  columns: ['setAt', 'until'],
});

/** Long rests of hosts: a process that starts keeps those that its predecessor was told. */
export class HostRests {
  readonly #rests: RecordsOf<typeof hostRests>;

  constructor(open: OpenRecords) {
    this.#rests = open(hostRests);
  }

  /** Adds a rest, or replaces the host's. */
  async save(rest: HostRest): Promise<void> {
    await this.#rests.put(rest);
  }

  /** Rests that have not ended, by host. One that began later than `now` (the clock has been set back since) begins now, with its length. Forgets those that have ended. */
  async list(now: Date): Promise<HostRest[]> {
    await this.#rests.remove({ until: { lte: now } });
    return (await this.#rests.find({ order: ['host'] })).map((rest) => restAt(rest, now));
  }
}

function restAt(rest: HostRest, now: Date): HostRest {
  const lateMs = rest.setAt.getTime() - now.getTime();
  return lateMs > 0 ? { ...rest, setAt: now, until: new Date(rest.until.getTime() - lateMs) } : rest;
}
