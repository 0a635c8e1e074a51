import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../src/model/web/exchange.ts';
import { readNetwork } from '../../../../src/stages/media/find/network.ts';

const site = 'https://films.example';
type Request = Exchange;
const request = (url: string, more: Partial<Request> = {}): Request => ({
  url,
  method: 'GET',
  type: 'fetch',
  status: 200,
  mimeType: 'video/mp4',
  requestHeaders: {},
  redirectedTo: null,
  requestBody: null,
  text: null,
  isWorkers: false,
  atMs: 0,
  failure: null,
  ...more,
});
const mpd = (inner: string): Request =>
  request(`${site}/4/film`, {
    mimeType: 'application/dash+xml',
    text: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011">${inner}</MPD>`,
  });
const seen = (...network: readonly Request[]): string[] =>
  readNetwork(network, new Set()).sightings.map(({ url, evidence }) =>
    evidence.includes('a short sound') ? `${url} (a sound)` : url,
  );

describe('parts of a manifest', () => {
  it.each([
    [
      'a BaseURL of another host',
      '<BaseURL>https://depot.example/a/</BaseURL>',
      'https://depot.example/a/v360-init.mp4',
    ],
    [
      'a BaseURL below another',
      '<BaseURL>https://depot.example/</BaseURL><Period><BaseURL><![CDATA[a/b/]]></BaseURL></Period>',
      'https://depot.example/a/b/1.mp4',
    ],
    [
      'a template with an address',
      '<SegmentTemplate media="https://depot.example/$RepresentationID$/a.mp4" initialization="//depot.example/t/$RepresentationID$/i.mp4"/>',
      'https://depot.example/t/v1/i.mp4',
    ],
    ['a single file', '<BaseURL>https://depot.example/all.mp4</BaseURL>', 'https://depot.example/all.mp4'],
    ['a file with parameters of the player', '<BaseURL>/all.mp4</BaseURL>', `${site}/all.mp4?token=1`],
  ])('are no media of their own: %s', (_, inner, part) => {
    expect(seen(mpd(inner), request(part))).toEqual([`${site}/4/film`]);
  });

  it('are read with the variables of a playlist', () => {
    const text = '#EXTM3U\n#EXT-X-DEFINE:NAME="base",VALUE="https://depot.example/s"\n#EXTINF:4,\n{$base}/one.mp4\n';
    const playlist = request(`${site}/film.m3u8`, { mimeType: 'application/vnd.apple.mpegurl', text });
    expect(seen(playlist, request('https://depot.example/s/one.mp4'))).toEqual([`${site}/film.m3u8`]);
  });

  it('are not what a media element plays, nor what is on the same host elsewhere', () => {
    const manifest = mpd('<BaseURL>https://depot.example/a/</BaseURL>');
    const [clip, other] = ['https://depot.example/a/clip.mp4', 'https://depot.example/b/clip.mp4'];
    expect(seen(manifest, request(clip, { type: 'media' }), request(other))).toEqual([manifest.url, clip, other]);
  });
});

describe('files', () => {
  it('of MPEG-TS are a film where there is one and no manifest', () => {
    const film = request(`${site}/film.ts`, { mimeType: 'video/mp2t' });
    const more = request(`${site}/more.ts`, { mimeType: 'video/mp2t' });
    const playlist = request(`${site}/a/b.m3u8`, {
      mimeType: 'text/plain',
      text: `#EXTM3U\n#EXTINF:4,\n${film.url}\n`,
    });
    expect(seen(film)).toEqual([film.url]);
    expect(seen(film, more)).toEqual([]);
    expect(seen(playlist, film)).toEqual([playlist.url]);
    expect(seen({ ...film, mimeType: 'text/javascript' })).toEqual([]);
  });

  it('of a few kB are sounds of controls', () => {
    const sound = request(`${site}/click.mp3`, { mimeType: 'audio/mpeg', sizeBytes: 1_600 });
    const song = request(`${site}/song.mp3`, { mimeType: 'audio/mpeg', sizeBytes: 400_000 });
    expect(seen(sound, song, request(`${site}/short.mp4`, { sizeBytes: 3_000 }))).toEqual([
      `${sound.url} (a sound)`,
      song.url,
      `${site}/short.mp4`,
    ]);
  });
});
