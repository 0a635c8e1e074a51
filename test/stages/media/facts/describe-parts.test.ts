import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mediaItem } from '../../../../src/model/media/media-item.ts';
import { parseManifest } from '../../../../src/stages/media/facts/manifest.ts';
import {
  dashProtection,
  fileProtection,
  hlsProtection,
  withKeySystems,
} from '../../../../src/stages/media/facts/protection.ts';
import { detectFormat, findHiddenStream } from '../../../../src/stages/media/find/magic.ts';
import { chooseNoMediaReason } from '../../../../src/stages/media/no-media.ts';
import { openAdLists } from '../../../../src/stages/media/play/ad-lists.ts';
import { withCompanions } from '../../../../src/stages/media/play/companions.ts';

const clip = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../demo/media', name));

describe('detectFormat', () => {
  it('knows formats by their first bytes', () => {
    expect(detectFormat(clip('pilot.mp4'))).toBe('mp4');
    expect(detectFormat(clip('carriers/v0-0.mpegts'))).toBe('mpegts');
    expect(detectFormat(clip('blade/chunk-stream0-00001.m4s'))).toBe('mp4');
    expect(detectFormat(clip('carriers/master.m3u8'))).toBe('hls');
    expect(detectFormat(clip('blade/manifest.mpd'))).toBe('dash');
    expect(detectFormat(Buffer.from('ID3\u0004'))).toBe('mp3');
    expect(detectFormat(Buffer.from('1a45dfa3', 'hex'))).toBe('webm');
  });

  it('takes pages and pictures for none', () => {
    expect(detectFormat(clip('images/poster-pilot.jpg'))).toBeNull();
    expect(detectFormat(Buffer.from('<!doctype html>'))).toBeNull();
    expect(detectFormat(new Uint8Array())).toBeNull();
  });

  it('finds a transport stream behind a picture', () => {
    const head = Buffer.from('89504e470d0a1a0a0102', 'hex');
    expect(findHiddenStream(Buffer.concat([head, clip('carriers/v0-0.mpegts')]))).toBe(head.length);
    expect(findHiddenStream(clip('carriers/v0-0.mpegts'))).toBeNull();
    expect(findHiddenStream(clip('images/poster-pilot.jpg'))).toBeNull();
  });
});

describe('protection', () => {
  it('distinguishes keys by HTTP from licences', () => {
    expect(hlsProtection('#EXT-X-SESSION-KEY:METHOD=AES-128,URI="k"').protection).toBe('aes-128');
    const widevine =
      '#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"';
    expect(hlsProtection(widevine)).toEqual({ protection: 'cenc', drmSystems: ['com.widevine.alpha'] });
  });

  it('names the systems of an MPD, and keys that a page hands out', () => {
    const cenc = '<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/>';
    const playready = '<ContentProtection schemeIdUri="urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95"/>';
    expect(dashProtection(cenc + playready)).toEqual({ protection: 'cenc', drmSystems: ['com.microsoft.playready'] });
    const bare = dashProtection(cenc);
    expect(withKeySystems(bare, new Set(['org.w3.clearkey'])).protection).toBe('clearkey');
    expect(withKeySystems(bare, new Set(['com.widevine.alpha']))).toMatchObject({
      protection: 'cenc',
      drmSystems: ['com.widevine.alpha'],
    });
  });
});

it('detectFormat reads the protection of a file from its first bytes', () => {
  const box = (type: string, content: string): string => `\0\0\0\0${type}${content}`;
  const scheme = (name: string): string => box('encv', box('sinf', box('schm', `\0\0\0\0${name}\0\u0001\0\0`)));
  const id = Buffer.from('edef8ba979d64acea3c827dcd51d21ed', 'hex').toString('latin1');
  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
  expect(fileProtection(bytes(scheme('cenc')))).toEqual({ protection: 'cenc', drmSystems: [] });
  expect(fileProtection(bytes(scheme('cbcs') + box('pssh', `\0\0\0\0${id}`)))).toEqual({
    protection: 'cbcs',
    drmSystems: ['com.widevine.alpha'],
  });
  expect(fileProtection(clip('pilot.mp4')).protection).toBe('none');
});

