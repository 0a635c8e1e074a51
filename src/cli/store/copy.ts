import type { Command } from 'commander';
import { isSame, type StoreDifference } from '../../commands/store/compare-stores.ts';
import { type CopyReport, copyStore } from '../../commands/store/copy-store.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';

const help = `
Both addresses have the form of NEWSHAWK_STORE: file:<folder> (SQLite) or mongodb://host/database. The target must be
empty. No crawl may run on either store. At the end both are read again and compared, kind by kind, by counts and hashes;
exit code ${exitCodes.defects} where they differ. A copy that was cut off, or differs, goes on when the same command runs again.
Until then no other command opens the target.

Example:
  newshawk store copy --from file:./data --to mongodb://db.example/newshawk`;

export function addCopy(store: Command, session: Session): void {
  store
    .command('copy')
    .description('copy a store into an empty one, of any kind, and compare both')
    .requiredOption('--from <address>', 'the store that is copied')
    .requiredOption('--to <address>', 'the store that it is copied into')
    .addHelpText('after', help)
    .action(session.action(({ from, to }: { readonly from: string; readonly to: string }) => copy(session, from, to)));
}

async function copy(session: Session, from: string, to: string): Promise<ExitCode> {
  for (const address of [from, to])
    if (!/^(file:.+|mongodb(\+srv)?:\/\/.+)$/.test(address))
      throw new CommandError(exitCodes.usage, 'A store is file:<folder> or mongodb://host/database.');
  await using app = await session.openApp();
  await using source = await app.openStoreAt(from, 'existing');
  await using target = await app.openStoreAt(to, 'copy');
  const report = await copyStore(source, target, { clock: app.clock, signal: session.signal });
  const locations = { from: source.location, to: target.location };
  await session.printData({ ...locations, ...report }, copyText(report, locations));
  return report.differences.length === 0 ? exitCodes.ok : exitCodes.defects;
}

function copyText(report: CopyReport, { from, to }: { readonly from: string; readonly to: string }): string {
  const { kinds, differences, resumed, sourceChanged } = report;
  const total = kinds.reduce((sum, { source }) => sum + source.count, 0);
  const start = resumed ? 'An earlier copy went on. ' : '';
  const late = sourceChanged ? `${from} was written meanwhile: what was written may be missing.\n` : '';
  if (differences.length === 0)
    return `${start}${to} holds all of ${from}: ${countText(total)} records and blobs, compared by hashes.\n${late}`;
  const rows = kinds
    .filter((kind) => !isSame(kind))
    .map(({ kind, source, target }) => {
      const named = differences.filter((difference) => difference.kind === kind).map(differenceText);
      return `  ${kind}: ${countText(source.count)} in the source, ${countText(target.count)} in the target\n${named.join('')}`;
    });
  const advice = differences.some(({ what }) => what === 'only in the target')
    ? 'Copy again into an empty store.'
    : 'Run the same command again: it copies what is missing or different.';
  return `${start}${to} differs from ${from}:\n${rows.join('')}${late}${advice}\n`;
}

const differenceText = ({ key, what }: StoreDifference): string => `    ${what}: ${key.join(' ')}\n`;
