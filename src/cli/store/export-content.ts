import { basename, extname } from 'node:path';
import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { StoredArticle } from '../../model/article/article.ts';
import { csvHeader, toCsvLine } from '../../stages/publish/csv.ts';
import type { ArchivedArticle } from '../../stages/publish/warc.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import type { Blobs } from '../../storage/blobs-port.ts';
import { wholeArticle } from '../../storage/long-texts.ts';

/** Formats of an export of articles. */
export const exportFormats = ['jsonl', 'csv', 'parquet', 'rss', 'atom', 'jsonfeed', 'warc'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Those that are bytes, not text: no terminal can show them. */
export const binaryFormats: ReadonlySet<string> = new Set<ExportFormat>(['parquet', 'warc']);

/** Those that hold the newest articles only, for readers that poll them. */
const feedOfFormat = { rss: 'rss', atom: 'atom', jsonfeed: 'json' } as const;
export const isFeed = (format: ExportFormat): format is keyof typeof feedOfFormat => format in feedOfFormat;

const extensions: Readonly<Record<string, ExportFormat>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.parquet': 'parquet',
  '.rss': 'rss',
  '.xml': 'rss',
  '.atom': 'atom',
  '.json': 'jsonfeed',
  '.warc.gz': 'warc',
  '.warc': 'warc',
};

/** The format by the file's extension. @throws CommandError (usage) for an unknown extension */
export function formatOfFile(file: string): ExportFormat {
  const name = basename(file).toLowerCase();
  const format = name.endsWith('.warc.gz') ? 'warc' : extensions[extname(name)];
  if (format === undefined)
    throw new CommandError(
      exitCodes.usage,
      `The extension of ${file} names no format. Use one of ${Object.keys(extensions).join(', ')}.`,
    );
  return format;
}

/** Articles in a feed: the newest ones, since readers poll it. */
const feedLength = 100;

/** What is exported, and how. */
interface ExportRequest {
  readonly format: ExportFormat;
  readonly filter: ArticleFilter;
  /** Name of the file that is written; null: stdout. */
  readonly filename: string | null;
}

/** What went into an export. */
export class ExportCounts {
  articles = 0;
  /** Articles of an archive whose page is not kept any more. */
  withoutPage = 0;
  /** Articles that were in the export before, and are not any more. */
  gone = 0;
}

/** An article, or the id of one that is not there any more. */
export type ExportRow = StoredArticle | { readonly gone: string };

/** Which of the articles are exported; default: all. */
export type Selection = (articles: AsyncIterable<StoredArticle>) => AsyncIterable<ExportRow>;

/** The parts of the file, as they come, in bounded memory. */
export async function* exportedFile(
  app: App,
  request: ExportRequest,
  counts: ExportCounts,
  select?: Selection,
): AsyncIterable<string | Uint8Array> {
  const { format, filter } = request;
  const { articles } = await app.store();
  if (isFeed(format)) {
    const newest = await articles.find({ ...filter, limit: feedLength });
    counts.articles += newest.length;
    const { toFeed } = await import('../../stages/publish/feed.ts');
    return yield toFeed(newest, feedMeta(app, newest, filter), feedOfFormat[format]);
  }
  const all = articles.stream(filter);
  yield* fileParts(app, request, counts, select === undefined ? all : select(all));
}

async function* fileParts(
  app: App,
  { format, filter, filename }: ExportRequest,
  counts: ExportCounts,
  rows: AsyncIterable<ExportRow>,
): AsyncIterable<string | Uint8Array> {
  const { articles, blobs } = await app.store();
  if (format === 'jsonl') {
    for await (const row of rows) yield 'gone' in row ? goneLine(row.gone, counts) : toJsonLine(await whole(row));
    return;
  }
  if (format === 'csv') {
    const dataNames = await dataNamesOf(articles.stream(filter));
    yield csvHeader(dataNames);
    for await (const article of present()) yield toCsvLine(article, dataNames);
    return;
  }
  if (format === 'parquet') {
    const { parquetFile } = await import('../../stages/publish/parquet.ts');
    return yield* parquetFile(present(), { filter: JSON.stringify(filter), exportedAt: app.clock.now().toISOString() });
  }
  const { warcFile } = await import('../../stages/publish/warc.ts');
  const info = { filename, at: app.clock.now(), description: `Articles of newshawk, ${JSON.stringify(filter)}` };
  yield* warcFile(withPages(blobs, present(), counts), { ...info, isPacked: !filename?.endsWith('.warc') });

  async function whole(stored: StoredArticle): Promise<StoredArticle> {
    counts.articles += 1;
    return wholeArticle(blobs, stored);
  }

  /** Formats with columns have no place for what is gone. */
  async function* present(): AsyncIterable<StoredArticle> {
    for await (const row of rows) {
      if ('gone' in row) counts.gone += 1;
      else yield await whole(row);
    }
  }
}

function goneLine(id: string, counts: ExportCounts): string {
  counts.gone += 1;
  return `${JSON.stringify({ id, gone: true })}\n`;
}

async function* withPages(
  blobs: Blobs,
  articles: AsyncIterable<StoredArticle>,
  counts: ExportCounts,
): AsyncIterable<ArchivedArticle> {
  for await (const article of articles) {
    const bytes = await blobs.get(article.snapshot);
    if (bytes === null) counts.withoutPage += 1;
    yield { article, snapshot: bytes === null ? null : { ...(await thaw(bytes)), hash: article.snapshot } };
  }
}

/** The columns of a CSV file are known after all articles are read. */
async function dataNamesOf(articles: AsyncIterable<StoredArticle>): Promise<string[]> {
  const names = new Set<string>();
  for await (const { data } of articles) for (const name of Object.keys(data)) names.add(name);
  return [...names];
}

function feedMeta(app: App, articles: readonly StoredArticle[], { topic, category, site, q }: ArticleFilter) {
  const of = [topic, category, site, q].filter((name) => name !== undefined).join(', ');
  return {
    title: of === '' ? 'newshawk' : `newshawk: ${of}`,
    description: `Articles that newshawk found${of === '' ? '' : ` (${of})`}`,
    homeUrl: site === undefined ? (articles[0]?.canonicalUrl ?? 'http://localhost/') : `https://${site}/`,
    feedUrl: null,
    at: app.clock.now(),
  };
}

/** One article as a line of JSON, with its line break. U+2028 and U+2029 are escaped: some readers treat them as line breaks. */
export const toJsonLine = (article: StoredArticle): string =>
  `${JSON.stringify(article).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
