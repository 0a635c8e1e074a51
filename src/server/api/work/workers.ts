import { z } from 'zod';
import { cacheByCost } from '../../../cache-by-cost.ts';
import { silentAfterMs, type WorkerBeat, workerBeatSchema } from '../../../model/crawl/worker-beat.ts';
import { count, listOf, record } from '../../../model/schema.ts';
import type { NamedLease } from '../../../storage/collections/crawl/leases.ts';
import { ownerText } from '../../../watch/assignment/owner.ts';
import type { ServerApp } from '../../server-app.ts';
import type { Route } from '../route.ts';

const workersSchema = record({
  /** The server's time. */
  at: z.date(),
  silentAfterMs: count,
  items: listOf(
    record({
      ...workerBeatSchema.unwrap().omit({ log: true }).shape,
      /** Null: an older version wrote the heartbeat. */
      version: z.string().nullable(),
      /** Host and process id. */
      name: z.string(),
      /** Without a heartbeat for `silentAfterMs`: it died or hangs. */
      isSilent: z.boolean(),
      /** Roles that of several processes one has: `watch`, `alerts`. */
      leads: listOf(z.string()),
      /** Hosts whose work it holds now. */
      hosts: count,
    }),
  ),
});
type WorkersAnswer = z.infer<typeof workersSchema>;

export const listWorkers: Route = {
  path: '/v1/workers',
  summary:
    'Crawling processes by their last heartbeat: load, hosts held, what they lead; those that fell silent are shown for a day',
  success: { schema: workersSchema },
  maxAgeMs: 1_000,
  handle: (app) => cacheByCost(() => readWorkers(app), app.clock),
};

async function readWorkers(app: ServerApp): Promise<WorkersAnswer> {
  const { workers, leases } = await app.store();
  const now = app.clock.now();
  const beats = await workers.list();
  const roles = (await leases.list('role')).filter(({ freeAt }) => freeAt > now);
  const hostsOf = new Map<string, number>();
  for (const { owner, freeAt } of await leases.list('host'))
    if (freeAt > now) hostsOf.set(owner, (hostsOf.get(owner) ?? 0) + 1);
  return {
    at: now,
    silentAfterMs,
    items: beats.map((beat) => rowOf(beat, { now, roles, hosts: hostsOf.get(beat.owner) ?? 0 })),
  };
}

interface Standing {
  readonly now: Date;
  readonly roles: readonly NamedLease[];
  readonly hosts: number;
}

function rowOf(
  { log: _, version, ...beat }: WorkerBeat,
  { now, roles, hosts }: Standing,
): WorkersAnswer['items'][number] {
  return {
    ...beat,
    name: ownerText(beat.owner),
    version: version ?? null,
    isSilent: now.getTime() - beat.at.getTime() > silentAfterMs,
    leads: roles.filter(({ owner }) => owner === beat.owner).map(({ name }) => name),
    hosts,
  };
}
