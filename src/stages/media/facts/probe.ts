import type { MediaItem, Probe } from '../../../model/media/media-item.ts';
import type { HttpClient, HttpResponse, IdentityRoute } from '../../../ports.ts';
import { detectFormat } from '../find/magic.ts';

export interface ProbePorts {
  readonly http: HttpClient;
  readonly identity: IdentityRoute;
}

/** Enough for the header of a file whose index comes first. */
const firstBytes = 64 * 1024;
/** A live stream sends its bytes as they come: these show the format, and need no time. */
export const streamBytes = 1_024;
const timeoutMs = 6_000;
const probedDeliveries = new Set<MediaItem['delivery']>(['progressive', 'flv-stream', 'hls', 'dash', 'smooth']);

/** Requests the first bytes as the player does, then without referer or cookie, to learn which are required. Null: not probed, or no answer. */
export async function probe(item: MediaItem, ports: ProbePorts): Promise<Probe | null> {
  return (await probeFile(item, ports))?.probe ?? null;
}

export interface ProbedFile {
  readonly probe: Probe;
  /** The first bytes. */
  readonly head: Uint8Array;
  /** One answer without an end: a live stream. */
  readonly isEndless: boolean;
}

/** As `probe`, with the bytes that were read. */
export async function probeFile(item: MediaItem, ports: ProbePorts): Promise<ProbedFile | null> {
  if (!canProbe(item)) return null;
  const answer = await fetchFirstBytes(item.url, item.headers, { ...ports, enoughBytes: enoughOf(item) });
  if (answer === null) return null;
  const magic = detectFormat(answer.body);
  const [sizeBytes, acceptsRange] = [fileSizeBytes(answer), isRanged(answer)];
  const isStream = /^(flv|mpegts)$/.test(magic ?? '') || Object.keys(answer.headers).some((name) => /^icy-/.test(name));
  return {
    head: answer.body,
    isEndless: isStream && sizeBytes === null && !acceptsRange,
    probe: {
      status: answer.status,
      magic,
      sizeBytes,
      acceptsRange,
      needs: answer.status < 400 && magic !== null ? await needsOf(item, ports) : [],
    },
  };
}

const isRanged = ({ status, headers }: HttpResponse): boolean =>
  status === 206 || /bytes/i.test(headers['accept-ranges'] ?? '');

export const canProbe = ({ delivery, url, method }: MediaItem): boolean =>
  probedDeliveries.has(delivery) && /^https?:/.test(url) && method === 'GET';

interface ByteRange {
  /** Enough of these; default: 64 kB. */
  readonly enoughBytes?: number;
  /** Default: the beginning. */
  readonly from?: number;
}

/** Requests the first bytes of a file as a media element does; null without an answer. */
export async function fetchFirstBytes(
  url: string,
  headers: Readonly<Record<string, string>>,
  { http, identity, enoughBytes = firstBytes, from = 0 }: ProbePorts & ByteRange,
): Promise<HttpResponse | null> {
  const asElement = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'sec-fetch-dest': 'video',
    'sec-fetch-mode': 'no-cors',
  };
  const range = { range: `bytes=${from}-${from + firstBytes - 1}` };
  const request = { url, identity, maxBytes: firstBytes, enoughBytes, timeoutMs };
  return await http.fetch({ ...request, headers: { ...asElement, ...range, ...headers } }).catch(() => null); // no answer: the caller decides
}

const enoughOf = ({ delivery, mimeType }: MediaItem): number =>
  delivery === 'flv-stream' || mimeType === 'video/mp2t' ? streamBytes : firstBytes;

/** The bytes of a file from an offset on, at most 64 kB; null: the server sends no parts, or does not answer. */
export async function readAt({ url, headers }: MediaItem, from: number, ports: ProbePorts): Promise<Uint8Array | null> {
  const answer = await fetchFirstBytes(url, headers, { ...ports, from });
  return answer?.status === 206 ? answer.body : null;
}

async function needsOf(item: MediaItem, ports: ProbePorts): Promise<Probe['needs']> {
  const { url, headers } = item;
  const enough = { ...ports, enoughBytes: enoughOf(item) };
  const names = (['referer', 'cookie'] as const).filter((name) => headers[name] !== undefined);
  const needed = await Promise.all(
    names.map(async (name) => {
      // an empty header counts as missing, and keeps the identity's cookies out
      const without = await fetchFirstBytes(url, { ...headers, [name]: '' }, enough);
      return without !== null && (without.status >= 400 || detectFormat(without.body) === null);
    }),
  );
  return names.filter((_, at) => needed[at]);
}

/** Bytes of the whole file; null: the answer does not say. */
export function fileSizeBytes({ status, headers }: HttpResponse): number | null {
  const [, total] = /\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (total !== undefined) return Number(total);
  const length = Number(headers['content-length'] ?? Number.NaN);
  return status === 200 && Number.isFinite(length) ? length : null;
}
