import { createServer } from 'node:http';

// A feed that never changes: 304 to a conditional request. Its own process, so that its CPU is not the client's. Prints its port.

const etag = '"v1"';
const items = Array.from(
  { length: 50 },
  (_, n) => `<item><title>Story ${n}</title><link>http://paper.example/story-${n}</link></item>`,
);
const feed = `<rss version="2.0"><channel><title>A paper</title>${items.join('')}</channel></rss>`;

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
  return response.writeHead(200, { 'content-type': 'application/rss+xml', etag }).end(feed);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
});
process.stdin.on('end', () => process.exit()).resume();
