import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { type CheckedPage, checkCorrections } from '../../site/check-corrections.ts';
import type { Session } from '../session.ts';
import { printList } from '../terminal/table.ts';

/** Reads all corrected pages again with the live wrappers. @param sites empty: all */
export async function checkCorrectedPages(session: Session, sites: readonly string[]): Promise<ExitCode> {
  await using app = await session.openApp();
  const io = { store: await app.store(), reader: await app.reader(), log: app.log, clock: app.clock };
  const folders = await fixtureFolders(resolve(session.io.cwd, app.config.scrapersDir));
  const pages: CheckedPage[] = [];
  for await (const page of checkCorrections(io, { folders, sites })) {
    if (session.signal.aborted) return exitCodes.interrupted;
    pages.push(page);
  }
  const fallen = pages.filter(({ hasFallen }) => hasFallen);
  const none = 'No page is corrected yet: `newshawk correct <address>` lists the blocks of a stored page.';
  const isShown = await printList(session, pages, { data: { pages, fallen: fallen.length }, none }, [
    ['page', ({ url }) => url, 24],
    ['F1', ({ score }) => score.body?.toFixed(3) ?? '-', 'right'],
    ['at least', ({ floor }) => floor?.toFixed(3) ?? '-', 'right'],
    ['wrong', ({ score }) => score.wrong.join(' ') || '-', 6],
    ['from', ({ file }) => file ?? 'store', 8],
    ['', ({ hasFallen }) => (hasFallen ? 'fell' : 'ok')],
  ]);
  if (isShown) session.say(`${pages.length} corrected pages, ${fallen.length} of them read worse than before.`);
  if (pages.length === 0) return exitCodes.nothingFound;
  return fallen.length > 0 ? exitCodes.testsFailed : exitCodes.ok;
}

async function fixtureFolders(scrapersDir: string): Promise<string[]> {
  const entries = await readdir(scrapersDir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => !entry.isFile())
    .map(({ name }) => join(scrapersDir, name, 'fixtures'))
    .sort();
}
