import { describe, expect, it } from 'vitest';
import { manifestText } from '../../../../src/commands/download/manifest-file.ts';
import { type Delivery, type MediaItem, mediaItem } from '../../../../src/model/media/media-item.ts';
import { describeItem } from '../../../../src/stages/media/facts/describe.ts';
import { httpOf } from '../../../support/ports.ts';
import { openRedirectingServers, type RedirectingServers } from '../../../support/redirecting-servers.ts';
import { identityOf } from '../../fetch/local-site.ts';

const identity = identityOf('http://127.0.0.1:9');

const http = httpOf(async ({ url, headers = {} }) => {
  const answer = await fetch(url, { headers });
  const body = new Uint8Array(await answer.arrayBuffer());
  return { url: answer.url, status: answer.status, headers: {}, body, wireBytes: body.byteLength, elapsedMs: 0 };
});

const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="sound/en.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",URI="/text/de.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,AUDIO="a",SUBTITLES="s"
low/index.m3u8
`;
const rendition = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns0.ts\n#EXTINF:3,\ns1.ts\n#EXT-X-ENDLIST\n';
const dash = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S"><Period><BaseURL>parts/</BaseURL>
<AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="700000" width="640" height="360"><BaseURL>video.mp4</BaseURL><SegmentBase indexRange="0-99"/></Representation></AdaptationSet>
<AdaptationSet mimeType="video/mp4"><Representation id="w" bandwidth="100000" width="320" height="180"><SegmentTemplate timescale="1" duration="4" startNumber="1" initialization="$RepresentationID$/i.mp4" media="$RepresentationID$/$Number$.m4s"/></Representation></AdaptationSet></Period></MPD>`;
const smooth = `<?xml version="1.0"?><SmoothStreamingMedia MajorVersion="2" Duration="80000000"><StreamIndex Type="video" Url="QualityLevels({bitrate})/Fragments(video={start time})"><QualityLevel Bitrate="500000" MaxWidth="640" MaxHeight="360"/></StreamIndex></SmoothStreamingMedia>`;

const rules = {
  redirects: { '/play/7': '/cdn/a/b/7?sig=1', '/cdn/a/b/low/index.m3u8': '/never' },
  answers: { '/cdn/a/b/low/index.m3u8': rendition },
};
const open = (manifest: string): Promise<RedirectingServers> =>
  openRedirectingServers({ ...rules, answers: { ...rules.answers, '/cdn/a/b/7?sig=1': manifest } });

async function describeAt(
  { asked }: RedirectingServers,
  delivery: Delivery,
  more: Partial<MediaItem> = {},
  texts: ReadonlyMap<string, { text: string; url: string }> = new Map(),
): Promise<MediaItem> {
  const item = mediaItem(`${asked}/play/7`, delivery, more);
  const described = await describeItem(item, {
    http,
    identity,
    pageUrl: `${asked}/page`,
    texts,
    sentHeaders: new Map(),
    keySystems: new Set(),
    isLicensed: false,
  });
  if (described === null) throw new Error('it leads to no medium');
  return described;
}

const variantsOf = ({ variants }: MediaItem) => variants.map(({ kind, url }) => [kind, url]);

describe('a manifest behind a redirect to another origin and path', () => {
  it('names its HLS renditions, sound and subtitles where it answered', async () => {
    await using servers = await open(master);
    const item = await describeAt(servers, 'hls');
    const base = `${servers.answering}/cdn/a/b`;
    expect(variantsOf(item)).toEqual([
      ['video', `${base}/low/index.m3u8`],
      ['audio', `${base}/sound/en.m3u8`],
      ['subtitles', `${servers.answering}/text/de.m3u8`],
    ]);
    // from the first rendition, which only the second origin has
    expect(item).toMatchObject({ durationMs: 7_000, live: 'vod' });
  });

  it('keeps the address that was requested, which is not signed', async () => {
    await using servers = await open(master);
    const item = await describeAt(servers, 'hls');
    expect(item).toMatchObject({ url: `${servers.asked}/play/7`, expiresAt: null });
  });

  it('is read as the page fetched it', async () => {
    await using servers = await open('gone: the address worked once');
    const text = { text: master, url: `${servers.answering}/cdn/a/b/7?sig=1` };
    const item = await describeAt(servers, 'hls', {}, new Map([[`${servers.asked}/play/7`, text]]));
    expect(variantsOf(item)[0]).toEqual(['video', `${servers.answering}/cdn/a/b/low/index.m3u8`]);
  });

  it('names the files of an MPD where it answered, and itself for segments', async () => {
    await using servers = await open(dash);
    expect(variantsOf(await describeAt(servers, 'dash'))).toEqual([
      ['video', `${servers.answering}/cdn/a/b/parts/video.mp4`],
      ['video', `${servers.asked}/play/7`],
    ]);
  });

  it('of Smooth Streaming has its own address as that of the levels', async () => {
    await using servers = await open(smooth);
    expect(variantsOf(await describeAt(servers, 'smooth'))).toEqual([['video', `${servers.asked}/play/7`]]);
  });
});

describe('a manifest without an address', () => {
  it('has the headers with which the page requested what it names', async () => {
    const base = 'http://cdn.example/f/';
    const item = mediaItem('data:1', 'hls', { inlineManifest: master, inlineManifestBase: base });
    const pageUrl = 'http://site.example/watch';
    const silent = httpOf(() => Promise.reject(new Error('no answer')));
    const headersAfter = async (url: string, sent: Record<string, string>) => {
      const sentHeaders = new Map([[url, sent]]);
      const ports = {
        http: silent,
        identity,
        pageUrl,
        texts: new Map(),
        sentHeaders,
        keySystems: new Set<string>(),
        isLicensed: false,
      };
      return (await describeItem(item, ports))?.headers;
    };
    const sent = { referer: 'http://player.example/', cookie: 'visit=1' };
    expect(await headersAfter(`${base}sound/en.m3u8`, sent)).toEqual(sent);
    expect(await headersAfter('http://elsewhere.example/', sent)).toEqual({ referer: base });
  });
});

describe('a manifest that answers a POST behind a redirect', () => {
  const posted = async (delivery: Delivery, manifest: string): Promise<[string, string]> => {
    await using servers = await open(manifest);
    const text = { text: manifest, url: `${servers.answering}/cdn/a/b/7?sig=1` };
    const texts = new Map([[`${servers.asked}/play/7`, text]]);
    const item = await describeAt(servers, delivery, { method: 'POST' }, texts);
    return [manifestText(item), `${servers.answering}/cdn/a/b`];
  };

  it('is passed to the downloader with keys, initialization and segments where it answered', async () => {
    const keyed = rendition.replace(
      '#EXTINF',
      '#EXT-X-KEY:METHOD=AES-128,URI="keys/k1.bin"\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF',
    );
    const [text, base] = await posted('hls', keyed);
    for (const name of ['"keys/k1.bin"', '"init.mp4"']) expect(text).toContain(`"${base}/${name.slice(1)}`);
    expect(text.split('\n').filter((line) => line.endsWith('.ts'))).toEqual([`${base}/s0.ts`, `${base}/s1.ts`]);
  });

  it('is passed on with the base of an MPD', async () => {
    const [text, base] = await posted('dash', dash);
    expect(text).toContain(`<BaseURL>${base}/</BaseURL>`);
    expect(text).toContain('<BaseURL>parts/</BaseURL>');
  });

  it('is passed on with the fragments of Smooth Streaming', async () => {
    const [text, base] = await posted('smooth', smooth);
    expect(text).toContain(`Url="${base}/QualityLevels({bitrate})/Fragments(video={start time})"`);
  });
});
