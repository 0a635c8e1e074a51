import type { Command } from 'commander';
import { type HotNews, hotNews } from '../../crawl/topics/hot.ts';
import { parseDuration, parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { minuteText } from '../terminal/amounts.ts';
import { formatTable } from '../terminal/table.ts';
import { findTopic } from './calibrate.ts';

interface Options {
  readonly topic?: string;
  readonly window: number;
  readonly limit: number;
}

export function addHot(program: Command, session: Session): void {
  program
    .command('hot')
    .description('rising terms, and the stories that most sources report')
    .option('--topic <name>', 'of this topic')
    .addOption(
      program
        .createOption('--window <time>', 'how far back: 6h, 24h, 7d')
        .argParser(parseDuration)
        .default(24 * 3_600_000, '24h'),
    )
    .option('--limit <n>', 'how many of each', parseWholeNumber(1, 500), 20)
    .action(async ({ topic: name, window: windowMs, limit }: Options) => {
      await using app = await session.openApp();
      const topic = name === undefined ? null : (await findTopic(app, name)).name;
      const hot = await hotNews(await app.store(), { topic, windowMs, limit, now: app.clock.now() });
      if (session.options.json) return await session.printJson(hot);
      await session.print(hotText(hot, session));
    });
}

const right = (title: string) => ({ title, align: 'right' as const });

function hotText({ from, articles, terms, stories }: HotNews, session: Session): string {
  const { tableWidth, colors } = session;
  if (terms.length === 0 && stories.length === 0)
    return `Nothing is hot since ${minuteText(from)} (UTC), among ${articles} articles of this and earlier windows.\n`;
  const termRows = terms.map(({ term, stories: n, sources, expected, rise }) => [
    ...[term, String(n), String(sources), expected.toFixed(1), rise.toFixed(1)],
  ]);
  const storyRows = stories.map(({ title, sources, articles: n, perHour, acceleration, firstSeenAt }) => [
    ...[
      title,
      String(sources),
      String(n),
      perHour.toFixed(1),
      `${acceleration < 0 ? '' : '+'}${acceleration.toFixed(1)}`,
    ],
    minuteText(firstSeenAt),
  ]);
  const termTable = formatTable(
    [{ title: 'rising term', shrinkTo: 12 }, ...['stories', 'sources', 'expected', 'rise'].map(right)],
    termRows,
    tableWidth,
    colors,
  );
  const storyTable = formatTable(
    [
      { title: 'story', shrinkTo: 20 },
      ...['sources', 'articles', 'an hour', 'change'].map(right),
      { title: 'first seen (UTC)' },
    ],
    storyRows,
    tableWidth,
    colors,
  );
  return `${termTable}\n${storyTable}`;
}
