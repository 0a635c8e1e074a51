import { failedWithoutBundle } from '../../commands/page/bare-failures.ts';
import type { Failure, FailureMended } from '../../model/crawl/failure.ts';
import { printable } from '../../printable.ts';
import type { Failures } from '../../storage/collections/crawl/failures.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { formatTable } from '../terminal/table.ts';

export interface ListOptions {
  readonly run?: string;
  readonly site?: string;
  readonly reason?: string;
  readonly limit: number;
  readonly all?: boolean;
}

export async function listFailures(
  session: Session,
  { site, run, reason, limit, all = false }: ListOptions,
): Promise<void> {
  await using app = await session.openApp();
  const store = await app.store();
  const state = all ? 'all' : 'open';
  const filter = { limit, ...(site && { site }), ...(run && { run }), ...(reason && { reason }) };
  const bundles = await store.failures.find({ ...filter, state });
  const counts = await store.failures.counts({ run });
  // Only bundles have a reason and a run.
  const bare = reason === undefined && run === undefined ? await failedWithoutBundle(store, { site, limit }) : [];
  if (session.options.json) return session.printJson({ failures: bundles, counts, withoutBundle: bare });
  if (bundles.length + bare.length === 0) {
    const isMended = (await store.failures.find({ ...filter, state: 'mended', limit: 1 })).length > 0;
    return session.say(`No failures.${isMended ? ' `newshawk failures list --all` shows the mended ones.' : ''}`);
  }
  if (bundles.length > 0) await listBundles(session, bundles, { counts, all });
  for (const { url, detail } of bare) await session.print(`${printable(url)}  ${printable(detail)}\n`);
  if (bare.length > 0)
    session.say(`${countText(bare.length)} of these pages failed and ${bare.length === 1 ? 'has' : 'have'} no bundle.`);
  session.say(
    '`newshawk failures show <id>` says more, `failures replay <id>` runs the rules again offline, `failures retry` fetches all of them again.',
  );
}

interface Counted {
  readonly counts: Awaited<ReturnType<Failures['counts']>>;
  readonly all: boolean;
}

async function listBundles(session: Session, bundles: readonly Failure[], { counts, all }: Counted): Promise<void> {
  const [width, paint] = [session.tableWidth, session.colors];
  const stateOf = ({ mended }: Failure): string[] => (all ? [mended === null ? 'open' : mendedText(mended)] : []);
  await session.print(
    formatTable(
      [
        { title: 'id' },
        { title: 'at (UTC)' },
        { title: 'site', shrinkTo: 8 },
        { title: 'reason' },
        ...(all ? [{ title: 'state', shrinkTo: 6 }] : []),
        { title: 'address', shrinkTo: 12 },
      ],
      bundles.map((failure) => [
        ...[failure.id, minuteText(failure.at), failure.site, failure.reason],
        ...[...stateOf(failure), failure.url],
      ]),
      width,
      paint,
    ),
  );
  const byCount = counts
    .toSorted((a, b) => b.count - a.count)
    .map((row) => [row.site, row.reason, countText(row.count)]);
  const columns = [{ title: 'site', shrinkTo: 20 }, { title: 'reason' }, { title: 'count', align: 'right' as const }];
  if (byCount.length > 0) await session.print(`\n${formatTable(columns, byCount, width, paint)}`);
}

export const mendedText = ({ at, by }: FailureMended): string => `mended by a ${by}, ${minuteText(at)}`;
