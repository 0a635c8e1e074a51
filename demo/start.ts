import { type StdioOptions, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../src/errors.ts';
import { type LauncherMessage, onInterrupt } from '../src/machine/interrupts.ts';
import { lastEdition } from './articles.ts';
import { type Demo, startDemo } from './server.ts';

// `npm start`: serves the demo sites and crawls them with the command that a user would type. Each run brings the sites' next edition.

const root = fileURLToPath(new URL('../', import.meta.url));
const editionFile = fileURLToPath(new URL('../data/demo-edition', import.meta.url));

/** Shorter than the defaults: the demo's hanging page should not delay the crawl, and loopback needs no pause between requests. */
const demoSettings = {
  NEWSHAWK_STATIC_TIMEOUT_MS: '3000',
  NEWSHAWK_PAGE_TIMEOUT_MS: '15000',
  NEWSHAWK_MAX_ATTEMPTS: '2',
  NEWSHAWK_HOST_GAP_MS: '0',
  NEWSHAWK_HOST_CONCURRENCY: '4',
};

async function nextEdition(): Promise<number> {
  const text = await readFile(editionFile, 'utf8').catch(() => '-1'); // the first run has no file
  return Math.min(Number.parseInt(text, 10) + 1, lastEdition);
}

/** The network policy allows only the demo's own server. */
const environment = (demo: Demo): NodeJS.ProcessEnv => ({
  ...demoSettings,
  ...process.env,
  NEWSHAWK_CONNECT_TO: demo.connectTo.join(','),
  NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${demo.port}`,
});

function crawl(demo: Demo): Promise<number> {
  const command = ['bin/newshawk.mjs', 'crawl', ...process.argv.slice(2)];
  const stdio: StdioOptions = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(process.execPath, command, { cwd: root, stdio, env: environment(demo) });
  // After an interrupt the crawl saves and ends; this process waits for it.
  const sendToCrawl = (newshawk: LauncherMessage['newshawk']) => child.send({ newshawk }, () => {}); // fails where the crawl has just ended
  const stopListening = onInterrupt(() => sendToCrawl('SIGINT'));
  sendToCrawl('launched');
  return new Promise((resolve) =>
    child.on('exit', (code) => {
      stopListening();
      resolve(code ?? 1);
    }),
  );
}

const edition = await nextEdition();
const demo = await startDemo({ edition });
console.error(`Three demo sites, edition ${edition} of ${lastEdition}, on 127.0.0.1:${demo.port}. Crawling them:\n`);
const ended = await crawl(demo);
await demo.close();
if (ended === exitCodes.incomplete)
  console.error('\nSome pages of the demo are broken on purpose: an incomplete crawl is the expected result.');
const code = ended === exitCodes.incomplete ? 0 : ended;
if (code === 0) {
  await mkdir(dirname(editionFile), { recursive: true });
  await writeFile(editionFile, String(edition));
  const more =
    edition < lastEdition
      ? 'Run `npm start` again: the sites have a new edition, and only new pages are fetched.'
      : 'This was the last edition.';
  console.error(`\nOpen the dashboard with \`npm run serve\`. ${more}`);
}
process.exitCode = code;
