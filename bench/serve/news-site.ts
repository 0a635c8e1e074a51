// A local news site for a crawl beside the load: `node news-site.ts <pages>` prints its port. Every page has its own text and names ten others.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { numbers } from './fill-store.ts';

const pages = Number(process.argv[2] ?? 2_000);
const random = numbers(9);
const word = () =>
  `${'bcdfgklmnprst'[Math.floor(random() * 13)]}${'aeiou'[Math.floor(random() * 5)]}`.repeat(
    1 + Math.floor(random() * 3),
  );
const sentence = () => `The ${Array.from({ length: 14 }, word).join(' ')}.`;
const paragraph = () => `<p>${Array.from({ length: 5 }, sentence).join(' ')}</p>`;
const link = (n: number) =>
  `<li><a href="/news/${n % pages}-${word()}.html">About ${word()} and ${word()} of the ${word()}</a></li>`;

const server = createServer(({ url = '/' }, response) => {
  if (url === '/robots.txt') return response.writeHead(404).end();
  const n = Number(/\/news\/(\d+)-/.exec(url)?.[1] ?? 0);
  const links = Array.from({ length: url === '/' ? 100 : 10 }, (_, next) =>
    link(url === '/' ? next * 7 : n * 11 + next),
  ).join('');
  const text = Array.from({ length: 9 }, paragraph).join('');
  const body =
    url === '/'
      ? `<ul>${links}</ul>`
      : `<article><h1>${sentence()}</h1><time datetime="2026-11-20T10:00:00Z">20 November</time>${text}</article><ul>${links}</ul>`;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><head><title>${sentence()}</title></head><body>${body}</body></html>`);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
