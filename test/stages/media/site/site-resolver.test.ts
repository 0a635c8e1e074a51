import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../../src/config-files/load-scrapers.ts';
import { NewshawkError } from '../../../../src/errors.ts';
import { mediaItem } from '../../../../src/model/media/media-item.ts';
import type { MediaResolver } from '../../../../src/model/media/media-resolver.ts';
import type { Page } from '../../../../src/model/page/page.ts';
import type { HttpRequest, HttpResponse, MediaFinding } from '../../../../src/ports.ts';
import { defineScraper } from '../../../../src/settings/scraper.ts';
import { type MediaDecision, resolveMedia } from '../../../../src/stages/media/resolve-media.ts';
import { refreshBySite } from '../../../../src/stages/media/site/site-resolver.ts';
import { entry } from '../../../storage/records.ts';
import { httpOf, readerOf } from '../../../support/ports.ts';
import { identityOf } from '../../fetch/local-site.ts';

const origin = 'http://films.example';
const url = entry(`${origin}/film/7`).url;
const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns0.ts\n#EXTINF:4,\ns1.ts\n#EXT-X-ENDLIST\n';
const identity = identityOf('http://127.0.0.1:9');

const page = (html = '<video></video>'): Page => ({
  task: { ...entry(url), attempts: 0, revisit: false, lease: 'l' },
  via: 'static',
  finalUrl: url,
  status: 200,
  headers: {},
  html,
  fetchedAt: new Date(0),
  elapsedMs: 1,
  bytes: 9,
  identity,
  network: [],
  console: [],
  settledBy: 'static',
  encoding: null,
});

const answers: Readonly<Record<string, string>> = {
  [`${origin}/api/7`]: JSON.stringify({ file: '/v/7.m3u8?sig=new' }),
  [`${origin}/v/7.m3u8?sig=new`]: playlist,
};

const answered = (address: string): HttpResponse => ({
  url: address,
  status: answers[address] === undefined ? 404 : 200,
  headers: {},
  wireBytes: 1,
  elapsedMs: 1,
  body: new TextEncoder().encode(answers[address] ?? 'no'),
});

const finding: MediaFinding = {
  isVideoPage: true,
  items: [],
  sightings: [],
  isScripted: false,
  pageTitle: '',
  playLinks: { kind: null, urls: [] },
};

async function resolve(media: MediaResolver | false | null, given: Partial<MediaDecision> = {}, html?: string) {
  return await resolveMedia({
    reader: readerOf({ findMedia: async () => finding }),
    http: httpOf(async ({ url: asked }) => answered(asked)),
    identity,
    openPlayer: null,
    adLists: async () => ({ isAd: () => false, files: [] }),
    isGenericOn: true,
    isAllowed: () => true,
    site: { ...siteFor([], 'films.example'), file: '/scrapers/films.example/scraper.ts', media },
    ...given,
  })({ page: page(html) });
}

const byApi: MediaResolver['resolve'] = async (_, { fetch }) => {
  const { file } = (await fetch('/api/7')).json() as { file: string };
  return [{ url: file, title: 'Seven' }];
};

