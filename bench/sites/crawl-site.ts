import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SiteScore, type StoredArticle, scoreSite } from './compare.ts';
import type { RecordedSite } from './recorded-site.ts';
import { openRecordedSite } from './site-server.ts';

const command = fileURLToPath(new URL('../../bin/newshawk.mjs', import.meta.url));

export interface SiteCrawl {
  /** The loopback address that the site is served on. */
  readonly address: string;
  /** After that many seconds the crawl gets SIGINT. */
  readonly limitS: number;
  /** A folder that keeps log, export and requests; none: nothing is kept. */
  readonly keep?: string;
}

interface Finished {
  readonly code: number | string;
  readonly seconds: number;
}

/** Runs the real command line in `folder`, with its output in `log.txt` there. */
async function newshawk(args: readonly string[], folder: string, port: string, limitS: number): Promise<Finished> {
  await using log = await open(join(folder, 'log.txt'), 'a');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NEWSHAWK_ALLOW_NETWORKS: '127.0.0.0/8',
    NEWSHAWK_ALLOW_PORTS: port,
    NEWSHAWK_HOST_GAP_MS: '0',
  };
  delete env.NEWSHAWK_STORE;
  const started = performance.now();
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  const signalGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // nothing of it is left
    }
  };
  const stop = setTimeout(() => child.kill('SIGINT'), limitS * 1_000);
  const kill = setTimeout(signalGroup, (limitS + 30) * 1_000);
  process.on('exit', signalGroup);
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (exit, signal) => resolve(exit ?? signal ?? 'unknown'));
    });
    return { code, seconds: (performance.now() - started) / 1_000 };
  } finally {
    clearTimeout(stop);
    clearTimeout(kill);
    signalGroup();
    process.off('exit', signalGroup);
  }
}

/** Crawls a recorded site by its address alone, with a fresh store, and compares what was stored with the truth. */
export async function crawlSite(site: RecordedSite, { address, limitS, keep }: SiteCrawl): Promise<SiteScore> {
  await using served = await openRecordedSite(site, address);
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-sites-'));
  try {
    const { port } = new URL(served.origin);
    const crawl = await newshawk(['crawl', new URL(site.about.start ?? '/', served.origin).href], folder, port, limitS);
    const asked = Object.fromEntries(served.requests);
    await newshawk(['export', '-f', 'jsonl', '--status', 'all', '-o', 'out.jsonl'], folder, port, 120);
    const exported = join(folder, 'out.jsonl');
    const text = existsSync(exported) ? await readFile(exported, 'utf8') : '';
    if (keep !== undefined) {
      await mkdir(keep, { recursive: true });
      await copyFile(join(folder, 'log.txt'), join(keep, `${site.name}.log`));
      await writeFile(join(keep, `${site.name}.jsonl`), text);
      await writeFile(join(keep, `${site.name}.requests.json`), JSON.stringify(asked, null, 1));
    }
    const stored = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StoredArticle);
    const requests = Object.values(asked).reduce((sum, count) => sum + count, 0);
    return scoreSite(site, { stored, requests, seconds: crawl.seconds, exitCode: crawl.code });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
