import { chromium } from 'playwright-core';
import { endSelector } from '../site/pages.ts';
import { eachPage, type Way } from '../way.ts';

/** The plain loop: a context for each page, told what to wait for, content(). Nothing is blocked. */
export const way: Way = async (plan, onPage) => {
  const { executablePath, env } = plan;
  const browser = await chromium.launch({ executablePath, env: { ...env } });
  await eachPage(plan, onPage, async (url) => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'domcontentloaded' });
      await page.waitForSelector(endSelector);
      return await page.content();
    } finally {
      await context.close();
    }
  });
  await browser.close();
};