describe('a resolver of a site', () => {
  it('gives items that are completed by what manifest and server say', async () => {
    const { media, noMedia } = await resolve({ resolve: byApi });
    expect(noMedia).toBeNull();
    expect(media).toMatchObject([
      { url: `${origin}/v/7.m3u8?sig=new`, delivery: 'hls', role: 'main', title: 'Seven', durationMs: 8_000 },
    ]);
    expect(media[0]?.headers).toEqual({ referer: url });
  });

  it('may ask its server by POST, as a page would', async () => {
    const requests: Partial<HttpRequest>[] = [];
    const http = httpOf(async ({ url: asked, method, body, headers }: HttpRequest) => {
      requests.push({
        url: asked,
        ...(method && { method }),
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
      });
      return answered(`${origin}/api/7`);
    });
    const body = JSON.stringify({ id: 7 });
    const resolver: MediaResolver['resolve'] = async (_, { fetch }) => {
      await fetch('/api/7', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
      await fetch('/api/7', { body: new Uint8Array([1, 2]) });
      await fetch('/api/7', { method: 'HEAD' });
      return [];
    };
    await resolve({ resolve: resolver }, { http });
    const pageOrigin = { origin };
    expect(requests).toEqual([
      { url: `${origin}/api/7`, method: 'POST', body, headers: { ...pageOrigin, 'content-type': 'application/json' } },
      { url: `${origin}/api/7`, method: 'POST', body: new Uint8Array([1, 2]), headers: pageOrigin },
      { url: `${origin}/api/7`, method: 'HEAD', headers: {} },
    ]);
  });

  it.each([
    [{ method: 'DELETE' as 'POST' }, 'GET, HEAD and POST, not DELETE'],
    [{ method: 'GET', body: 'x' } as const, 'no body with GET'],
  ])('names a request that it can not send: %o', async (options, words) => {
    const wrong: MediaResolver['resolve'] = async (_, { fetch }) => {
      await fetch('/api/7', options);
      return [];
    };
    await expect(resolve({ resolve: wrong })).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining(words),
    });
  });

  it('reads a playlist that only a POST gives', async () => {
    const http = httpOf(async ({ url: asked, method, body }: HttpRequest) =>
      answered(method === 'POST' && body === 'id=7' ? `${origin}/v/7.m3u8?sig=new` : asked),
    );
    const resolver: MediaResolver['resolve'] = () => [{ url: '/play', delivery: 'hls', method: 'POST', body: 'id=7' }];
    const { media } = await resolve({ resolve: resolver }, { http });
    expect(media).toMatchObject([
      { url: `${origin}/play`, durationMs: 8_000, inlineManifestBase: `${origin}/v/7.m3u8?sig=new` },
    ]);
  });

  it('knows better than the looks of a page whether it plays', async () => {
    const resolver: MediaResolver = { isPlayPage: () => true, resolve: byApi };
    const looksLikeNothing = { reader: readerOf({ findMedia: async () => ({ ...finding, isVideoPage: false }) }) };
    expect((await resolve(resolver, looksLikeNothing, '<p>text</p>')).media).toHaveLength(1);
    expect((await resolve({ resolve: byApi }, looksLikeNothing)).noMedia).toBe('not-video-page');
  });

  it('names the pages that play, where this one does not', async () => {
    const resolver: MediaResolver = {
      isPlayPage: () => ({ play: false, reason: 'not-play-page', next: ['/play/7', 'javascript:void(0)'] }),
      resolve: () => Promise.reject(new Error('not asked for')),
    };
    expect(await resolve(resolver)).toMatchObject({
      media: [],
      noMedia: 'not-play-page',
      playLinks: [`${origin}/play/7`],
    });
    expect((await resolve({ ...resolver, isPlayPage: () => false })).noMedia).toBe('not-play-page');
  });

  it('may leave a page to the generic one', async () => {
    const item = mediaItem('https://player.vimeo.com/video/1', 'embed', { role: 'main' });
    const reader = readerOf({ findMedia: async () => ({ ...finding, items: [item] }) });
    expect((await resolve({ resolve: () => 'generic' }, { reader })).media).toEqual([item]);
    expect((await resolve({ resolve: (_, { generic }) => generic() }, { reader })).media).toHaveLength(1);
  });

  it.each<[string, MediaResolver, string]>([
    ['throws', { resolve: () => JSON.parse('{') }, 'media.resolve throws: '],
    ['gives nonsense', { resolve: () => [{ href: 'x' }] as never }, 'media.resolve returns an invalid value'],
    ['gives no address', { resolve: () => [{ url: 'javascript:x' }] }, 'media.resolve returns "javascript:x"'],
    [
      'answers in words',
      { isPlayPage: () => 'yes' as never, resolve: byApi },
      'media.isPlayPage returns an invalid value',
    ],
  ])('that %s has to be fixed by its author: the file is named', async (_, resolver, words) => {
    const error = await resolve(resolver).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NewshawkError);
    expect(error).toMatchObject({ kind: 'misconfigured' });
    const { message } = error as Error;
    expect(message).toMatch(/^\/scrapers\/films\.example\/scraper\.ts: /);
    expect(message).toContain(words);
    expect(message).toContain(url);
  });

  it('waits with its page where no browser can be started, as the generic one does', async () => {
    const openPlayer = () => Promise.reject(new NewshawkError('no-browser', 'it does not start'));
    const watching: MediaResolver = {
      isPlayPage: () => true,
      resolve: async (_, { browser }) => (await browser()).items,
    };
    await expect(resolve(watching, { openPlayer })).rejects.toMatchObject({ kind: 'no-browser' });
    await expect(resolve(null, { openPlayer })).rejects.toMatchObject({ kind: 'no-browser' });
  });

  it('whose server is silent leaves the page without media, and says why', async () => {
    const http = httpOf(() => Promise.reject(new NewshawkError('unreachable', 'no answer from films.example')));
    const { noMedia, trace } = await resolve({ resolve: byApi }, { http });
    expect({ noMedia, endedBy: trace?.endedBy }).toEqual({
      noMedia: 'no-media',
      endedBy: expect.stringContaining('no answer from films.example'),
    });
  });

  it('has no more than the time of the page', async () => {
    const endless: MediaResolver = { resolve: () => new Promise(() => {}) };
    const { trace } = await resolve(endless, { budget: { totalMs: -14_980, adMs: 0 } });
    expect(trace?.endedBy).toContain('was still running');
  });

  it('signs an item again', async () => {
    const old = mediaItem(`${origin}/v/7.m3u8?sig=old`, 'hls', { role: 'main', score: 5, title: 'Seven' });
    const ports = {
      identity,
      openPlayer: null,
      adLists: async () => ({ isAd: () => false, files: [] }),
      reader: readerOf({ findMedia: async () => finding }),
      http: httpOf(async ({ url: asked }: { url: string }) => answered(asked)),
    };
    const call = { page: page(), finding, ports, signal: new AbortController().signal, where: 'x' };
    const refresh = (item: MediaResolver['refresh']) =>
      refreshBySite({ resolve: byApi, refresh: item }, { ...old, pageUrl: url }, call);
    const fresh = await refresh(({ url: address }) => ({ url: address.replace('old', 'new') }));
    expect(fresh).toMatchObject({ url: `${origin}/v/7.m3u8?sig=new`, title: 'Seven', score: 5, durationMs: 8_000 });
    expect(await refresh(() => null)).toBeNull();
    const relative = await refresh(() => ({ url: '/v/7.m3u8?sig=new' }));
    expect(relative).toMatchObject({ url: `${origin}/v/7.m3u8?sig=new`, title: fresh?.title });
  });
});

