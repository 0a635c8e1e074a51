import type { Command } from 'commander';
import { parseConcurrencyOption } from '../options.ts';
import type { Session } from '../session.ts';
import { runUntilStopped } from './run-until-stopped.ts';

interface WorkerCommandOptions {
  readonly concurrency?: number | 'auto';
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
      const begin = 'Working on what the queue gives. Ctrl-C drains, saves and ends.';
      session.exitCode = await runUntilStopped(session, { ...options, command: 'worker', begin }, (app, given) =>
        app.worker(given),
      );
    });
}
