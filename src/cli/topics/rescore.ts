import type { Command } from 'commander';
import type { App } from '../../app.ts';
import type { RescoreReport } from '../../crawl/topics/rescore-tally.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { formatTable } from '../terminal/table.ts';

interface Options {
  readonly topic?: string;
  readonly dryRun?: boolean;
  readonly all?: boolean;
}

const help = `
Each article is judged as its next visit would judge it, from the stored text. Only examples that were not read yet are
fetched. It can run beside crawls. Progress is saved: after Ctrl-C the same command continues.

Exit codes: 0 done, 11 interrupted and saved, 16 some articles could not be judged (the next run repeats them).`;

export function addRescore(topics: Command, session: Session): void {
  topics
    .command('rescore')
    .description('judge stored articles again whose topics or thresholds have changed since')
    .option('--topic <name>', 'only this topic; the scores of others stay')
    .option('--all', 'also articles whose topics are unchanged: topics with examples learn from newer articles')
    .option('--dry-run', 'show what would change, write nothing')
    .addHelpText('after', help)
    .action(session.withApp((app, options: Options) => rescore(session, app, options)));
}

/** Articles per line of progress. */
const articlesPerReport = 1_000;

async function rescore(
  session: Session,
  app: App,
  { topic, dryRun: isDry = false, all = false }: Options,
): Promise<ExitCode> {
  if (topic !== undefined) await checkTopicExists(app, topic);
  let lastReported = 0;
  const report = await app.rescore({
    topic: topic ?? null,
    sites: null,
    isDry,
    all,
    signal: session.signal,
    onProgress: ({ judged, total }) => {
      if (judged - lastReported < articlesPerReport) return;
      lastReported = judged;
      session.say(`${countText(judged)} of ${countText(total)} articles judged.`);
    },
  });
  await session.printData({ dryRun: isDry, ...report }, reportText(report, isDry));
  for (const { url, why } of report.failures) session.say(`${printable(url)} could not be judged: ${printable(why)}`);
  if (report.isInterrupted) return exitCodes.interrupted;
  return report.failed > 0 ? exitCodes.incomplete : exitCodes.ok;
}

async function checkTopicExists(app: App, topic: string): Promise<void> {
  if ((await app.topics()).some(({ name }) => name === topic)) return;
  throw new CommandError(
    exitCodes.nothingFound,
    `There is no topic "${topic}": \`newshawk topics list\` shows all. \`newshawk topics rescore\` without --topic deletes the scores of a removed topic.`,
  );
}

function reportText(report: RescoreReport, isDry: boolean): string {
  const { judged, toOffTopic, toPublished, topics, failed, left, isInterrupted } = report;
  if (judged + failed + left === 0) return "All stored articles are judged by today's topics: nothing to do.\n";
  const would = isDry ? 'would be ' : '';
  const lines = [
    `${countText(judged)} articles ${isDry ? 'would be ' : ''}judged`,
    `${would}off topic now: ${countText(toOffTopic)}`,
    `${would}published now: ${countText(toPublished)}`,
    ...(failed > 0 ? [`could not be judged: ${countText(failed)} (the next run repeats them)`] : []),
    ...(isInterrupted
      ? [
          isDry
            ? `interrupted: ${countText(left)} not checked`
            : `interrupted: ${countText(left)} are left; the same command continues`,
        ]
      : []),
  ];
  const columns = [{ title: 'topic', shrinkTo: 12 }, ...['on topic now', 'off topic now'].map(right)];
  const rows = topics.map(({ topic, gained, lost }) => [topic, countText(gained), countText(lost)]);
  const table = rows.length === 0 ? '' : formatTable(columns, rows, Number.POSITIVE_INFINITY);
  return `${lines.join('\n')}\n${table}`;
}

const right = (title: string) => ({ title, align: 'right' as const });
