import type { MediaPage } from './media-page.ts';
import { page } from './played-pages.ts';

const canvas = '<canvas style="width: 640px; height: 360px"></canvas>';
/** Feeds the element with `bytes`, as a script that makes MP4 of another stream. */
const feed = `const video = document.querySelector('video'); const source = new MediaSource(); video.src = URL.createObjectURL(source);
  const feed = async () => { const bytes = await (await fetch('/split/picture-30080.m4s')).arrayBuffer(); const buffer = source.addSourceBuffer('video/mp4; codecs="avc1.4d400d"'); buffer.appendBuffer(bytes); video.play(); };`;

/** Pages whose player reads one stream by itself, as flv.js, mpegts.js and jsmpeg do (stream-answers.ts). */
export const streamPages: readonly MediaPage[] = [
  {
    name: 'a player that reads FLV without an end, under an address that does not say so',
    html: page(
      '<video muted controls style="width: 640px"></video>',
      `${feed} source.onsourceopen = async () => { const { body } = await fetch('/stream/room?id=7'); await body.getReader().read(); await feed(); };`,
    ),
    expect: { url: '/stream/room?id=7', delivery: 'flv-stream', role: 'main', live: 'live' },
  },
  {
    name: 'a player that reads a transport stream by ranges',
    html: page(
      canvas,
      "(async () => { for (const range of ['0-32767', '32768-60000']) await (await fetch(['/media/carriers/film', 'ts?' + range].join('.'), { headers: { range: 'bytes=' + range } })).arrayBuffer(); })();",
    ),
    expect: { url: '/media/carriers/film.ts', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a player that reads a transport stream at once, under an address that does not say so',
    html: page(canvas, "fetch('/stream/film').then((answer) => answer.arrayBuffer());"),
    expect: { url: '/stream/film', delivery: 'progressive', role: 'main' },
  },
  {
    name: 'a player that draws what a socket brings',
    html: page(canvas, "new WebSocket('ws://' + location.host + '/stream').binaryType = 'arraybuffer';"),
    expect: { url: 'ws://', delivery: 'websocket', role: 'main', live: 'live' },
  },
];
