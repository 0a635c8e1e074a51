import { describe, expect, it } from 'vitest';
import { mediaItem } from '../../../../src/model/media/media-item.ts';
import { withoutRenditions } from '../../../../src/stages/media/facts/describe-all.ts';
import { parseManifest } from '../../../../src/stages/media/facts/manifest.ts';

const url = 'https://cdn.example/f/master.m3u8?token=1';
const master = `\ufeff#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,URI="de/audio.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="en/subs.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=1800000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a",SUBTITLES="s"
hd/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"
sound/index.m3u8
`;
const media = (lines: string[], isEnded = true) =>
  [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:6',
    ...lines,
    '#EXTINF:6.0,',
    '1.ts',
    '#EXTINF:3.5,',
    '2.ts',
    isEnded ? '#EXT-X-ENDLIST' : '',
  ].join('\n');

const mpd = (attributes: string, protection = '') => `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes} profiles="urn:mpeg:dash:profile:isoff-live:2011">
  <Period id="1">
    <AdaptationSet mimeType="video/mp4" contentType="video">${protection}
      <SegmentTemplate media="$RepresentationID$/$Number$.m4s" initialization="$RepresentationID$/init.mp4" duration="4" timescale="1" startNumber="1"/>
      <Representation id="v1" bandwidth="600000" width="640" height="360" codecs="avc1.64001e"/>
    </AdaptationSet>
    <AdaptationSet mimeType="audio/mp4" contentType="audio" lang="en">
      <SegmentTemplate media="$RepresentationID$/$Number$.m4s" initialization="$RepresentationID$/init.mp4" duration="4" timescale="1" startNumber="1"/>
      <Representation id="a1" bandwidth="64000" codecs="mp4a.40.2"/>
    </AdaptationSet>
  </Period>
</MPD>`;

describe('parseManifest: HLS', () => {
  it('reads the renditions of a master', () => {
    const { variants, ...rest } = parseManifest(master, url);
    expect(rest).toEqual({
      delivery: 'hls',
      durationMs: null,
      live: 'vod',
      dvrWindowMs: null,
      firstSegment: null,
      protection: 'none',
      drmSystems: [],
    });
    expect(variants).toEqual([
      {
        url: 'https://cdn.example/f/hd/index.m3u8',
        kind: 'video',
        bandwidthBps: 1_800_000,
        widthPx: 1280,
        heightPx: 720,
        frameRate: null,
        codecs: 'avc1.64001f,mp4a.40.2',
        language: null,
      },
      {
        url: 'https://cdn.example/f/sound/index.m3u8',
        kind: 'audio',
        bandwidthBps: 96_000,
        widthPx: null,
        heightPx: null,
        frameRate: null,
        codecs: 'mp4a.40.2',
        language: null,
      },
      {
        url: 'https://cdn.example/f/de/audio.m3u8',
        kind: 'audio',
        bandwidthBps: null,
        widthPx: null,
        heightPx: null,
        frameRate: null,
        codecs: null,
        language: 'de',
      },
      {
        url: 'https://cdn.example/f/en/subs.m3u8',
        kind: 'subtitles',
        bandwidthBps: null,
        widthPx: null,
        heightPx: null,
        frameRate: null,
        codecs: null,
        language: 'en',
      },
    ]);
  });

  it('distinguishes finished, growing and live playlists', () => {
    expect(parseManifest(media([]), url)).toMatchObject({ durationMs: 9_500, live: 'vod' });
    expect(parseManifest(media([], false), url)).toMatchObject({ durationMs: null, live: 'live' });
    expect(parseManifest(media(['#EXT-X-PLAYLIST-TYPE:EVENT'], false), url).live).toBe('event');
  });

  it('names the protection, session keys included', () => {
    const protection = (line: string) => parseManifest(media([line]), url).protection;
    expect(protection('#EXT-X-KEY:METHOD=NONE')).toBe('none');
    expect(protection('#EXT-X-KEY:METHOD=AES-128,URI="k.bin",KEYFORMAT="identity"')).toBe('aes-128');
    expect(protection('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k.bin"')).toBe('sample-aes');
    expect(protection('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"')).toBe(
      'cbcs',
    );
    expect(parseManifest(`${master}#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k.bin"\n`, url).protection).toBe('aes-128');
  });
});

describe('parseManifest: DASH', () => {
  const at = 'https://cdn.example/d/manifest.mpd';

  it('reads renditions and duration', () => {
    const manifest = parseManifest(mpd('type="static" mediaPresentationDuration="PT20S"'), at);
    expect(manifest).toMatchObject({ delivery: 'dash', durationMs: 20_000, live: 'vod', protection: 'none' });
    expect(manifest.variants).toMatchObject([
      { kind: 'video', bandwidthBps: 600_000, widthPx: 640, heightPx: 360, codecs: 'avc1.64001e' },
      { kind: 'audio', bandwidthBps: 64_000, language: 'en' },
    ]);
  });

  it('sees live streams and protection', () => {
    const live = mpd(
      'type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT5S" timeShiftBufferDepth="PT20S"',
    );
    expect(parseManifest(live, at)).toMatchObject({ live: 'live', durationMs: null });
    const cenc = '<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/>';
    expect(parseManifest(mpd('type="static" mediaPresentationDuration="PT20S"', cenc), at).protection).toBe('cenc');
  });
});

describe('withoutRenditions', () => {
  it('leaves out what is a rendition of another item', () => {
    const master1 = mediaItem(url, 'hls', { variants: parseManifest(master, url).variants });
    const child = mediaItem('https://cdn.example/f/hd/index.m3u8', 'hls');
    expect(withoutRenditions([child, master1]).map((one) => one.url)).toEqual([url]);
  });
});

describe('parseManifest: others', () => {
  it('says what is wrong with a text that is no manifest', () => {
    expect(() => parseManifest('<html>Log in</html>', url)).toThrow(
      'no manifest: it begins with "<html>Log in</html>"',
    );
    expect(() => parseManifest('', url)).toThrow('no manifest');
  });
});
