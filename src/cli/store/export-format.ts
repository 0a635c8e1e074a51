import { basename, extname } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';

/** Formats of an export of articles. */
export const exportFormats = ['jsonl', 'csv', 'parquet', 'rss', 'atom', 'jsonfeed', 'warc'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Those that are bytes, not text: no terminal can show them. */
export const binaryFormats: ReadonlySet<string> = new Set<ExportFormat>(['parquet', 'warc']);

/** Those that hold the newest articles only, for readers that poll them. */
export const feedFormats = { rss: 'rss', atom: 'atom', jsonfeed: 'json' } as const;
export const isFeed = (format: ExportFormat): format is keyof typeof feedFormats => format in feedFormats;

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
