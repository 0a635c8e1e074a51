import type { Command } from 'commander';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { parseConcurrencyOption } from '../options.ts';
import type { Session } from '../session.ts';
import { exitOfRun, reportRun } from './crawl.ts';
import { openProgress } from './progress.ts';

export function addWatch(program: Command, session: Session): void {
  program
    .command('watch')
    .description('crawl for ever: polls sources at their interval, visits pages again, until Ctrl-C')
    .argument('[target...]', 'hosts of scrapers, or http(s) addresses (default: all scrapers)')
    .option(
      '--concurrency <tasks>',
      'tasks at once: a number, or auto (by CPU, memory and event loop)',
      parseConcurrencyOption,
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by SIGINT or SIGTERM, drained and saved; 11 stopped at once by a second one. Either way the next `watch` goes on.',
    )
    .action(async (targets: string[], options: { concurrency?: number | 'auto' }) => {
      session.exitCode = await watch(session, targets, options.concurrency ?? null);
    });
}

async function watch(session: Session, targets: readonly string[], tasks: number | 'auto' | null): Promise<ExitCode> {
  await using app = await session.openApp({ live: true });
  session.say('Watching. Ctrl-C drains, saves and ends.');
  const view = openProgress(session);
  const report = await app
    .watch({ targets, concurrency: tasks, signal: session.signal, onProgress: (progress) => view.update(progress) })
    .finally(() => view[Symbol.dispose]());
  await reportRun(session, app, report, 'watch');
  // to be stopped is how it ends: a supervisor that restarts after failures is not to start it again
  return report.ended === 'interrupted' ? exitCodes.ok : exitOfRun(report);
}
