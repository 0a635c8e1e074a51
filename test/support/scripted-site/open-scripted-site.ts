import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const media = join(import.meta.dirname, '../../../demo/media');

/**
 * What the scripts of a page build: a player at once or at a click, one whose address comes by POST, nothing in a box of a player, or nothing at all.
 */
export type ScriptedKind = 'at once' | 'at a click' | 'by post' | 'empty' | 'text';

export interface ScriptedSite extends AsyncDisposable {
  readonly port: number;
  /** Addresses of the articles, by number. */
  readonly urls: readonly string[];
  /** How often a browser ran the scripts of a page, by its number. */
  readonly runs: ReadonlyMap<number, number>;
  /** How often its scripts have counted its reader by POST. */
  readonly counted: ReadonlyMap<number, number>;
}

const subjects = ['ferry', 'crane', 'seagrass', 'pier', 'lighthouse', 'harbour', 'bridge', 'tram', 'market', 'library'];
const sentence = (number: number, line: number): string => {
  const [a, b] = [subjects[number % subjects.length], subjects[(number * 3 + line) % subjects.length]];
  return `On day ${number + 1} of the survey the ${a} stood ${line + 2} metres from the ${b}, and the ${number + line} people who had come to measure it wrote that down before the wind turned.`;
};

const boxes: Readonly<Record<ScriptedKind, string>> = {
  'at once': '<div class="clip-player"></div>',
  'at a click': '<div class="clip-player"></div>',
  'by post': '<div class="clip-player"></div>',
  empty: '<div class="clip-player"></div>',
  text: '',
};

const html = (kind: ScriptedKind, number: number): string => {
  const title = `Report ${number + 1} of the ${subjects[number % subjects.length]}`;
  const lines = Array.from({ length: 8 }, (_, line) => `<p>${sentence(number, line)}</p>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a></nav><article><h1>${title}</h1>${lines}${boxes[kind]}</article><script src="/app.js?page=${number}&amp;build=${kind.replaceAll(' ', '-')}"></script></body></html>`;
};

const build = `const show = (file) => {
  const film = document.createElement('video');
  film.controls = film.muted = true;
  film.style.width = '640px';
  film.src = '/media/' + file + '.' + 'mp4';
  box.replaceChildren(film);
  film.play();
};
box.style.cssText = 'width: 640px; height: 360px; background: #234; cursor: pointer';`;
const scripts: Readonly<Record<ScriptedKind, string>> = {
  'at once': `${build} setTimeout(() => show('pi' + 'lot'), 30);`,
  'at a click': `${build} box.onclick = () => show('pi' + 'lot');`,
  'by post': `${build} box.onclick = async () => show(await (await fetch('/name', { method: 'POST' })).text());`,
  empty: '',
  text: '',
};

/** A site of articles whose source shows no media, on loopback. Its scripts count each reader by POST. */
export async function openScriptedSite(kinds: readonly ScriptedKind[]): Promise<ScriptedSite> {
  const runs = new Map<number, number>();
  const counted = new Map<number, number>();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  function answer({ url = '/', method, headers }: IncomingMessage, response: ServerResponse): unknown {
    const { pathname, searchParams } = new URL(url, origin);
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const number = Number(/^\/reports\/(\d+)-/.exec(pathname)?.[1] ?? searchParams.get('page') ?? Number.NaN);
    const kind = kinds[number];
    if (pathname === '/name' && method === 'POST') return send('text/plain', 'pilot');
    if (pathname === '/media/pilot.mp4') return sendFilm(headers.range, response);
    if (kind === undefined) return response.writeHead(404, { 'content-type': 'text/html' }).end('<p>none</p>');
    if (pathname === '/count') {
      counted.set(number, (counted.get(number) ?? 0) + 1);
      return response.writeHead(204).end();
    }
    if (pathname !== '/app.js') return send('text/html; charset=utf-8', html(kind, number));
    runs.set(number, (runs.get(number) ?? 0) + 1);
    const count = `fetch('/count?page=${number}', { method: 'POST' }).catch(() => {});`;
    return send('text/javascript', `{ ${count} const box = document.querySelector('.clip-player'); ${scripts[kind]} }`);
  }

  const urls = kinds.map((_, number) => `${origin}/reports/${number}-${subjects[number % subjects.length]}-survey`);
  return {
    port,
    urls,
    runs,
    counted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendFilm(range: string | undefined, response: ServerResponse): unknown {
  const film = readFileSync(join(media, 'pilot.mp4'));
  const from = Number(/bytes=(\d+)/.exec(range ?? '')?.[1] ?? 0);
  const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
  if (range === undefined) return response.writeHead(200, headers).end(film);
  const part = { ...headers, 'content-range': `bytes ${from}-${film.length - 1}/${film.length}` };
  return response.writeHead(206, part).end(film.subarray(from));
}
