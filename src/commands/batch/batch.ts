import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import { valuesOf } from '../../model/data/own-data.ts';
import { type Snapshot, snapshotOfSource } from '../../model/page/snapshot.ts';
import { type CanonicalUrl, canonicalUrl, tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Reader, WrapperText } from '../../ports.ts';
import { decodeHtml } from '../../stages/fetch/http/decode.ts';
import { answerLine, parseLine, validate } from './json-lines.ts';

interface BatchOptions {
  /** Pages in flight. */
  readonly concurrency: number;
  /** Fetch time of pages without `fetchedAt`: relative dates are resolved against it. */
  readonly now: Date;
  /** Learned wrappers by site; a page of another site is read without one. */
  readonly wrappers?: ReadonlyMap<string, WrapperText>;
  /** Called for each line that fails. Default: nothing is done. */
  readonly onError?: () => void;
}

/** Bytes, unpacked; a larger file is not a page. */
const maxHtmlBytes = 64 * 1024 * 1024;

/** Address of pages without one: its links lead nowhere (RFC 6761). */
const noAddress = canonicalUrl('https://no-address.invalid/page');
/** Characters. Servers and search engines refuse longer addresses, so it is data by mistake. */
const maxUrlLength = 8_192;
/** Characters of an unusable address in its warning. */
const maxShownLength = 100;

const lineSchema = z
  .object({
    id: z.union([z.string(), z.number()]),
    /** Any value: a page whose address is unusable is still read. */
    url: z.unknown().optional(),
    html: z.string().nullish(),
    htmlPath: z.string().min(1).nullish(),
    /** Under which name its site was learned; default: the host of the address. */
    site: z.string().min(1).nullish(),
    fetchedAt: z.string().nullish(),
  })
  .refine(
    ({ html, htmlPath }) => typeof html === 'string' || typeof htmlPath === 'string',
    'has neither html nor htmlPath',
  );

/**
 * Answers JSON lines `{id, url, html | htmlPath (.gz too), fetchedAt?}` with JSON lines `{id, title, body, authors, date, …}`, in order, `concurrency` at once.
 * A line that fails gives `{id, error: {kind, message}}`, and the others continue; blank lines are skipped. The body is the extracted text, even if the page is
 * probably not an article; it is empty only when the page has no text. A page whose `url` is not an http(s) address is read without address, and `warnings` says so.
 */
export async function* extractBatch(
  lines: AsyncIterable<string>,
  read: Reader['read'],
  options: BatchOptions,
): AsyncIterable<string> {
  const running: Promise<string>[] = [];
  for await (const line of lines) {
    if (line.trim() === '') continue;
    running.push(extractLine(line, read, options));
    if (running.length < options.concurrency) continue;
    const first = running.shift();
    if (first !== undefined) yield await first;
  }
  for (const rest of running) yield await rest;
}

const extractLine = (
  line: string,
  read: Reader['read'],
  { now, wrappers = new Map(), onError }: BatchOptions,
): Promise<string> => {
  const answer = async (page: BatchLine) => {
    const { url, warnings } = addressOf(page.url);
    const snapshot = await snapshotOf(page, url, now);
    const learned = wrappers.get(page.site ?? snapshot.site) ?? null;
    return record(page.id, await read(snapshot, { draftAlways: true, learned }), warnings);
  };
  return answerLine(line, lineSchema, answer, onError);
};

type BatchLine = z.output<typeof lineSchema>;

/** A line of a batch. @throws NewshawkError misconfigured with its mistakes */
export const parseBatchLine = (line: string): BatchLine => validate(parseLine(line), lineSchema);

/** The site of a page: its name in the line, or the host of its address. @throws NewshawkError misconfigured where it has neither */
export function siteOfLine({ site, url }: BatchLine): string {
  if (site) return site;
  const address = addressOf(url).url;
  if (address === noAddress)
    throw new NewshawkError(
      'misconfigured',
      'the page has neither a site nor an http(s) address: give `site` or `url`',
    );
  return new URL(address).host;
}

/** The snapshot of a line's page. @throws NewshawkError misconfigured where its file or its date can't be read */
export async function snapshotOfLine(page: BatchLine, now: Date): Promise<{ snapshot: Snapshot; hasAddress: boolean }> {
  const { url } = addressOf(page.url);
  return { snapshot: await snapshotOf(page, url, now), hasAddress: url !== noAddress };
}

async function snapshotOf(page: z.output<typeof lineSchema>, url: CanonicalUrl, now: Date): Promise<Snapshot> {
  const takenAt = page.fetchedAt ? new Date(page.fetchedAt) : now;
  if (Number.isNaN(takenAt.getTime()))
    throw new NewshawkError('misconfigured', `fetchedAt is not a date: ${page.fetchedAt}`);
  const html = page.html ?? decodeHtml(await bytesOf(page.htmlPath ?? ''), {}).html;
  return snapshotOfSource({ url, html, takenAt });
}

/** The page's address. Without one (`null` or left out) there is no warning; any other value that is not an http(s) address gets one. */
function addressOf(raw: unknown): { readonly url: CanonicalUrl; readonly warnings: readonly string[] } {
  if (raw === undefined || raw === null) return { url: noAddress, warnings: [] };
  const url = typeof raw === 'string' && raw.length <= maxUrlLength ? tryCanonicalUrl(raw) : null;
  if (url !== null) return { url, warnings: [] };
  const shown = (typeof raw === 'string' ? raw : JSON.stringify(raw)).slice(0, maxShownLength);
  const fault =
    typeof raw === 'string' && raw.length > maxUrlLength
      ? `is longer than ${maxUrlLength} characters`
      : 'is not an http(s) address';
  return { url: noAddress, warnings: [`url ${fault}, the page is read without address: ${shown}`] };
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(path);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return isGzip ? await promisify(gunzip)(bytes, { maxOutputLength: maxHtmlBytes }) : bytes;
  } catch (cause) {
    throw new NewshawkError('misconfigured', `htmlPath can't be read: ${(cause as Error).message}`, { cause });
  }
}

function record(
  id: string | number,
  { draft, pageType, reason, detail, ownData }: Reading,
  warnings: readonly string[],
) {
  if (draft === null) throw new NewshawkError('bug', `no draft: ${reason ?? ''} ${detail}`);
  return {
    id,
    title: draft.title,
    body: draft.body,
    authors: draft.authors,
    date: draft.publishedAt?.value.slice(0, 10) ?? null,
    modified: draft.modifiedAt?.value.slice(0, 10) ?? null,
    lang: draft.lang,
    pageType,
    images: draft.images,
    ...(ownData.fields.length > 0 && { data: valuesOf(ownData.fields) }),
    ...(ownData.records.length > 0 && {
      records: Object.fromEntries(
        ownData.records.map(({ kind, records }) => [kind, records.map(({ values }) => values)]),
      ),
    }),
    confidence: draft.provenance.body?.confidence ?? 0,
    provenance: draft.provenance,
    model: draft.extractor,
    warnings,
  };
}
