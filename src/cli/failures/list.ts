import type { App } from '../../app.ts';
import { failedWithoutBundle } from '../../commands/page/bare-failures.ts';
import { type RetryRequest, retryFailures } from '../../commands/page/retry-failures.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import type { Failure, FailureMended } from '../../model/crawl/failure.ts';
import { printable } from '../../printable.ts';
import type { Failures } from '../../storage/collections/crawl/failures.ts';
import type { Session } from '../session.ts';
import { countedText, countText, minuteText } from '../terminal/amounts.ts';
import { printTable, tableText } from '../terminal/table.ts';
import { findFailure } from './stored-page.ts';

export interface FailureQuery {
  readonly run?: string;
  readonly site?: string;
  readonly reason?: string;
  readonly limit: number;
  readonly all?: boolean;
}

export async function printFailures(
  session: Session,
  app: App,
  { site, run, reason, limit, all = false }: FailureQuery,
): Promise<void> {
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
  if (bundles.length > 0) {
    await listBundles(session, bundles, all);
    await listCounts(session, counts);
  }
  for (const { url, detail } of bare) await session.print(`${printable(url)}  ${printable(detail)}\n`);
  if (bare.length > 0)
    session.say(`${countText(bare.length)} of these pages failed and ${bare.length === 1 ? 'has' : 'have'} no bundle.`);
  session.say(
    '`newshawk failures show <id>` says more, `failures replay <id>` runs the rules again offline, `failures retry` fetches all of them again.',
  );
}

async function listBundles(session: Session, bundles: readonly Failure[], all: boolean): Promise<void> {
  const state = ({ mended }: Failure): string => (mended === null ? 'open' : mendedText(mended));
  await printTable(session, bundles, [
    ['id', ({ id }) => id],
    ['at (UTC)', ({ at }) => minuteText(at)],
    ['site', ({ site }) => site, 8],
    ['reason', ({ reason }) => reason],
    ...(all ? [['state', state, 6] as const] : []),
    ['address', ({ url }) => url, 12],
  ]);
}

async function listCounts(session: Session, counts: Awaited<ReturnType<Failures['counts']>>): Promise<void> {
  if (counts.length === 0) return;
  const byCount = counts.toSorted((a, b) => b.count - a.count);
  await session.print(
    `\n${tableText(session, byCount, [
      ['site', ({ site }) => site, 20],
      ['reason', ({ reason }) => reason],
      ['count', ({ count }) => countText(count), 'right'],
    ])}`,
  );
}

export const mendedText = ({ at, by }: FailureMended): string => `mended by a ${by}, ${minuteText(at)}`;

/** Queues failed pages again. @returns ok where at least one is pending again, else nothingFound */
export async function retry(session: Session, app: App, request: RetryRequest): Promise<ExitCode> {
  const store = await app.store();
  const id = request.id === undefined ? undefined : (await findFailure(store, request.id)).id;
  const { reopened, left } = await retryFailures(store, app.clock, { ...request, id });
  if (session.options.json) await session.printJson({ reopened, left });
  else for (const url of reopened) await session.print(`${printable(url)}\n`);
  if (left.length > 0)
    session.say(`${countedText(left.length, 'page')} skipped: pending already, or being fetched now.`);
  session.say(
    reopened.length === 0
      ? 'Nothing to retry: `newshawk failures list` shows what failed.'
      : `${countedText(reopened.length, 'page')} will be fetched again: by the next \`newshawk crawl\`, or at once by a running \`newshawk watch\`.`,
  );
  return reopened.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}
