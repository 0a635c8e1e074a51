import { type MediaItem, mediaItem } from '../../model/media/media-item.ts';
import type { Exchange } from '../../model/web/exchange.ts';
import { fetchFirstBytes, fileSizeBytes, type ProbePorts, streamBytes } from './facts/probe.ts';
import { detectFormat, streamMimeTypes } from './find/magic.ts';
import { carriersIn, fileName, withoutRange } from './find/media-url.ts';
import { fetchHeaders, isPieceName } from './find/network.ts';
import type { PlayState } from './play/watched-page.ts';

/** Requests that are asked again: a page whose player reads more files than this reads pieces. */
const maxAsked = 4;
/** A whole film is larger; an initialisation segment is smaller. */
const smallestFile = 64 * 1024;

/**
 * Gives the medium of a player that feeds its element itself the address of the stream that the player reads: one long answer (FLV, MPEG-TS), or one whole
 * file, under an address that says nothing of it; likewise a player that draws a stream on a canvas. Its first bytes say what it is. Pieces stay what they are:
 * the page has to be recorded.
 */
export async function withStreamAddress(
  items: readonly MediaItem[],
  { exchanges, canvasWidthPx, mseBytes }: PlayedStream,
  ports: ProbePorts,
): Promise<MediaItem[]> {
  const fed = items.find(({ delivery, role }) => delivery === 'mse-capture' && role === 'main');
  const isDrawn = canvasWidthPx > 0 && !items.some(({ role }) => role === 'main');
  if (fed === undefined && !isDrawn) return [...items];
  const asked = carriersIn(exchanges);
  if (asked.length > maxAsked) return [...items];
  const answers = await Promise.all(asked.map((exchange) => readStart(exchange, ports)));
  const streams = answers.filter((answer) => answer !== null);
  const [only] = streams;
  const isOne = streams.length === 1 && only !== undefined && !isPieceName(fileName(only.exchange.url));
  // one of several requests is a piece, even if the others do not begin like a medium
  const isWhole =
    isOne && !isDrawn && asked.length === 1 && (only.sizeBytes ?? 0) >= Math.max(smallestFile, 0.9 * mseBytes);
  const stream =
    streams.find(({ format }) => format === 'flv') ??
    // the segments of a playlist that was not seen are of this format, too
    (isOne && (only.format === 'mpegts' || isWhole) ? only : undefined);
  if (stream === undefined) return [...items];
  const { exchange, format } = stream;
  const delivery = format === 'flv' ? 'flv-stream' : 'progressive';
  const base = fed ?? mediaItem(exchange.url, delivery, { role: 'main', reasons: ['seen on the network'] });
  const found: MediaItem = {
    ...base,
    url: withoutRange(exchange.url),
    delivery,
    reasons: base.reasons.filter((reason) => reason !== 'no address'),
    mimeType: streamMimeTypes[format] ?? base.mimeType,
    headers: fetchHeaders(exchange.requestHeaders),
  };
  return fed === undefined ? [found, ...items] : items.map((item) => (item === fed ? found : item));
}

interface PlayedStream extends Pick<PlayState, 'canvasWidthPx' | 'mseBytes'> {
  readonly exchanges: readonly Exchange[];
}

interface StreamStart {
  readonly exchange: Exchange;
  readonly format: string;
  readonly sizeBytes: number | null;
}

async function readStart(exchange: Exchange, ports: ProbePorts): Promise<StreamStart | null> {
  const answer = await fetchFirstBytes(exchange.url, fetchHeaders(exchange.requestHeaders), {
    ...ports,
    enoughBytes: streamBytes,
  });
  if (answer === null || answer.status >= 400) return null;
  const format = detectFormat(answer.body);
  if (format === null || !/^(flv|mpegts|mp4|webm)$/.test(format)) return null;
  const isPiece = format === 'mp4' && !/^(ftyp|moov)$/.test(Buffer.from(answer.body.subarray(4, 8)).toString('latin1'));
  return { exchange, format, sizeBytes: isPiece ? null : fileSizeBytes(answer) };
}
