import type { Command } from 'commander';
import { type HotNews, hotNews } from '../../crawl/topics/hot.ts';
import { parseDuration, parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { minuteText } from '../terminal/amounts.ts';
import { tableText } from '../terminal/table.ts';
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
      await session.printData(hot, hotText(hot, session));
    });
}

function hotText({ from, articles, terms, stories }: HotNews, session: Session): string {
  if (terms.length === 0 && stories.length === 0)
    return `Nothing is hot since ${minuteText(from)} (UTC), among ${articles} articles of this and earlier windows.\n`;
  const termTable = tableText(session, terms, [
    ['rising term', ({ term }) => term, 12],
    ['stories', ({ stories: count }) => String(count), 'right'],
    ['sources', ({ sources }) => String(sources), 'right'],
    ['expected', ({ expected }) => expected.toFixed(1), 'right'],
    ['rise', ({ rise }) => rise.toFixed(1), 'right'],
  ]);
  const storyTable = tableText(session, stories, [
    ['story', ({ title }) => title, 20],
    ['sources', ({ sources }) => String(sources), 'right'],
    ['articles', ({ articles: count }) => String(count), 'right'],
    ['an hour', ({ perHour }) => perHour.toFixed(1), 'right'],
    ['change', ({ acceleration }) => `${acceleration < 0 ? '' : '+'}${acceleration.toFixed(1)}`, 'right'],
    ['first seen (UTC)', ({ firstSeenAt }) => minuteText(firstSeenAt)],
  ]);
  return `${termTable}\n${storyTable}`;
}
