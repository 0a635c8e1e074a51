import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readDocuments } from './documents.ts';
import { pageHtml } from './page.ts';

// Builds the guide, and the documents that it links to, as a site of plain files: no server, no request to others.
// usage: npm run guide [-- <folder>]

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = process.argv[2] ?? join(root, '.cache', 'guide');

const documents = readDocuments(root);
const pages = documents.map((document) => ({ file: document.file, html: pageHtml({ root, documents }, document) }));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { file, html } of pages) writeFileSync(join(folder, file), html);
process.stdout.write(`${pages.length} pages: ${pathToFileURL(join(folder, 'index.html')).href}\n`);
