import { NewshawkError } from '../../errors.ts';
import type { StorePurpose } from '../port.ts';
import type { Transfer } from '../transfer-port.ts';

/** @throws NewshawkError store where a copy into this store has not ended, unless it is opened to go on with it */
export async function refuseUnfinishedCopy(transfer: Transfer, location: string, purpose: StorePurpose): Promise<void> {
  if (purpose === 'copy') return;
  const progress = await transfer.progress();
  if (progress === null || progress.isDone) return;
  throw new NewshawkError(
    'store',
    `The store ${location} is an unfinished copy of ${progress.source}: repeat the \`newshawk store copy\` or \`newshawk store restore\` that began it, which goes on where it ended; or delete it.`,
  );
}
