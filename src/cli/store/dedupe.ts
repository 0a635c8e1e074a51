import type { Command } from 'commander';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import { dedupeBatch } from '../../pipeline/batch/dedupe-batch.ts';
import type { Session } from '../session.ts';

interface Options {
  readonly batch?: boolean;
  readonly stream?: boolean;
}

const help = `
A line is JSON {"id": …, "title": …, "text": …}, and "lang", "site", "publishedAt" where they are known. Its answer is
{"id", "cluster", "relation", "evidence"}: copies of one story have one cluster, which is called after its first line;
relation is null for the article that stands for the story, else same, syndicated, truncated or update; evidence says
which lines it is like, how that was found, and how much of the shorter text both share. A line that is wrong is
answered with {"id", "error": {kind, message}}.

A later line may tie two clusters together, so the answers come when all is read, in the order of the input. With
--stream each comes at once, and earlier ones are not corrected. Texts are kept in a temporary file (TMPDIR).

Examples:
  newshawk dedupe --batch < articles.jsonl > clusters.jsonl`;

export function addDedupe(program: Command, session: Session): void {
  program
    .command('dedupe')
    .description('which texts tell the same story: JSON lines from stdin, one JSON line each to stdout')
    .option('--batch', 'JSON lines from stdin')
    .option('--stream', 'answer each line when it comes')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      session.exitCode = await dedupe(session, options);
    });
}

async function dedupe(session: Session, { batch = false, stream = false }: Options): Promise<ExitCode> {
  if (!batch)
    throw new CommandError(
      exitCodes.usage,
      'Articles of a crawl are deduped as they come. `newshawk dedupe --batch < articles.jsonl` compares texts of your own.',
    );
  await using app = await session.openApp();
  await using index = await app.openStoryIndex();
  for await (const line of dedupeBatch(session.inputLines(), index, { stream, signal: session.signal }))
    await session.print(`${line}\n`);
  return session.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}
