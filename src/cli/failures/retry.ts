import { type RetryRequest, retryFailures } from '../../commands/page/retry-failures.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { findFailure } from './find-failure.ts';

/** Queues failed pages again. @returns ok where at least one is pending again, else nothingFound */
export async function retry(session: Session, request: RetryRequest): Promise<ExitCode> {
  await using app = await session.openApp();
  const store = await app.store();
  const id = request.id === undefined ? undefined : (await findFailure(store, request.id)).id;
  const { reopened, left } = await retryFailures(store, app.clock, { ...request, id });
  if (session.options.json) await session.printJson({ reopened, left });
  else for (const url of reopened) await session.print(`${printable(url)}\n`);
  const pages = (count: number): string => `${countText(count)} ${count === 1 ? 'page' : 'pages'}`;
  if (left.length > 0) session.say(`${pages(left.length)} skipped: pending already, or being fetched now.`);
  session.say(
    reopened.length === 0
      ? 'Nothing to retry: `newshawk failures list` shows what failed.'
      : `${pages(reopened.length)} will be fetched again: by the next \`newshawk crawl\`, or at once by a running \`newshawk watch\`.`,
  );
  return reopened.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}
