import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../src/stages/fetch/browser/chromium.ts';
import { adHost, hostOf } from './site/pages.ts';
import { watchMemory } from './tree-memory.ts';
import type { WayPlan, WayResult } from './way.ts';

export interface Measured extends WayResult {
  /** Highest sum of the memory that its processes share with nobody. */
  readonly peakMb: number;
}

export const chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
/** What the pages load beside their text. */
export const block = [`*://${adHost}*`, '*.jpg', '*.ttf'];

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export interface Site {
  readonly port: number;
  close(): void;
}

/** The site is a separate process: what it costs is not a way's. */
export async function startSite(apiDelayMs: number): Promise<Site> {
  const child = spawn(process.execPath, [here('site/serve.ts'), '--api-delay-ms', String(apiDelayMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface(child.stdout), 'line');
  return { port: Number(port), close: () => child.kill() };
}

export const urlsOf = ({ port }: Site, count: number): string[] =>
  Array.from({ length: count }, (_, id) => `http://${hostOf(id)}:${port}/p/${id}`);

/** Renders this number of pages, beside the warm-up, in a separate process. */
export async function measure(
  way: string,
  site: Site,
  { pages, concurrency }: { readonly pages: number; readonly concurrency: number },
): Promise<Measured> {
  const warmUp = concurrency * 2;
  const { executablePath, env, version } = chromium;
  const plan: WayPlan = {
    way,
    urls: urlsOf(site, pages + warmUp),
    warmUp,
    concurrency,
    executablePath,
    env,
    chromiumVersion: version,
    block,
  };
  return await runWay(plan);
}

async function runWay(plan: WayPlan): Promise<Measured> {
  const child = spawn(process.execPath, [here('run-way.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const memory = watchMemory(child.pid ?? 0);
  child.stdin.end(JSON.stringify(plan));
  const [printed] = await Promise.all([text(child.stdout), ended(child)]);
  const peakMb = memory.stop() / 1024 ** 2;
  const last = printed.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) throw new Error(`${plan.way} ended without a result: see above`);
  return { ...(JSON.parse(last) as WayResult), peakMb };
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null) await once(child, 'exit');
};
