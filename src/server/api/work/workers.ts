import { cacheByCost } from '../../../cache-by-cost.ts';
import { silentAfterMs, type WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import type { NamedLease } from '../../../storage/collections/crawl/leases.ts';
import { ownerText } from '../../../watch/assignment/owner.ts';
import type { ServerApp } from '../../server-app.ts';
import type { WorkerRow, WorkersAnswer } from '../answers/workers-answer.ts';
import type { Route } from '../route.ts';
import { boolean, count, list, number, object, orNull, text, texts, time } from '../schemas.ts';

export const listWorkers: Route = {
  path: '/v1/workers',
  summary:
    'Crawling processes by their last heartbeat: load, hosts held, what they lead; those that fell silent are shown for a day',
  success: {
    schema: object({
      at: time,
      silentAfterMs: count,
      items: list(
        object({
          owner: text,
          /** Host and process id. */
          name: text,
          kind: { type: 'string', enum: ['crawl', 'watch', 'worker'] },
          run: text,
          /** Null: an older version wrote the heartbeat. */
          version: orNull(text),
          startedAt: time,
          at: time,
          isSilent: boolean,
          /** Roles: `watch`, `alerts`. */
          leads: texts,
          hosts: count,
          queueAwaySince: orNull(time),
          pages: count,
          failures: count,
          pagesPerSecond: number,
          load: object({ cpu: number, limitedBy: text, nodeBytes: count }),
        }),
      ),
    }),
  },
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

function rowOf({ log: _, version, ...beat }: WorkerBeat, { now, roles, hosts }: Standing): WorkerRow {
  return {
    ...beat,
    name: ownerText(beat.owner),
    version: version ?? null,
    isSilent: now.getTime() - beat.at.getTime() > silentAfterMs,
    leads: roles.filter(({ owner }) => owner === beat.owner).map(({ name }) => name),
    hosts,
  };
}
