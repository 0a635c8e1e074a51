import { describe, expect, it } from 'vitest';
import { refreshMedia } from '../../../src/commands/page/refresh-media.ts';
import { mediaFingerprint, mediaHost, mediaId } from '../../../src/model/media/media-fingerprint.ts';
import { mediaItem } from '../../../src/model/media/media-item.ts';
import type { MediaResolver } from '../../../src/model/media/media-resolver.ts';
import { noPlayLinks } from '../../../src/model/media/play-links.ts';
import type { StoredMedia } from '../../../src/model/media/stored-media.ts';
import { at, entry } from '../../storage/records.ts';
import { openCrawl } from '../../support/crawl-ports.ts';

const pageUrl = entry('http://gazette.example/watch').url;
const address = (signature: string) => `http://gazette.example/f.m3u8?sig=${signature}`;
const playlist = '#EXTM3U\n#EXTINF:4,\ns0.ts\n#EXT-X-ENDLIST\n';
const old: StoredMedia = {
  ...mediaItem(address('old'), 'hls', { role: 'main', title: 'Film' }),
  id: mediaId(pageUrl, address('old')),
  host: mediaHost(address('old')),
  foundAt: at(0),
  site: 'gazette.example',
  fingerprint: mediaFingerprint(address('old')),
  articleId: null,
  pageUrl,
};

async function refreshed(media: MediaResolver | null, found: readonly string[] = []) {
  await using crawl = await openCrawl({ media });
  const { io, web } = crawl;
  const video = '<video src="x"></video>';
  web.answers = { [`static ${pageUrl}`]: { html: video }, [`browser ${pageUrl}`]: { html: video } };
  for (const url of found) web.answers[`static ${url}`] = { html: playlist };
  const items = found.map((url) => mediaItem(url, 'hls', { role: 'main', score: 65 }));
  const findMedia = async () => ({
    isVideoPage: true,
    items,
    sightings: [],
    isScripted: false,
    pageTitle: '',
    playLinks: noPlayLinks,
  });
  const fresh = await refreshMedia({ ...io, reader: { ...io.reader, findMedia } }, old);
  return { fresh, asked: crawl.asked.map(({ way, url }) => `${way} ${url}`) };
}

describe('refreshMedia', () => {
  it('asks the site’s own function, without the page', async () => {
    const refresh: MediaResolver['refresh'] = ({ url }) => ({ url: url.replace('old', 'new'), delivery: 'hls' });
    const { fresh, asked } = await refreshed({ resolve: () => [], refresh }, [address('new')]);
    expect(fresh).toMatchObject({ url: address('new'), title: 'Film', durationMs: 4_000 });
    expect(asked).not.toContain(`static ${pageUrl}`);
  });

  it('resolves the page again where the medium has no signature, and takes the same medium', async () => {
    const other = 'http://gazette.example/other.m3u8';
    const { fresh, asked } = await refreshed(null, [other, address('new')]);
    expect({ url: fresh?.url, firstAsked: asked[0] }).toEqual({ url: address('new'), firstAsked: `static ${pageUrl}` });
    expect((await refreshed(null, [other])).fresh?.url).toBe(other);
    expect((await refreshed(null, [])).fresh).toBeNull();
  });

  it('names the file of a function that fails', async () => {
    const refresh = () => JSON.parse('{');
    await expect(refreshed({ resolve: () => [], refresh })).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('gazette.example: media.refresh throws'),
    });
  });
});
