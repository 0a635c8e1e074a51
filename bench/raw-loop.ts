import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { treeCpuSeconds } from '../src/machine/process-tree.ts';
import { findChromium } from '../src/stages/fetch/browser/chromium.ts';

/** What the loop is asked, as JSON on stdin. */
export interface RawLoopPlan {
  readonly urls: readonly string[];
  readonly concurrency: number;
  /** Port on 127.0.0.1 to which every host leads. */
  readonly port: number;
  /** One page for each of the workers, led from address to address, instead of a new page for each address. */
  readonly keepsPages: boolean;
}

/** What it answers, as JSON on stdout. */
export interface RawLoopResult {
  readonly pages: number;
  readonly elapsedMs: number;
  readonly cpuSeconds: number | null;
  readonly loopDelayP99Ms: number;
}

// The least that a crawl with Playwright does: one context, goto until "load", content(). In the browser that newshawk would take,
// with Playwright's own settings; nothing is followed, read or stored.

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await page.content();
}

async function visitAll(context: BrowserContext, open: string[], keepsPages: boolean): Promise<void> {
  let page = await context.newPage();
  for (let url = open.shift(); url !== undefined; url = open.shift()) {
    await visit(page, url);
    if (keepsPages) continue;
    await page.close();
    page = await context.newPage();
  }
  await page.close();
}

async function rawLoop({ urls, concurrency, port, keepsPages }: RawLoopPlan): Promise<RawLoopResult> {
  const { executablePath, env } = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begun = performance.now();
  const browser = await chromium.launch({
    executablePath,
    env: { ...env },
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--host-resolver-rules=MAP * 127.0.0.1:${port}`],
  });
  const context = await browser.newContext();
  const open = [...urls];
  await Promise.all(Array.from({ length: concurrency }, () => visitAll(context, open, keepsPages)));
  const result = {
    pages: urls.length,
    elapsedMs: performance.now() - begun,
    // while the browser still runs: its processes are part of the tree
    cpuSeconds: treeCpuSeconds(process.pid),
    loopDelayP99Ms: delay.percentile(99) / 1e6,
  };
  await browser.close();
  return result;
}

if (import.meta.main) console.log(JSON.stringify(await rawLoop(JSON.parse(readFileSync(0, 'utf8')))));
