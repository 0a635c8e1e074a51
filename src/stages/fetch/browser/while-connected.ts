import type { Browser } from 'playwright-core';

/** The work's result, or an error as soon as its browser is gone: not all of Playwright's calls end with it. */
export async function whileConnected<T>(browser: Browser, work: Promise<T>, gone: () => Error): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const onEnd = (): void => ended.reject(gone());
  browser.once('disconnected', onEnd);
  if (!browser.isConnected()) onEnd();
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    browser.off('disconnected', onEnd);
  }
}
