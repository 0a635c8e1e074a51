import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { isFresh } from './conditional.ts';

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** A closed list: no part of a request becomes a file path. */
const files = [
  'index.html',
  'theme.css',
  'style.css',
  'content.css',
  'forms.css',
  'label.css',
  'correct.css',
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
  'records.js',
  'values.js',
  'wrappers.js',
  'correct.js',
  'correction.js',
  'correction-effect.js',
] as const;

/** Serves the dashboard's files, read once. The page holds no data: it asks the API for everything. */
export function addDashboard(server: FastifyInstance): void {
  for (const file of files) {
    const text = readFileSync(new URL(`./dashboard/${file}`, import.meta.url), 'utf8');
    const type = types[file.slice(file.lastIndexOf('.') + 1) as keyof typeof types];
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    server.get(file === 'index.html' ? '/' : `/dashboard/${file}`, async (request, reply) => {
      reply.headers({ etag, 'cache-control': 'no-cache' });
      return isFresh(request.headers, { etag }) ? reply.code(304).send() : reply.type(type).send(text);
    });
  }
}
