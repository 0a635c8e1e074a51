import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { practiceSettings, startPractice } from '../demo/practice/server.ts';

// Takes the guide's picture: the failed page of docs/guide/03-debug-a-failure.md, as newshawk keeps it, with headline and text outlined.
// usage: npm run guide:pictures

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(join(root, 'docs/guide/03-debug-a-failure.md'), 'utf8');
const [, scraper] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
if (scraper === undefined) throw new Error('page 3 of the guide has no scraper any more');

const folder = await mkdtemp(join(tmpdir(), 'newshawk-guide-pictures-'));
const port = 20_000 + (process.pid % 20_000);
const practice = await startPractice(port);
const environment = {
  ...process.env,
  ...Object.fromEntries(practiceSettings(port).map((line) => line.split(/=(.*)/s).slice(0, 2))),
  NEWSHAWK_STORE: `file:${folder}/data`,
};

/** @returns what the command prints */
const newshawk = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    // an exit code says that pages failed: they are wanted here
    execFile(
      process.execPath,
      [join(root, 'bin/newshawk.mjs'), ...args],
      { cwd: folder, env: environment },
      (_error, stdout) => resolve(stdout),
    );
  });

/** From the API, as the dashboard gets it. */
async function screenshotOf(id: string): Promise<Buffer> {
  const server = spawn(process.execPath, [join(root, 'bin/newshawk.mjs'), '--json', 'serve', '--port', '0'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let text = '';
      server.stdout.on('data', (data) => {
        text += data;
        const match = /"address":\s*"([^"]+)"/.exec(text)?.[1];
        if (match !== undefined) resolve(match);
      });
      server.once('exit', () => reject(new Error('serve ended before it listened')));
    });
    const answer = await fetch(new URL(`/v1/failures/${id}/screenshot`, address));
    if (!answer.ok) throw new Error(`the screenshot of ${id}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  } finally {
    server.kill('SIGTERM');
  }
}

try {
  await mkdir(join(folder, 'scrapers/gazette.example'), { recursive: true });
  await writeFile(join(folder, 'scrapers/gazette.example/scraper.ts'), scraper);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await newshawk('crawl', 'gazette.example', '--json');
  const { failures } = JSON.parse(await newshawk('failures', 'list', '--json'));
  const picture = sharp(await screenshotOf(failures[0].id)).resize({ width: 800, withoutEnlargement: true });
  await writeFile(join(root, 'docs/images/guide-failure.webp'), await picture.webp({ quality: 80 }).toBuffer());
} finally {
  await practice.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