describe('parseManifest', () => {
  it('reads Smooth Streaming', () => {
    const text = `<?xml version="1.0"?><SmoothStreamingMedia MajorVersion="2" Duration="600000000"><StreamIndex Type="video" Url="QualityLevels({bitrate})/Fragments(video={start time})">
      <QualityLevel Bitrate="1500000" FourCC="H264" MaxWidth="1280" MaxHeight="720"/></StreamIndex><StreamIndex Type="audio" Language="de"><QualityLevel Bitrate="96000" FourCC="AACL"/></StreamIndex></SmoothStreamingMedia>`;
    const { delivery, durationMs, live, variants } = parseManifest(text, 'https://c.example/f.ism/manifest');
    expect({ delivery, durationMs, live }).toEqual({ delivery: 'smooth', durationMs: 60_000, live: 'vod' });
    expect(
      variants.map(({ kind, bandwidthBps, widthPx, language }) => [kind, bandwidthBps, widthPx, language]),
    ).toEqual([
      ['video', 1_500_000, 1280, null],
      ['audio', 96_000, null, 'de'],
    ]);
  });

  it('says how far back a live stream goes', () => {
    const playlist = (count: number, type = ''): string =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${type}${'#EXTINF:6,\n1.ts\n'.repeat(count)}`;
    const of = (text: string) => parseManifest(text, 'https://c.example/l.m3u8');
    expect(of(playlist(4))).toMatchObject({ live: 'live', dvrWindowMs: null });
    expect(of(playlist(600))).toMatchObject({ live: 'live', dvrWindowMs: 3_600_000 });
    expect(of(playlist(4, '#EXT-X-PLAYLIST-TYPE:EVENT\n'))).toMatchObject({ live: 'event', dvrWindowMs: 24_000 });
  });
});

describe('withCompanions', () => {
  it('leaves media that elements play alone', () => {
    const play = (url: string, reason: string) =>
      mediaItem(url, 'progressive', { role: 'main', reasons: ['seen on the network', reason] });
    const items = [
      play('https://c.example/film.mp4', 'current source'),
      play('https://c.example/audio.mp3', 'current source'),
    ];
    expect(withCompanions(items)).toEqual(items);
  });
});

describe('chooseNoMediaReason', () => {
  const page = {
    status: 200,
    text: 'Films',
    hasPassword: false,
    keySystems: new Set<string>(),
    playLinks: null,
    teasers: 0,
    playerElements: 0,
    isDecorated: false,
    isVideoPage: true,
  };
  it('names the first reason that applies', () => {
    expect(chooseNoMediaReason(page)).toBe('no-media');
    expect(chooseNoMediaReason({ ...page, isVideoPage: false })).toBe('not-video-page');
    expect(chooseNoMediaReason({ ...page, keySystems: new Set(['com.widevine.alpha']) })).toBe('drm-only');
    expect(chooseNoMediaReason({ ...page, text: '请先登录' })).toBe('login-required');
    expect(chooseNoMediaReason({ ...page, status: 403, text: 'Checking your browser before you go on' })).toBe(
      'bot-wall',
    );
    expect(chooseNoMediaReason({ ...page, teasers: 5 })).toBe('not-play-page');
    expect(chooseNoMediaReason({ ...page, playLinks: 'list', isVideoPage: false })).toBe('not-play-page');
    expect(chooseNoMediaReason({ ...page, text: 'Subscribe to watch' })).toBe('login-required');
    expect(chooseNoMediaReason({ ...page, text: 'Zum Ansehen anmelden' })).toBe('login-required');
  });

  it.each([
    'Zum Ansehen anmelden',
    'Abonnez-vous pour voir la suite',
    'Inicia sesión para ver la película',
    'Accedi per guardare il film',
    'Entre para assistir',
    'Войдите, чтобы смотреть',
  ])('knows a wall by its words: %s', (text) => {
    expect(chooseNoMediaReason({ ...page, text, isVideoPage: false })).toBe('login-required');
  });

  it('does not take a newsletter for a wall, nor the teasers next to a player for a list', () => {
    expect(chooseNoMediaReason({ ...page, text: 'Subscribe to our newsletter', isVideoPage: false })).toBe(
      'not-video-page',
    );
    expect(chooseNoMediaReason({ ...page, playLinks: 'list', playerElements: 1 })).toBe('no-media');
    const loop = { ...page, isVideoPage: true, isDecorated: true };
    expect(chooseNoMediaReason({ ...loop, text: 'The gate still stands. '.repeat(40) })).toBe('not-video-page');
    expect(chooseNoMediaReason({ ...loop, text: 'The film is not here any more.' })).toBe('no-media');
  });
});

describe('openAdLists', () => {
  it('reads lists, and says which one it cannot read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-lists-'));
    const path = join(folder, 'list.txt');
    await writeFile(path, '! a list\n||ads.example^\n/preroll/*$media\n');
    const lists = await openAdLists([path]);
    expect(lists.files).toEqual([path]);
    expect(lists.isAd('https://ads.example/a.mp4', 'https://news.example/')).toBe(true);
    expect(lists.isAd('https://cdn.example/preroll/a.mp4', 'https://news.example/')).toBe(true);
    expect(lists.isAd('https://cdn.example/film.mp4', 'https://news.example/')).toBe(false);
    await expect(openAdLists([join(folder, 'none.txt')])).rejects.toThrow(
      /none\.txt cannot be read: .*NEWSHAWK_AD_LISTS/,
    );
    await rm(folder, { recursive: true });
  });
});
