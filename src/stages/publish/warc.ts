import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { WARCRecord, WARCSerializer } from 'warcio';
import type { StoredArticle } from '../../model/article/article.ts';
import type { StoredSnapshot } from '../../model/page/snapshot.ts';

const pack = promisify(gzip);
const utf8 = new TextEncoder();
const version = 'WARC/1.1';
const software = 'newshawk';

/** An article with its page. */
export interface ArchivedArticle {
  readonly article: StoredArticle;
  /** Null: the page is not kept any more. */
  readonly snapshot: StoredSnapshot | null;
}

/** What the file says of itself. */
export interface WarcInfo {
  /** Name of the file; null: it has none. */
  readonly filename: string | null;
  readonly at: Date;
  readonly description: string;
  /** Each record packed by gzip, as a `.warc.gz` has them. */
  readonly isPacked: boolean;
}

/**
 * The pages of the articles as a WARC 1.1 file (ISO 28500). A page is a `response` only where what newshawk keeps is what the
 * server sent; a rendered or decoded page is a `resource`, one that was made from answers of its API a `conversion` (docs/publishing.md). The text of the article follows
 * as a `conversion`, with `metadata` of the visit. Ids are made of content: the same articles give the same records.
 */
export async function* warcFile(pages: AsyncIterable<ArchivedArticle>, info: WarcInfo): AsyncIterable<Uint8Array> {
  const written = async (record: WARCRecord): Promise<Uint8Array> => {
    const bytes = await WARCSerializer.serialize(record, { digest: { algo: 'sha-1', prefix: 'sha1:', base32: true } });
    return info.isPacked ? await pack(bytes) : bytes;
  };
  yield await written(infoRecord(info));
  for await (const page of pages) for (const record of recordsOf(page)) yield await written(record);
}

function infoRecord({ filename, at, description }: Omit<WarcInfo, 'isPacked'>): WARCRecord {
  const fields = {
    software,
    format: 'WARC File Format 1.1',
    conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
    description: oneLine(description),
  };
  const opts = {
    date: at.toISOString(),
    warcVersion: version,
    warcHeaders: { 'WARC-Record-ID': recordId('warcinfo', `${filename} ${at.toISOString()} ${description}`) },
    ...(filename !== null && { filename: oneLine(filename) }),
  } as const;
  return WARCRecord.createWARCInfo(opts, fields);
}

function recordsOf({ article, snapshot }: ArchivedArticle): WARCRecord[] {
  const texts = textRecord(article, snapshot);
  return snapshot === null ? [texts] : [pageRecord(snapshot), metadataRecord(article, snapshot), texts];
}

const pageIdOf = ({ hash }: StoredSnapshot): string => recordId('page', hash);

function pageRecord(snapshot: StoredSnapshot): WARCRecord {
  const { finalUrl, takenAt, status, headers, html } = snapshot;
  const common = { url: finalUrl, date: takenAt.toISOString(), warcVersion: version } as const;
  const id = { 'WARC-Record-ID': pageIdOf(snapshot) };
  const body = utf8.encode(html);
  if (isAsSent(snapshot)) {
    const httpHeaders = archivedHeaders(headers, body.length);
    return WARCRecord.create(
      { ...common, type: 'response', warcHeaders: id, statusline: archivedStatusLine(status), httpHeaders },
      [body],
    );
  }
  const type = snapshot.via === 'api' ? 'conversion' : 'resource';
  const warcHeaders = { ...id, 'Content-Type': 'text/html; charset=utf-8' };
  return WARCRecord.create({ ...common, type, warcHeaders }, [body]);
}

/** Whether the text, as UTF-8, is the body of the server's answer. */
const isAsSent = ({ via, encoding }: StoredSnapshot): boolean =>
  via === 'static' && encoding !== null && /^utf-?8$/i.test(encoding);

/** What is known of the visit. */
function metadataRecord(article: StoredArticle, snapshot: StoredSnapshot): WARCRecord {
  const { url, finalUrl, takenAt, status, headers, via, encoding, settledBy, network, hash } = snapshot;
  const fields = { url, finalUrl, status, headers, via, encoding, settledBy, snapshot: hash, article: article.id };
  return WARCRecord.create(
    {
      url: finalUrl,
      date: takenAt.toISOString(),
      warcVersion: version,
      type: 'metadata',
      warcHeaders: {
        'WARC-Record-ID': recordId('metadata', `${hash} ${article.id}`),
        'WARC-Concurrent-To': pageIdOf(snapshot),
        'WARC-Refers-To': pageIdOf(snapshot),
        'Content-Type': 'application/json',
      },
    },
    [utf8.encode(JSON.stringify({ ...fields, requests: network.map(({ url: of, status }) => ({ url: of, status })) }))],
  );
}

/** The article that was read from the page, as JSON. */
function textRecord(article: StoredArticle, snapshot: StoredSnapshot | null): WARCRecord {
  const { id, revision, url, fetchedAt, title, body, authors, publishedAt, modifiedAt, lang, description } = article;
  const fields = { id, revision, url, title, authors, publishedAt, modifiedAt, lang, description, body };
  return WARCRecord.create(
    {
      url: snapshot?.finalUrl ?? url,
      date: fetchedAt.toISOString(),
      warcVersion: version,
      type: 'conversion',
      warcHeaders: {
        'WARC-Record-ID': recordId('article', `${id} ${revision} ${article.fingerprint.bodyHash}`),
        ...(snapshot !== null && { 'WARC-Refers-To': pageIdOf(snapshot) }),
        'Content-Type': 'application/json',
      },
    },
    [utf8.encode(JSON.stringify(fields))],
  );
}

/** A UUID (version 8, RFC 9562) made of what the record holds. */
function recordId(kind: string, of: string): string {
  const hex = createHash('sha256').update(`${kind} ${of}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return `<urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}>`;
}

/** A field of a record can't have line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');

/** Headers of the transfer, whose work is undone in the text that is kept: an archive reader would undo it again. And cookies, which a snapshot has in one line. They get a prefix, as other archivers give it. */
const undone: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding', 'content-length', 'set-cookie']);
const undonePrefix = 'x-archive-orig-';

/** Headers that are no header of the answer: names that HTTP does not allow, such as HTTP/2's `:status`. */
const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);

/** The headers of the answer with the body's length as it is archived. @param bytes of the body */
export function archivedHeaders(headers: Readonly<Record<string, string>>, bytes: number): [string, string][] {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (!isHeaderName(name)) return [];
    const text = value.replace(/[\r\n\0]+/g, ' ').trim();
    return [[undone.has(name.toLowerCase()) ? `${undonePrefix}${name.toLowerCase()}` : name, text]];
  });
  return [...kept, ['content-length', String(bytes)]];
}

/** The version of HTTP and the reason are not kept: HTTP/1.1 stands for the first, in which a record's headers are written, and only a success has the usual reason. */
export const archivedStatusLine = (status: number): string => `HTTP/1.1 ${status} ${status === 200 ? 'OK' : ''}`;
