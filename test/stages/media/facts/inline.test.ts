import { describe, expect, it } from 'vitest';
import { mediaItem } from '../../../../src/model/media/media-item.ts';
import { describeItem } from '../../../../src/stages/media/facts/describe.ts';
import { httpOf } from '../../../support/ports.ts';
import { identityOf } from '../../fetch/local-site.ts';

const identity = identityOf('http://127.0.0.1:9');
const frame = 'https://player.example/embed/7';
const manifest = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360\nhttps://cdn.example/low.m3u8\n';
const rendition = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns0.ts\n#EXT-X-ENDLIST\n';

describe('a manifest without an address', () => {
  it.each(['blob:https://player.example/1', 'data:application/vnd.apple.mpegurl,x', 'inline:1'])(
    'names files that want the address of its document: %s',
    async (url) => {
      const referers: (string | undefined)[] = [];
      const item = mediaItem(url, 'hls', { inlineManifest: manifest, inlineManifestBase: frame });
      const described = await describeItem(item, {
        identity,
        pageUrl: 'https://films.example/page',
        texts: new Map(),
        sentHeaders: new Map(),
        keySystems: new Set(),
        isLicensed: false,
        http: httpOf(async (request) => {
          referers.push(request.headers?.referer);
          const body = Buffer.from(rendition);
          return { url: request.url, status: 200, headers: {}, body, wireBytes: body.byteLength, elapsedMs: 0 };
        }),
      });
      expect(described?.headers).toEqual({ referer: frame });
      expect(described?.durationMs).toBe(4_000);
      expect(new Set(referers)).toEqual(new Set([frame]));
    },
  );
});
