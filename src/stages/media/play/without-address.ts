import type { InFrame } from '../../../browser-port.ts';
import type { Evidence, Sighting } from '../../../model/media/media-sighting.ts';
import type { SocketTraffic } from '../../../model/web/exchange.ts';
import { evidenceOfWidth } from '../find/element.ts';
import { detectStream, streamMimeTypes } from '../find/magic.ts';
import { mediaAddress } from '../find/media-url.ts';
import { sighting } from '../find/sighting.ts';
import type { FrameState, MediaElementState } from '../in-page/frame-state.ts';
import { elementDurationMs, elementSizeEvidence } from './element-sighting.ts';

/** Bytes passed to MediaSource from which a script plays a medium; fewer may be a button's sound. */
const playingBytes = 20_000;
/** Bytes of a socket from which it feeds an element, where their format is unknown. */
const socketBytes = 50_000;

interface Playing {
  readonly elements: readonly { readonly element: MediaElementState; readonly base: string }[];
  readonly frames: readonly InFrame<FrameState>[];
  readonly mseBytes: number;
  readonly sockets: readonly SocketTraffic[];
  readonly pageUrl: string;
}

/** Media without an address that HTTP fetches: MediaSource bytes, a socket, a stream. A script may draw what a socket brings on a canvas. */
export function withoutAddress({ elements, frames, mseBytes, sockets, pageUrl }: Playing): Sighting[] {
  const pagePath = pageUrl.replace(/^https?:\/\//, '');
  const shown = elements.filter(({ element }) => !element.isSilentLoop && !element.isInLink && !element.isInAd);
  const streams = shown.filter(({ element }) => element.isStream);
  if (streams.length > 0)
    return streams.map(({ element }, at) =>
      sighting(
        `mediastream:${pagePath}#${at + 1}`,
        'mediastream',
        ['current source', ...elementSizeEvidence(element)],
        {
          isLive: true,
        },
      ),
    );
  const fed = shown.filter(({ element }) => element.url.startsWith('blob:'));
  const socket = mediaSocket(sockets);
  if (fed.length === 0) return socket === null ? [] : [drawn(socket, frames)];
  const isFedByWorker = fed.some(({ element }) => element.url === 'blob:worker' && element.isPlaying);
  if (mseBytes < playingBytes && !isFedByWorker) return [];
  const mimeType = frames.flatMap(({ value }) => value.mseTypes)[0] ?? null;
  const feeder = socket ?? sockets.find(({ binaryBytes }) => binaryBytes >= socketBytes) ?? null;
  const [best] = fed.toSorted((a, b) => b.element.widthPx - a.element.widthPx);
  if (best === undefined) return [];
  const evidence: Evidence[] = ['current source', 'seen on the network', ...elementSizeEvidence(best.element)];
  const about = {
    mimeType,
    poster: mediaAddress(best.element.poster, best.base),
    durationMs: elementDurationMs(best.element),
  };
  return feeder === null
    ? [sighting(`mse:${pagePath}`, 'mse-capture', evidence, about)]
    : [sighting(feeder.url, 'websocket', evidence, about)];
}

/** The socket whose messages are a stream of pictures or sound, by their first bytes; null: none. */
function mediaSocket(sockets: readonly SocketTraffic[]): SocketTraffic | null {
  const streams = sockets.filter(
    ({ binaryBytes, firstBytes }) => binaryBytes >= playingBytes && detectStream(firstBytes) !== null,
  );
  return streams.toSorted((a, b) => b.binaryBytes - a.binaryBytes)[0] ?? null;
}

/** The stream of a player that decodes by itself. It has no end: such players get what is recorded at this moment. */
function drawn({ url, firstBytes }: SocketTraffic, frames: readonly InFrame<FrameState>[]): Sighting {
  const widthPx = Math.max(0, ...frames.map(({ value }) => value.canvasWidthPx));
  const isShown: Evidence[] = widthPx > 0 ? ['current source', ...evidenceOfWidth(widthPx)] : [];
  return sighting(url, 'websocket', ['seen on the network', ...isShown], {
    mimeType: streamMimeTypes[detectStream(firstBytes) ?? ''] ?? null,
    isLive: true,
  });
}
