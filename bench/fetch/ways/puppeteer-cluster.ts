import { Cluster } from 'puppeteer-cluster';
import puppeteer from 'puppeteer-core';
import { endSelector } from '../site/pages.ts';
import type { Way } from '../way.ts';

/** puppeteer-cluster as its README starts it (a context for each page), told what to wait for. */
export const way: Way = async ({ urls, concurrency, executablePath, env }, onPage) => {
  const cluster: Cluster<string> = await Cluster.launch({
    concurrency: Cluster.CONCURRENCY_CONTEXT,
    maxConcurrency: concurrency,
    puppeteer,
    puppeteerOptions: { executablePath, env: { ...env }, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
  });
  cluster.on('taskerror', (error: Error, url: string) => onPage(url, error));
  await cluster.task(async ({ page, data: url }) => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector(endSelector);
    onPage(url, await page.content());
  });
  for (const url of urls) void cluster.queue(url);
  await cluster.idle();
  await cluster.close();
};
