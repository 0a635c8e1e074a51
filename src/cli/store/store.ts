import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { checkStore, repairStore, type StoreCheck } from '../../commands/store/check-store.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { defects } from '../../storage/records/defects.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { formatTable } from '../terminal/table.ts';
import { addBackup } from './backup.ts';
import { addCopy } from './copy.ts';

export function addStore(program: Command, session: Session): void {
  const store = program.command('store').description('check, back up, restore and copy stores');
  store
    .command('check')
    .description(
      `look for records that contradict each other, and for damaged blobs; exit code ${exitCodes.defects} where it finds some`,
    )
    .option('--quick', 'do not read the blobs: hashing them takes the longest')
    .option(
      '--repair',
      'rebuild what follows from other records (counts, clusters, queues, look-up keys), end leases that nobody can end, set damaged blobs aside; texts, visits, labels and corrections stay as they are',
    )
    .addHelpText(
      'after',
      `\nExit codes: ${exitCodes.ok} nothing is wrong (any more), ${exitCodes.defects} something is.`,
    )
    .action(
      session.action(
        session.withApp((app, options: CheckOptions) => check(session, app, options), { storePurpose: 'existing' }),
      ),
    );
  addBackup(store, session);
  addCopy(store, session);
}

interface CheckOptions {
  readonly quick?: boolean;
  readonly repair?: boolean;
}

async function check(session: Session, app: App, { quick = false, repair = false }: CheckOptions): Promise<ExitCode> {
  const store = await app.store();
  const options = { withHashes: !quick };
  const before = await checkStore(store, options);
  const isRepaired = repair && !isDamaged(before) && before.defects.some(({ canRepair }) => canRepair);
  if (isRepaired) await repairStore(store, options);
  const isUnread = before.defects.some(({ what }) => what === defects.unreadableBlob); // only reading finds it again
  const result = isRepaired ? await checkStore(store, { withHashes: isUnread }) : before;
  if (session.options.json)
    await session.printJson({ store: store.location, repaired: isRepaired ? before.defects : [], ...result });
  else {
    const repaired = isRepaired ? repairedText(before, result) : '';
    await session.print(
      `${repaired}${checkText(result, { location: store.location, quick, columns: session.tableWidth })}`,
    );
  }
  return result.defects.length === 0 ? exitCodes.ok : exitCodes.defects;
}

/** Then nothing is rebuilt: what it would be rebuilt from can't be trusted. */
const isDamaged = (check: StoreCheck): boolean =>
  check.defects.some(({ what }) => what === defects.damagedDatabase || what === defects.checkNotMade);

/** What was wrong before, and is not any more. */
function repairedText(before: StoreCheck, after: StoreCheck): string {
  const left = new Map(after.defects.map(({ what, count }) => [what, count]));
  const lines = before.defects.flatMap(({ what, count }) => {
    const mended = count - (left.get(what) ?? 0);
    return mended > 0 ? [`  ${countText(mended)} x ${what}\n`] : [];
  });
  return lines.length === 0 ? '' : `Repaired:\n${lines.join('')}`;
}

function checkText(
  found: StoreCheck,
  { location, quick, columns }: { readonly location: string; readonly quick: boolean; readonly columns: number },
): string {
  const { defects, articles, blobs } = found;
  const countOf = (count: number | null) => (count === null ? 'an unknown number of' : countText(count));
  const size = `${countOf(articles)} articles, ${countOf(blobs)} blobs${quick ? ', blobs not read' : ''}`;
  if (defects.length === 0) return `The store ${location} is consistent (${size}).\n`;
  const repairAdvice = isDamaged(found) ? 'restore a backup' : '--repair';
  const rows = defects.map(({ what, count, canRepair, ids }) => [
    what,
    countText(count),
    canRepair ? repairAdvice : adviceOf(what),
    `${ids.join(', ')}${count > ids.length ? ` and ${countText(count - ids.length)} more` : ''}`,
  ]);
  const table = formatTable(
    [
      { title: 'DEFECT' },
      { title: 'COUNT', align: 'right' },
      { title: 'WHAT TO DO' },
      { title: 'FIRST ONES', shrinkTo: 20 },
    ],
    rows,
    columns,
  );
  const advice = isDamaged(found)
    ? 'Nothing is repaired in a damaged database: restore a backup (newshawk store restore).\n'
    : defects.some(({ canRepair }) => canRepair)
      ? 'Mend what follows from other records: newshawk store check --repair\n'
      : '';
  return `The store ${location} has defects (${size}):\n${table}${advice}`;
}

/** For what can not be rebuilt. */
function adviceOf(what: string): string {
  if (what === defects.damagedDatabase || what === defects.checkNotMade) return 'restore a backup';
  if (what === defects.unreadableBlob) return 'check its rights and the disk, or restore a backup';
  return what.includes('blob')
    ? 'visit its page again, or restore a backup'
    : 'visit the page again, or restore a backup';
}
