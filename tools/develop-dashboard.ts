import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { viteConfig } from '../src/server/dashboard/vite-config.ts';

// The dashboard with changes shown at once, beside a running `serve`, which answers for the API.
// usage: npm run dashboard:dev -- --api http://127.0.0.1:8780 --port 5173

const { values } = parseArgs({
  options: { api: { type: 'string', default: 'http://127.0.0.1:8780' }, port: { type: 'string', default: '5173' } },
});
const proxied = ['/v1', '/openapi.json', '/health', '/ready', '/metrics'];
const server = await createServer({
  ...viteConfig,
  base: '/',
  logLevel: 'info',
  server: {
    host: '127.0.0.1',
    port: Number(values.port),
    // changeOrigin: serve answers to its own name only
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: values.api, changeOrigin: true }])),
  },
});
await server.listen();
server.printUrls();
