import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { startDemo } from '../demo/server.ts';
import { findChromium } from '../src/stages/fetch/browser/chromium.ts';

// Takes the README's pictures: the terminal during a crawl and at its end, and the dashboard; and a picture of every page of the dashboard into .cache/screenshots.
// usage: npm run screenshots (Linux: `script` of util-linux gives the crawl a terminal)

const root = fileURLToPath(new URL('../', import.meta.url));
const images = join(root, 'docs', 'images');
/** All pages of the dashboard: not for the README. */
const every = join(root, '.cache', 'screenshots');
const [columns, rows] = [92, 30];
/** ms until charts and pictures are drawn. */
const settleMs = 700;

const folder = await mkdtemp(join(tmpdir(), 'newshawk-pictures-'));
const demo = await startDemo();
const environment = {
  ...process.env,
  TERM: 'xterm-256color',
  COLUMNS: String(columns),
  NEWSHAWK_STORE: `file:${folder}/data`,
  NEWSHAWK_CONNECT_TO: demo.connectTo.join(','),
  NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${demo.port}`,
  NEWSHAWK_STATIC_TIMEOUT_MS: '3000',
  NEWSHAWK_MAX_ATTEMPTS: '1',
  NEWSHAWK_HOST_GAP_MS: '0',
};

/** Runs the crawl in a terminal, and reads its screen when half of the demo was requested and at the end. */
async function terminalScreens(): Promise<{ half: string; end: string }> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 500 });
  const command = `stty cols ${columns} rows ${rows}; ${process.execPath} bin/newshawk.mjs crawl`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let half = '';
  let written = Promise.resolve();
  child.stdout.on('data', (data: Buffer) => {
    written = written.then(() => new Promise((resolve) => terminal.write(data, resolve)));
    void written.then(() => {
      if (half === '' && demo.requests.length > 150) half = screenHtml(terminal);
    });
  });
  await new Promise((resolve) => child.on('close', resolve));
  await written;
  return { half, end: screenHtml(terminal) };
}

const palette = ['#1c1f26', '#e06c75', '#7cc48a', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d7dae0'];

/** The visible lines as HTML, with colour and weight of each cell. */
function screenHtml(terminal: InstanceType<typeof xterm.Terminal>): string {
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: rows }, (_, y) => {
    const line = buffer.getLine(buffer.baseY + y);
    let html = '';
    for (let x = 0; line !== undefined && x < columns; x++) {
      const cell = line.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const color = cell.isFgPalette() ? palette[cell.getFgColor() % 8] : '#d7dae0';
      const style = `color:${color};${cell.isBold() ? 'font-weight:700;' : ''}${cell.isDim() ? 'opacity:.6;' : ''}`;
      html += `<span style="${style}">${(cell.getChars() || ' ').replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</span>`;
    }
    return html;
  });
  return lines.join('\n').replace(/(?:\n(?:<span[^>]*> <\/span>)*)+$/, '');
}

const page = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#1c1f26"><pre style="font:14px/1.45 'DejaVu Sans Mono',monospace;padding:18px 22px;margin:0;display:inline-block">${body}</pre>`;

/** The overview for the README; and each page of the dashboard, dark, light and 360 px wide, into a folder for people to look at. */
async function picturesOfPages(browser: Browser, address: string): Promise<void> {
  const looks = [
    { name: 'light', colorScheme: 'light', width: 1280 },
    { name: 'dark', colorScheme: 'dark', width: 1280 },
    { name: '360', colorScheme: 'light', width: 360 },
  ] as const;
  await mkdir(every, { recursive: true });
  const paths = await pagesOf(address);
  for (const { name, colorScheme, width } of looks)
    for (const [page, path] of Object.entries(paths)) {
      const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, locale: 'en-GB' });
      await tab.goto(`${address}/#/${path}`);
      await tab.locator('main[aria-busy="false"] h1').waitFor({ state: 'attached' });
      await tab.locator('.news.at-live').waitFor({ state: 'attached' });
      if (page === 'replay') {
        await tab.getByRole('button', { name: /^Replay/ }).click();
        await tab.getByRole('heading', { name: /^Today/ }).waitFor();
      }
      await tab.waitForTimeout(settleMs);
      await writeFile(join(every, `${page}-${name}.png`), await tab.screenshot({ fullPage: !path.includes('id=') }));
      if (page === 'overview' && width > 360)
        await writeFile(join(images, `dashboard-${name}.png`), await small(await tab.screenshot()));
      await tab.close();
    }
}

/** With a palette, a third of the size: the eye sees no difference in a picture of few colours. */
const small = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer();

/** Each page and each dialog of the dashboard, with ids of what the demo crawl has stored. */
async function pagesOf(address: string): Promise<Record<string, string>> {
  const first = async (path: string, pick: (item: Item) => boolean = () => true): Promise<Item> => {
    const { items } = (await (await fetch(`${address}/v1/${path}`)).json()) as { readonly items: readonly Item[] };
    return items.find(pick) ?? {};
  };
  const article = await first('articles?limit=100', ({ relation }) => typeof relation === 'string');
  const failure = await first('failures', ({ screenshot }) => typeof screenshot === 'string');
  const [source, wrapper] = [await first('sources'), await first('wrappers')];
  const news = ['overview', 'articles', 'media', 'records', 'label', 'sources', 'wrappers', 'failures', 'visits'];
  const names = [...news, 'workers', 'log', 'crawls', 'read', 'alerts', 'proxies'];
  const run = await first('jobs');
  return {
    ...Object.fromEntries(names.map((name) => [name, name])),
    article: `articles?id=${article.id}`,
    source: `sources?id=${source.id}`,
    wrapper: `wrappers?site=${wrapper.site}`,
    failure: `failures?id=${failure.id}`,
    replay: `failures?id=${failure.id}`,
    crawl: `crawls?id=${run.id}`,
    correct: `correct?url=${encodeURIComponent(String(article.url))}`,
  };
}

type Item = Readonly<Record<string, unknown>>;

const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
const browser = await chromium.launch({ executablePath, env, chromiumSandbox: false });
try {
  const { half, end } = await terminalScreens();
  for (const [name, html] of [
    ['terminal-live', half],
    ['terminal-end', end],
  ] as const) {
    const tab = await browser.newPage({ deviceScaleFactor: 1.5 });
    await tab.setContent(page(html));
    await writeFile(join(images, `${name}.png`), await small(await tab.locator('pre').screenshot()));
    await tab.close();
  }
  const server = spawn(process.execPath, ['bin/newshawk.mjs', '--json', 'serve', '--port', '0'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (data) => {
      text += data;
      const match = /"address":\s*"([^"]+)"/.exec(text)?.[1];
      if (match !== undefined) resolve(match);
    });
    server.once('exit', () => reject(new Error('serve ended before it listened')));
  });
  await picturesOfPages(browser, address);
  server.kill('SIGTERM');
} finally {
  await browser.close();
  await demo.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
