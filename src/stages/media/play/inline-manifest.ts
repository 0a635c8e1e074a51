import type { Sighting } from '../../../model/media/media-sighting.ts';
import type { Exchange } from '../../../model/web/exchange.ts';
import { fetchHeaders } from '../find/network.ts';

/**
 * A manifest that no request brought has no headers, but what it names may need them: the player's requests to the hosts in its text show which. Other media
 * stay as they are.
 */
export function withSegmentHeaders(sighting: Sighting, exchanges: readonly Exchange[]): Sighting {
  const { manifest, url, base } = sighting;
  if (manifest === null || !/^(inline|data|blob):/.test(url)) return sighting;
  const hosts = new Set([...manifest.matchAll(/https?:\/\/([^/\s"'<]+)/gi)].map(([, host = '']) => host.toLowerCase()));
  if (base !== null && URL.canParse(base)) hosts.add(new URL(base).host);
  const request = exchanges.findLast(
    ({ url: asked, type, status }) =>
      /^(xhr|fetch|media|other)$/.test(type) &&
      status >= 200 &&
      status < 400 &&
      URL.canParse(asked) &&
      hosts.has(new URL(asked).host),
  );
  return request === undefined ? sighting : { ...sighting, headers: fetchHeaders(request.requestHeaders) };
}
