import { extname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { ArticleStatus, StoredArticle } from '../../model/article/article.ts';
import { csvHeader, toCsvLine } from '../../stages/publish/csv.ts';
import { type FeedFormat, toFeed } from '../../stages/publish/feed.ts';
import { toJsonLine } from '../../stages/publish/json-line.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import { wholeArticle } from '../../storage/long-texts.ts';
import { parseTime } from '../options.ts';
import type { Session } from '../session.ts';
import { writeTexts } from '../whole-file.ts';
import { exportMedia } from './export-media.ts';

export const exportFormats = ['jsonl', 'csv', 'rss', 'atom', 'jsonfeed'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const articleStatuses: readonly ArticleStatus[] = ['published', 'duplicate', 'off-topic'];

/** Articles in a feed: the newest ones, since readers poll it. */
const feedLength = 100;

interface Options {
  readonly format: ExportFormat | 'urls';
  readonly since?: Date;
  readonly topic?: string;
  readonly category?: string;
  readonly site?: string;
  readonly status: ArticleStatus | 'all';
  readonly sort: 'stored' | 'importance';
  readonly output?: string;
}

export function addExport(program: Command, session: Session): void {
  program
    .command('export')
    .description('print the stored articles, or write them to a file')
    .addOption(
      new Option(
        '-f, --format <format>',
        'format; urls: addresses of the stored main media, signed again where they expire soon',
      )
        .choices([...exportFormats, 'urls'])
        .default('jsonl'),
    )
    .option('--since <time>', 'stored or updated since: 2026-11-21, 2h, 7d', parseTime(session.io.clock.now()))
    .option('--topic <name>', 'of this topic')
    .option('--category <label>', 'of this category')
    .option('--site <host>', 'of this site')
    .addOption(
      new Option('--status <status>', 'which articles').choices([...articleStatuses, 'all']).default('published'),
    )
    .addOption(
      new Option('--sort <order>', 'importance: by relevance to the topics and the number of pages that link to it')
        .choices(['stored', 'importance'])
        .default('stored', 'as stored; feeds: newest first'),
    )
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .action((options: Options) => exportArticles(session, options));
}

async function exportArticles(session: Session, { format, ...options }: Options): Promise<void> {
  if (format === 'urls') return await exportMedia(session, options);
  await using app = await session.openApp({ storePurpose: 'existing' });
  const filter = { ...filterOf(options), ...(options.sort === 'importance' && (await importanceOrder(app))) };
  if (options.output === undefined) {
    let count = 0;
    const counted = (): void => {
      count++;
    };
    for await (const text of exportText(app, format, filter, counted)) {
      if (session.signal.aborted) {
        session.exitCode = exitCodes.interrupted;
        return;
      }
      await session.print(text);
    }
    if (count === 0) await explainEmptyExport(session, app, filter);
    return;
  }
  const file = resolve(session.io.cwd, options.output);
  const count = await writeArticles(app, file, format, filter);
  session.say(`${count} articles are in ${file}.`);
  if (count === 0) await explainEmptyExport(session, app, filter);
}

/** Explains an empty export of a store that has articles: they are off topic, or duplicates. */
async function explainEmptyExport(session: Session, app: App, filter: ArticleFilter): Promise<void> {
  const { status, ...others } = filter;
  const { articles } = await app.store();
  if (status === undefined || status === 'off-topic') return;
  const offTopic = await articles.count({ ...others, status: 'off-topic' });
  const all = await articles.count(others);
  if (all > 0)
    session.say(
      `No ${status} article is among the ${all} that match; ${offTopic} of them are off topic. \`--status all\` exports them, \`newshawk topics list\` shows what is on topic.`,
    );
}

const importanceOrder = async (app: App): Promise<ArticleFilter> => ({
  byImportance: {
    relevanceShare: app.config.relevanceShare,
    maxInLinks: await (await app.store()).links.maxInLinks(),
  },
});

const filterOf = ({ since, topic, category, site, status }: Omit<Options, 'format' | 'sort'>): ArticleFilter => ({
  ...(status === 'all' ? {} : { status }),
  ...(since === undefined ? {} : { since }),
  ...(topic === undefined ? {} : { topic }),
  ...(category === undefined ? {} : { category }),
  ...(site === undefined ? {} : { site }),
});

/** Writes the articles to a file. @returns their number. @throws CommandError (usage; output where only a part could be written) */
export async function writeArticles(
  app: App,
  file: string,
  format: ExportFormat,
  filter: ArticleFilter,
): Promise<number> {
  let count = 0;
  const counted = (): void => {
    count++;
  };
  await writeTexts(file, exportText(app, format, filter, counted));
  return count;
}

async function* exportText(
  app: App,
  format: ExportFormat,
  filter: ArticleFilter,
  onArticle: () => void = () => {},
): AsyncIterable<string> {
  const { articles, blobs } = await app.store();
  if (format === 'jsonl' || format === 'csv') {
    const dataNames = format === 'csv' ? await dataNamesOf(articles.stream(filter)) : [];
    if (format === 'csv') yield csvHeader(dataNames);
    for await (const stored of articles.stream(filter)) {
      onArticle();
      const article = await wholeArticle(blobs, stored);
      yield format === 'csv' ? toCsvLine(article, dataNames) : toJsonLine(article);
    }
    return;
  }
  const newest = await articles.find({ ...filter, limit: feedLength });
  for (const _ of newest) onArticle();
  yield toFeed(newest, feedMeta(app, newest, filter), feedFormatOf[format]);
}

/** The columns of a CSV file are known after all articles are read. */
async function dataNamesOf(articles: AsyncIterable<StoredArticle>): Promise<string[]> {
  const names = new Set<string>();
  for await (const { data } of articles) for (const name of Object.keys(data)) names.add(name);
  return [...names];
}

const feedFormatOf = { rss: 'rss', atom: 'atom', jsonfeed: 'json' } as const satisfies Record<string, FeedFormat>;

function feedMeta(app: App, articles: readonly StoredArticle[], { topic, category, site }: ArticleFilter) {
  const of = [topic, category, site].filter((name) => name !== undefined).join(', ');
  return {
    title: of === '' ? 'newshawk' : `newshawk: ${of}`,
    description: `Articles that newshawk found${of === '' ? '' : ` (${of})`}`,
    homeUrl: site === undefined ? (articles[0]?.canonicalUrl ?? 'http://localhost/') : `https://${site}/`,
    feedUrl: null,
    at: app.clock.now(),
  };
}

const extensions: Readonly<Record<string, ExportFormat>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.rss': 'rss',
  '.xml': 'rss',
  '.atom': 'atom',
  '.json': 'jsonfeed',
};

/** The format by the file's extension. @throws CommandError (usage) for an unknown extension */
export function formatOfFile(file: string): ExportFormat {
  const format = extensions[extname(file).toLowerCase()];
  if (format === undefined)
    throw new CommandError(
      exitCodes.usage,
      `The extension of ${file} names no format. Use one of ${Object.keys(extensions).join(', ')}.`,
    );
  return format;
}
