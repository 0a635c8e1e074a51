import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Seed } from '../../model/seed/seed.ts';
import type { SeedReport } from '../../watch/seeds/discover-seeds.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { tableText } from '../terminal/table.ts';
import { findTopic } from './calibrate.ts';

const help = `
Search engines are configured by NEWSHAWK_SEARCH_ENGINES; none is asked otherwise. \`watch\` searches once a day for each topic.

Examples:
  NEWSHAWK_SEARCH_ENGINES=searxng:https://search.example newshawk seeds discover --topic energy --dry-run
  newshawk seeds list --topic energy`;

interface DiscoverOptions {
  readonly topic?: string;
  readonly limit: number;
  readonly dryRun?: boolean;
}

export function addSeeds(program: Command, session: Session): void {
  const seeds = program
    .command('seeds')
    .description('sites that search engines name for a topic')
    .addHelpText('after', help);
  seeds
    .command('discover')
    .description('search for sites of a topic, and add those that score above its threshold to the sources')
    .option('--topic <name>', 'the topic')
    .option('--limit <n>', 'sites to add, at most', parseWholeNumber(0, 1_000), 10)
    .option('--dry-run', 'change nothing')
    .action(session.action(session.withApp((app, options: DiscoverOptions) => discover(session, app, options))));
  seeds
    .command('list')
    .description('the sites that were found, and what came of them')
    .option('--topic <name>', 'of this topic')
    .action(
      session.action(session.withApp((app, options: { readonly topic?: string }) => list(session, app, options.topic))),
    );
}

async function discover(
  session: Session,
  app: App,
  { topic: name, limit, dryRun: isDry = false }: DiscoverOptions,
): Promise<ExitCode> {
  if (app.config.searchEngines.length === 0)
    throw new CommandError(
      exitCodes.configuration,
      'No search engine is configured: set NEWSHAWK_SEARCH_ENGINES, for example to searxng:https://search.example or rss:https://news.example/rss?q={query}.',
    );
  const { name: topic } = await findTopic(app, name);
  const report = await app.discoverSeeds({ topic, limit, isDry });
  await session.printData(report, reportText(report, isDry, session));
  return report.isAnswered ? exitCodes.ok : exitCodes.nothingFound;
}

async function list(session: Session, app: App, name: string | undefined): Promise<ExitCode> {
  const topics =
    name === undefined ? (await app.topics()).map((topic) => topic.name) : [(await findTopic(app, name)).name];
  const { seeds: stored } = await app.store();
  const seeds = (await Promise.all(topics.map((topic) => stored.ofTopic(topic)))).flat();
  if (session.options.json) await session.printJson(seeds);
  else if (seeds.length === 0)
    await session.print('No site was searched for yet: `newshawk seeds discover --topic <name>` does.\n');
  else await session.print(seedTable(seeds, session));
  return exitCodes.ok;
}

function reportText({ seeds, queries, engines, notes }: SeedReport, isDry: boolean, session: Session): string {
  const asked = engines.map(({ name, results }) => `${name} (${countText(results)} results)`).join(', ');
  const added = seeds.filter(({ decision }) => decision === 'added').length;
  return [
    `Asked ${asked} for: ${queries.join(' | ') || 'nothing, as the topic has no keywords'}`,
    ...notes.map((note) => `Not answered: ${note}`),
    seeds.length === 0 ? 'No site was named.' : seedTable(seeds, session).trimEnd(),
    isDry
      ? `Dry run: nothing was stored. Sites that would be polled: ${countText(added)}.`
      : `Sites that \`newshawk watch\` polls for the topic: ${countText(added)}.`,
    '',
  ].join('\n');
}

const seedTable = (seeds: readonly Seed[], session: Session): string =>
  tableText(session, seeds, [
    ['topic', ({ topic }) => topic, 8],
    ['site', ({ site }) => site, 16],
    ['score', ({ score }) => score.toFixed(2), 'right'],
    ['relevance', ({ relevance }) => relevance.toFixed(2), 'right'],
    ['rank', ({ rankScore }) => rankScore.toFixed(2), 'right'],
    ['on topic', ({ articles, onTopic }) => `${onTopic} of ${articles}`, 'right'],
    ['decision', ({ decision }) => decision],
    ['named by', ({ evidence }) => engineText(evidence), 12],
    ['seen (UTC)', ({ seenAt }) => minuteText(seenAt)],
  ]);

const engineText = (evidence: Seed['evidence']): string =>
  [...new Set(evidence.map(({ engine, query, rank }) => `${engine} "${query}" ${rank}`))].slice(0, 3).join('; ');
