import { basename, extname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { ArticleStatus } from '../../model/article/article.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import { writeWhole } from '../files.ts';
import { parseTime } from '../options.ts';
import type { Session } from '../session.ts';
import { ChangesFile } from './export-changes.ts';
import {
  binaryFormats,
  ExportCounts,
  type ExportFormat,
  exportedFile,
  exportFormats,
  formatOfFile,
  isFeed,
} from './export-content.ts';
import { exportMedia } from './export-media.ts';
import { notIndexedText, readWords } from './search.ts';

const articleStatuses: readonly ArticleStatus[] = ['published', 'duplicate', 'off-topic'];

interface Options {
  readonly format?: ExportFormat | 'urls';
  readonly since?: Date;
  readonly topic?: string;
  readonly category?: string;
  readonly site?: string;
  readonly q?: string;
  readonly status: ArticleStatus | 'all';
  readonly sort: 'stored' | 'importance' | 'relevance';
  readonly changes?: string;
  readonly output?: string;
}

export function addExport(program: Command, session: Session): void {
  program
    .command('export')
    .description('print the stored articles, or write them to a file')
    .addOption(
      new Option(
        '-f, --format <format>',
        'format; urls: addresses of the stored main media, signed again where they expire soon (default: as the extension of -o, else jsonl)',
      ).choices([...exportFormats, 'urls']),
    )
    .option('--since <time>', 'stored or updated since: 2026-11-21, 2h, 7d', parseTime(session.io.clock.now()))
    .option('--topic <name>', 'of this topic')
    .option('--category <label>', 'of this category')
    .option('--site <host>', 'of this site')
    .option('--q <words>', 'with these words, as `newshawk search` reads them: "a phrase", elect*, -word')
    .addOption(
      new Option('--status <status>', 'which articles').choices([...articleStatuses, 'all']).default('published'),
    )
    .addOption(
      new Option(
        '--sort <order>',
        'importance: by relevance to the topics and the number of pages that link to it; relevance: the best match of --q first',
      )
        .choices(['stored', 'importance', 'relevance'])
        .default('stored', 'as stored; feeds: newest first'),
    )
    .option(
      '--changes <file>',
      'only what is new or another since the export before with this file, which remembers it (docs/publishing.md)',
    )
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .action((options: Options) => exportArticles(session, options));
}

async function exportArticles(session: Session, options: Options): Promise<void> {
  const file = options.output === undefined ? null : resolve(session.io.cwd, options.output);
  const format = options.format ?? (file === null || extname(file) === '' ? 'jsonl' : formatOfFile(file));
  if (format === 'urls') return await exportMedia(session, options);
  checkUse(session, format, options);
  await using app = await session.openApp({ storePurpose: 'existing' });
  const filter = {
    ...filterOf(options),
    ...(options.sort === 'importance' && (await importanceOrder(app))),
    ...(options.sort === 'relevance' && { byRelevance: true }),
  };
  const changesPath = options.changes === undefined ? null : resolve(session.io.cwd, options.changes);
  await using changes = changesPath === null ? null : await ChangesFile.open(changesPath, filter);
  const counts = new ExportCounts();
  const filename = file === null ? null : basename(file);
  const parts = exportedFile(app, { format, filter, filename }, counts, changes?.select);
  const isWritten = file === null ? await printParts(session, parts) : await writeWhole(file, parts, session.signal);
  if (!isWritten) {
    session.exitCode = exitCodes.interrupted;
    if (file !== null) session.say(`Interrupted: ${file} is as it was.`);
    return;
  }
  await changes?.keep();
  await sayResult(session, app, { file, counts, filter, isPartial: changes !== null });
}

/** @throws CommandError (usage) for options that exclude each other */
function checkUse(session: Session, format: ExportFormat, { output, changes, sort, since, q }: Options): void {
  const wrong = (message: string) => new CommandError(exitCodes.usage, message);
  if (binaryFormats.has(format) && output === undefined && session.outIsTerminal)
    throw wrong(`${format} is no text: name a file with -o, or pass it on with | or >.`);
  if (q !== undefined) readWords(q, '`newshawk export --q "wind power"`');
  else if (sort === 'relevance') throw wrong('--sort relevance is the order of a search: add --q with its words.');
  if (changes === undefined) return;
  if (isFeed(format)) throw wrong(`--changes is for files of all articles, and ${format} has the newest only.`);
  if (since !== undefined) throw wrong('--changes knows what is new by itself, whatever its time: leave --since out.');
  if (sort !== 'stored') throw wrong('--changes writes articles as they are stored: leave --sort out.');
}

/** @returns whether all was printed; false: it was ended */
async function printParts(session: Session, parts: AsyncIterable<string | Uint8Array>): Promise<boolean> {
  for await (const part of parts) {
    if (session.signal.aborted) return false;
    await session.print(part);
  }
  await session.output.flush();
  if (session.output.failure !== null) throw session.output.failure;
  return true;
}

interface Result {
  readonly file: string | null;
  readonly counts: ExportCounts;
  readonly filter: ArticleFilter;
  /** Only changes were written: few or none is no surprise. */
  readonly isPartial: boolean;
}

async function sayResult(session: Session, app: App, { file, counts, filter, isPartial }: Result): Promise<void> {
  const { articles, withoutPage, gone } = counts;
  const changed = isPartial ? `${articles} articles are new or changed, ${gone} are gone` : `${articles} articles`;
  if (file !== null) session.say(isPartial ? `${changed}: ${file}.` : `${changed} are in ${file}.`);
  else if (isPartial) session.say(`${changed}.`);
  if (withoutPage > 0)
    session.say(
      `The pages of ${withoutPage} of them are not kept any more (docs/retention.md): the file has their text.`,
    );
  const notIndexed = filter.q === undefined ? 0 : await (await app.store()).articles.notIndexed();
  if (notIndexed > 0) session.say(notIndexedText(notIndexed));
  if (articles === 0 && !isPartial) await explainEmptyExport(session, app, filter);
}

/** Explains an empty export of a store that has articles: they are off topic, or duplicates. */
async function explainEmptyExport(session: Session, app: App, filter: ArticleFilter): Promise<void> {
  const { status, ...others } = filter;
  const { articles } = await app.store();
  if (status === undefined || status === 'off-topic') return;
  const offTopic = await articles.count({ ...others, status: 'off-topic' });
  const duplicates = await articles.count({ ...others, status: 'duplicate' });
  const all = await articles.count(others);
  if (all === 0) return;
  const topics = offTopic === 0 ? '' : ', `newshawk topics list` shows what is on topic';
  session.say(
    `No ${status} article is among the ${all} that match: ${offTopic} of them are off topic, ${duplicates} copies of other articles. \`--status all\` exports them${topics}.`,
  );
}

const importanceOrder = async (app: App): Promise<ArticleFilter> => ({
  byImportance: {
    relevanceShare: app.config.relevanceShare,
    maxInLinks: await (await app.store()).links.maxInLinks(),
  },
});

const filterOf = ({ since, topic, category, site, q, status }: Options): ArticleFilter => ({
  ...(status === 'all' ? {} : { status }),
  ...(since === undefined ? {} : { since }),
  ...(topic === undefined ? {} : { topic }),
  ...(category === undefined ? {} : { category }),
  ...(site === undefined ? {} : { site }),
  ...(q === undefined ? {} : { q }),
});

/** Writes the articles to a file. @returns their number @throws CommandError (usage; output where only a part could be written) */
export async function writeArticles(
  app: App,
  file: string,
  format: ExportFormat,
  filter: ArticleFilter,
): Promise<number> {
  const counts = new ExportCounts();
  await writeWhole(file, exportedFile(app, { format, filter, filename: basename(file) }, counts));
  return counts.articles;
}
