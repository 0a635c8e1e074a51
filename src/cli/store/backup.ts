import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { type BackupReport, type BackupTools, backupStore } from '../../commands/store/backup-store.ts';
import { restoreFolder, restoreInto } from '../../commands/store/restore-store.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';

const backupHelp = `
The folder then holds a SQLite store and backup.json. A SQLite store may be crawled meanwhile; of a MongoDB store no crawl
may run. A folder of that name is whole: it is written beside, checked and renamed at the end.

Examples:
  newshawk store backup backups/2026-11-23
  NEWSHAWK_STORE=file:backups/2026-11-23 newshawk store check`;

const restoreHelp = `
The backup is copied into the folder of the store, as restoring/, and checked before anything is moved. A store that is not
empty is refused without --replace; with it, the old one stays there as replaced/. Other files stay where they are. After a
kill the same command puts the old store back first. A MongoDB store must be empty.

Example:
  newshawk store restore backups/2026-11-23 --replace`;

export function addBackup(store: Command, session: Session): void {
  store
    .command('backup')
    .argument('<folder>', 'a new folder')
    .description('write a consistent copy of the store')
    .addHelpText('after', backupHelp)
    .action(session.action((folder: string) => backup(session, folder)));
  store
    .command('restore')
    .argument('<folder>', 'a backup')
    .description('put a backup in the place of the configured store')
    .option('--replace', 'also where the store is not empty; it is kept')
    .addHelpText('after', restoreHelp)
    .action(
      session.action((folder: string, { replace = false }: { readonly replace?: boolean }) =>
        restore(session, folder, replace),
      ),
    );
}

const toolsOf = ({ clock, openStoreAt }: App, { signal }: Session): BackupTools => ({ clock, openStoreAt, signal });

async function backup(session: Session, name: string): Promise<ExitCode> {
  const folder = resolve(session.io.cwd, name);
  await using app = await session.openApp({ storePurpose: 'existing' });
  const report = await backupStore(await app.store(), folder, toolsOf(app, session));
  await session.printData({ folder, ...report }, backupText(report, folder));
  return report.manifest.defects === 0 ? exitCodes.ok : exitCodes.defects;
}

function backupText({ manifest, check, leftOut }: BackupReport, folder: string): string {
  const size = `${countText(manifest.articles)} articles, ${countText(manifest.blobs)} blobs`;
  const gone = leftOut > 0 ? ` ${countText(leftOut)} blobs went away meanwhile.` : '';
  const whole = `The backup of ${manifest.of} is in ${folder} (${size}).${gone}\n`;
  if (manifest.defects === 0) return whole;
  const kinds = check.defects.map(({ what, count }) => `${countText(count)} x ${what}`).join(', ');
  return `${whole}The store has defects, and so has the backup: ${kinds}. See \`newshawk store check\`.\n`;
}

async function restore(session: Session, name: string, replace: boolean): Promise<ExitCode> {
  const backupFolder = resolve(session.io.cwd, name);
  await using app = await session.openApp();
  const [, place] = /^file:(.+)$/.exec(app.config.store) ?? [];
  const tools = toolsOf(app, session);
  if (place === undefined && replace)
    throw new CommandError(
      exitCodes.usage,
      'A MongoDB store is not replaced: name an empty database in NEWSHAWK_STORE, restore into it, then drop the old one.',
    );
  const report =
    place === undefined
      ? await restoreInto(backupFolder, app.config.store, tools)
      : await restoreFolder(backupFolder, resolve(session.io.cwd, place), { ...tools, replace });
  const { manifest, articles, blobs, replaced } = report;
  if (session.options.json) await session.printJson({ ...report });
  else {
    const old = replaced === null ? '' : `The store that was there is in ${replaced}: delete it when all is well.\n`;
    await session.print(
      `The backup of ${manifest.takenAt} is restored (${countText(articles)} articles, ${countText(blobs)} blobs).\n${old}`,
    );
  }
  return exitCodes.ok;
}
