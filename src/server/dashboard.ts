import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** A closed list: nothing that a request says becomes a path. */
const files = [
  'index.html',
  'theme.css',
  'style.css',
  'content.css',
  'forms.css',
  'label.css',
  'narrow.css',
  'icon.svg',
  'app.js',
  'api.js',
  'element.js',
  'overview.js',
  'articles.js',
  'article.js',
  'label.js',
  'label-article.js',
  'label-session.js',
  'calibration.js',
  'failures.js',
  'sources.js',
  'visits.js',
  'media.js',
] as const;

/** Serves the dashboard's files, read once. The page holds no data: it asks the API for everything. */
export function addDashboard(server: FastifyInstance): void {
  for (const file of files) {
    const text = readFileSync(new URL(`./dashboard/${file}`, import.meta.url), 'utf8');
    const type = types[file.slice(file.lastIndexOf('.') + 1) as keyof typeof types];
    server.get(file === 'index.html' ? '/' : `/dashboard/${file}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(text),
    );
  }
}
