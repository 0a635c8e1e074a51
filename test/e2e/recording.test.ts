import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { openApp } from '../../src/main.ts';
import type { MediaPage } from '../support/media-site/media-page.ts';
import { type MediaSite, openMediaSite } from '../support/media-site/open-media-site.ts';

// Films that web workers bring, in a real browser: the recording has every byte that reaches a MediaSource.

const parts = ['init-stream0', 'chunk-stream0-00001', 'chunk-stream0-00002', 'chunk-stream0-00003'];
const codec = 'video/mp4; codecs="avc1.4d400d"';
/** Runs in a worker: feeds the worker's own MediaSource, whose handle the page shows. */
const feeder = (origin = ''): string =>
  `const source = new MediaSource(); postMessage({ handle: source.handle }, [source.handle]);
  source.onsourceopen = async () => { const buffer = source.addSourceBuffer('${codec}');
    for (const part of 'abcd') { buffer.appendBuffer(await (await fetch('${origin}/api/part/' + part)).arrayBuffer()); await new Promise((done) => { buffer.onupdateend = done; }); }
    source.endOfStream(); };`;
const show =
  "worker.onmessage = ({ data }) => { const video = document.querySelector('video'); video.srcObject = data.handle; video.play(); };";
const page = (name: string, script: string): MediaPage => ({
  name,
  files: {
    '/files/feeder.js': feeder(),
    '/files/strict.js': `'use strict'; const isStrict = (function () { return this === undefined; })(); if (isStrict) { ${feeder()} }`,
  },
  html: `<!doctype html><video muted controls style="width: 640px"></video><script>${script}</script>`,
  expect: null,
});
const ofBlob = (script: string): string =>
  `const url = URL.createObjectURL(new Blob([${script}], { type: 'text/javascript' })); const worker = new Worker(url); URL.revokeObjectURL(url); ${show}`;

const pages: readonly MediaPage[] = [
  page('a worker at an address', `const worker = new Worker('/files/feeder.js'); ${show}`),
  page('a module worker at an address', `const worker = new Worker('/files/feeder.js', { type: 'module' }); ${show}`),
  page('a worker made from a blob', ofBlob(`(${JSON.stringify(feeder('@'))}).replaceAll('@', location.origin)`)),
  page('a worker in strict mode', `const worker = new Worker('/files/strict.js'); ${show}`),
  page(
    'a worker that passes bytes to the page',
    `const video = document.querySelector('video'); const source = new MediaSource(); video.src = URL.createObjectURL(source);
    source.onsourceopen = () => { const buffer = source.addSourceBuffer('${codec}'); const queue = [];
      let appended = 0;
      const next = () => { if (appended === 4 && !buffer.updating) source.endOfStream(); else if (queue.length > 0 && !buffer.updating) { appended++; buffer.appendBuffer(queue.shift()); } };
      buffer.onupdateend = next;
      const script = "onmessage = async ({ data }) => { for (const part of 'abcd') { const bytes = await (await fetch(data + '/api/part/' + part)).arrayBuffer(); postMessage(bytes, [bytes]); } };";
      const worker = new Worker(URL.createObjectURL(new Blob([script])));
      worker.onmessage = ({ data }) => { queue.push(data); next(); }; worker.postMessage(location.origin); video.play(); };`,
  ),
];
const drawn = page('a socket', "new WebSocket('ws://' + location.host + '/stream');");

let folder: string;
let site: MediaSite;
let app: App;
let film: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-recording-'));
  site = await openMediaSite([...pages, drawn]);
  const media = join(import.meta.dirname, '../../demo/media/blade');
  film = Buffer.concat(await Promise.all(parts.map((name) => readFile(join(media, `${name}.m4s`)))));
  const env = {
    ...process.env,
    NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${site.port}`,
    NEWSHAWK_STORE: `file:${folder}/store`,
  };
  app = await openApp({ env, cwd: folder, logLevel: 'warn', logJson: false, logStream: process.stderr });
});

afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describe('a recording', () => {
  it.each(pages)('has what is fed by $name', async (fed) => {
    const target = await mkdtemp(join(folder, 'page-'));
    const { tracks, endedBy } = await app.captureMedia({
      url: site.urlOf(fed),
      folder: target,
      signal: new AbortController().signal,
      maxBytes: 10_000_000,
      timeLimitMs: 120_000,
    });
    expect(endedBy).toBe('end');
    expect(tracks).toMatchObject([{ mimeType: codec, bytes: film.byteLength }]);
    expect((await readFile(tracks[0]?.file ?? '')).equals(film)).toBe(true);
  });

  it('has what a socket brings to a player that decodes by itself', async () => {
    const target = await mkdtemp(join(folder, 'page-'));
    const { tracks } = await app.captureMedia({
      url: site.urlOf(drawn),
      folder: target,
      signal: new AbortController().signal,
      maxBytes: 60_000, // it has no end
      timeLimitMs: 120_000,
    });
    expect(tracks).toMatchObject([{ mimeType: 'video/mp2t' }]);
    const stream = await readFile(join(import.meta.dirname, '../../demo/media/carriers/v0-0.mpegts'));
    const recorded = await readFile(tracks[0]?.file ?? '');
    expect(recorded.byteLength).toBeGreaterThan(30_000);
    expect(stream.subarray(0, recorded.byteLength).equals(recorded)).toBe(true);
  });
});
