import { type Browser, chromium } from 'playwright-core';
import type { Way } from '../way.ts';
import { way as newshawk } from './newshawk.ts';

/** The same without the egress guard: the product has no switch for that, so the proxy, and that the browser resolves nothing itself, are taken out of Playwright's calls here. */
export const way: Way = (plan, onPage) => {
  const launch = chromium.launch.bind(chromium);
  chromium.launch = async (options): Promise<Browser> => {
    const args = options?.args?.filter((arg) => !arg.startsWith('--host-resolver-rules'));
    const browser = await launch({ ...options, args, proxy: undefined });
    const newContext = browser.newContext.bind(browser);
    browser.newContext = (context) => newContext({ ...context, proxy: undefined });
    return browser;
  };
  return newshawk(plan, onPage);
};