describe('who resolves', () => {
  it.each<[string, MediaResolver | false | null, Partial<MediaDecision>, string]>([
    ['the configuration has no generic resolver', null, { isGenericOn: false }, 'no-resolver'],
    ['the site wants none', false, {}, 'no-resolver'],
    ['the page ended on another site', null, { isAllowed: () => false }, 'domain-not-allowed'],
    ['its own resolver may not go there either', { resolve: byApi }, { isAllowed: () => false }, 'domain-not-allowed'],
  ])('is nobody where %s', async (_, media, given, reason) => {
    expect(await resolve(media, given)).toMatchObject({ media: [], noMedia: reason });
  });

  it('is the site itself, also without a generic resolver', async () => {
    expect((await resolve({ resolve: byApi }, { isGenericOn: false })).media).toHaveLength(1);
  });
});

describe('media of a scraper', () => {
  it('is checked, each mistake by its name', () => {
    const define = (media: unknown) => () => defineScraper({ host: 'films.example', media: media as never });
    expect(define({})).toThrow(/must be a function: async \(page, tools\)/);
    expect(define({ resolve: byApi, isPlayPage: 'yes', refersh: 1 })).toThrow(/isPlayPage[\s\S]*refersh|refersh/);
    expect(define({ resolve: byApi })().media).toMatchObject({ resolve: byApi });
    expect(define(false)().media).toBe(false);
    expect(defineScraper({ host: 'films.example' }).media).toBeNull();
  });
});
