import type { Command } from 'commander';
import { dedupeBatch } from '../../commands/batch/dedupe-batch.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Session } from '../session.ts';

interface Options {
  readonly batch?: boolean;
  readonly stream?: boolean;
}

const help = `
A line is JSON {"id": …, "title": …, "text": …}, with "lang", "site" and "publishedAt" where they are known. It is answered
with {"id", "cluster", "relation", "evidence"}. Copies of one story share a cluster, which is named after its first line.
relation is null for the canonical article, else same, syndicated, truncated or update. evidence lists the similar lines,
the method, and which share of the shorter text both have in common. An invalid line is answered with
{"id", "error": {kind, message}}.

A later line may join two clusters, so the answers follow when all lines are read, in input order. With --stream each
answer follows its line, and earlier answers are not corrected. Texts are kept in a temporary file (TMPDIR).

Examples:
  newshawk dedupe --batch < articles.jsonl > clusters.jsonl`;

export function addDedupe(program: Command, session: Session): void {
  program
    .command('dedupe')
    .description('find texts that report the same story: JSON lines from stdin, one JSON line each to stdout')
    .option('--batch', 'JSON lines from stdin')
    .option('--stream', 'answer each line at once')
    .addHelpText('after', help)
    .action(session.action((options: Options) => dedupe(session, options)));
}

async function dedupe(session: Session, { batch = false, stream = false }: Options): Promise<ExitCode> {
  if (!batch)
    throw new CommandError(
      exitCodes.usage,
      'A crawl dedupes its articles itself. `newshawk dedupe --batch < articles.jsonl` compares your own texts.',
    );
  await using app = await session.openApp();
  await using index = await app.openStoryIndex();
  return await session.printLines(dedupeBatch(session.inputLines(), index, { stream, signal: session.signal }));
}
