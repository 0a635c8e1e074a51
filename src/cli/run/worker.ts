import type { Command } from 'commander';
import type { WorkerOptions } from '../../app.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { parseConcurrencyOption } from '../options.ts';
import type { Session } from '../session.ts';
import { exitOfRun, reportRun } from './crawl.ts';
import { openProgress } from './progress.ts';

interface WorkerCommandOptions {
  readonly concurrency?: WorkerOptions['concurrency'];
}

export function addWorker(program: Command, session: Session): void {
  program
    .command('worker')
    .description('work on the hosts that `watch` gives through the queue (NEWSHAWK_QUEUE), beside other workers')
    .option(
      '--concurrency <tasks>',
      'tasks at once: a number, or auto (by CPU, memory and event loop)',
      parseConcurrencyOption,
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped by SIGINT or SIGTERM, drained and saved; 4 without a queue; 9 the queue does not answer at the start; 11 stopped at once by a second one.',
    )
    .action(async (options: WorkerCommandOptions) => {
      session.exitCode = await work(session, options);
    });
}

async function work(session: Session, options: WorkerCommandOptions): Promise<ExitCode> {
  const { concurrency = null } = options;
  await using app = await session.openApp({ live: true });
  session.say('Working on what the queue gives. Ctrl-C drains, saves and ends.');
  const view = openProgress(session);
  const report = await app
    .worker({ concurrency, signal: session.signal, onProgress: (progress) => view.update(progress) })
    .finally(() => view[Symbol.dispose]());
  await reportRun(session, app, report, 'worker');
  const code = exitOfRun(report, undefined);
  return code === exitCodes.interrupted ? exitCodes.ok : code;
}
