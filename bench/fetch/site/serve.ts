import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { articleOf, pageOf } from './pages.ts';
import { advertisement, bundle, tracker } from './scripts.ts';

// The site that the fetch benchmark renders, as a separate process. Prints its port. Its weights come from the design's description; what
// that leaves open (work of scripts, pixels, the advertisement) is set so that blocking saves what it does there (x .63, of pages that are drawn all the time), which
// brings the raw CDP loop (.28 to .30 CPU-s) and Crawlee (.68 to .74) where they are there.
// usage: npm run bench:fetch-site -- [--api-delay-ms 300]

const { values } = parseArgs({ options: { 'api-delay-ms': { type: 'string', default: '300' } } });
const apiDelayMs = Number(values['api-delay-ms']);

/** Softened noise weighs what a photograph does: 1280 x 720 in about 15 KB, seven of them a page. */
const image = await sharp({
  create: {
    width: 1280,
    height: 720,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
  .blur(3)
  .jpeg({ quality: 30 })
  .toBuffer();
const font = await readFile(fontPath());
const script = bundle();
const cacheable = { 'cache-control': 'public, max-age=3600' };

/** A real font of 80 KB that comes with a dependency: a made-up one would be refused before it costs anything. */
function fontPath(): string {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  return join(playwright, 'lib/vite/traceViewer/codicon.DCmgc-ay.ttf');
}

function answer(path: string, response: ServerResponse): void {
  const id = Number(/\d+$/.exec(path)?.[0] ?? 0);
  const send = (type: string, body: string | Buffer, headers = {}): void =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);
  if (path.startsWith('/p/')) send('text/html; charset=utf-8', pageOf(id, port()));
  else if (path.startsWith('/img/')) send('image/jpeg', image, cacheable);
  else if (path === '/bundle.js') send('text/javascript', script, cacheable);
  else if (path === '/headline.ttf') send('font/ttf', font, { ...cacheable, 'access-control-allow-origin': '*' });
  else if (path === '/tracker.js') send('text/javascript', tracker(port()), cacheable);
  else if (path.startsWith('/ad/')) send('text/html', advertisement(id));
  else if (path.startsWith('/api/'))
    setTimeout(() => send('application/json', JSON.stringify({ html: articleOf(id) })), apiDelayMs);
  else response.writeHead(path === '/collect' ? 204 : 404).end();
}

const server = createServer((request, response) => answer(request.url?.split('?')[0] ?? '/', response));
const port = (): number => (server.address() as AddressInfo).port;
server.listen(0, '0.0.0.0', () => console.log(port()));
process.stdin.on('end', () => process.exit()).resume(); // whoever started it is gone
