import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { checkStore, type StoreCheck } from '../../pipeline/upkeep/check-store.ts';
import { type Amount, collectGarbage, type GarbageReport, retentionOf } from '../../pipeline/upkeep/collect-garbage.ts';
import type { Session } from '../session.ts';
import { bytesText, countText } from '../terminal/amounts.ts';
import { addBackup } from './backup.ts';
import { addCopy } from './copy.ts';

export function addStore(program: Command, session: Session): void {
  const store = program.command('store').description('check, back up, restore and copy stores');
  store
    .command('check')
    .description(`look for inconsistent records; exit code ${exitCodes.defects} where it finds some`)
    .option(
      '--repair',
      'rebuild what can be derived from other records: tallies, records of blobs; nothing else changes',
    )
    .action(async ({ repair = false }: { readonly repair?: boolean }) => {
      session.exitCode = await check(session, repair);
    });
  addBackup(store, session);
  addCopy(store, session);
}

export function addGc(program: Command, session: Session): void {
  program
    .command('gc')
    .description('delete blobs without a reference, and what exceeds the limits of NEWSHAWK_KEEP_…')
    .option('--dry-run', 'show what would be deleted, delete nothing')
    .action(async ({ dryRun = false }: { readonly dryRun?: boolean }) => {
      await using app = await session.openApp();
      const { clock, config } = app;
      const report = await collectGarbage(
        { store: await app.store(), clock, retention: retentionOf(config) },
        { isDry: dryRun },
      );
      if (session.options.json) return await session.printJson({ dryRun, ...report });
      await session.print(garbageText(report, dryRun));
    });
}

async function check(session: Session, repair: boolean): Promise<ExitCode> {
  await using app = await session.openApp();
  const store = await app.store();
  if (repair) await store.upkeep.repair();
  const result = await checkStore(store);
  if (session.options.json) await session.printJson({ store: store.location, repaired: repair, ...result });
  else await session.print(checkText(result, store.location));
  return result.defects.length === 0 ? exitCodes.ok : exitCodes.defects;
}

function checkText({ defects, articles, blobs }: StoreCheck, location: string): string {
  const size = `${countText(articles)} articles, ${countText(blobs)} blobs`;
  if (defects.length === 0) return `The store ${location} is consistent (${size}).\n`;
  const lines = defects.map(({ what, count, canRepair, ids }) => {
    const more = count > ids.length ? ` and ${countText(count - ids.length)} more` : '';
    return `  ${countText(count)} x ${what}${canRepair ? ' (--repair fixes it)' : ''}: ${ids.join(', ')}${more}\n`;
  });
  const advice = defects.some(({ canRepair }) => !canRepair)
    ? 'For the defects that --repair does not fix: the next visit of a page rewrites its records; else restore a backup.\n'
    : '';
  return `The store ${location} has defects (${size}):\n${lines.join('')}${advice}`;
}

const amountText = ({ count, bytes }: Amount): string => `${countText(count)} blobs, ${bytesText(bytes)}`;

function garbageText({ unnamed, excess, failures, records, pieces, left }: GarbageReport, isDry: boolean): string {
  const rows = [
    [isDry ? 'would go, since nothing names them' : 'gone, since nothing named them', amountText(unnamed)],
    [isDry ? 'would go, beyond the bytes kept' : 'gone, beyond the bytes kept', amountText(excess)],
    [isDry ? 'failures that would go' : 'failures gone (their blobs with the next round)', countText(failures)],
    [isDry ? 'records that would go' : 'records gone', countText(records)],
    [
      isDry ? 'pieces of killed processes that would go' : 'pieces of killed processes that are gone',
      countText(pieces),
    ],
    [isDry ? 'there are' : 'left', amountText(left)],
  ];
  return rows.map(([what, amount]) => `${what}: ${amount}\n`).join('');
}
