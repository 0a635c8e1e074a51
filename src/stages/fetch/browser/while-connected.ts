import type { Browser } from 'playwright-core';

/** The work's result, or `endError()` as soon as the browser ends: some of Playwright's calls never settle then. */
export async function whileConnected<T>(browser: Browser, work: Promise<T>, endError: () => Error): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const onEnd = (): void => ended.reject(endError());
  browser.once('disconnected', onEnd);
  if (!browser.isConnected()) onEnd();
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    browser.off('disconnected', onEnd);
  }
}
