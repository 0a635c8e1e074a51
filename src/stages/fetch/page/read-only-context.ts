import type { BrowserContext, Route } from 'playwright-core';

/** Methods that ask for something and change nothing. */
const reads = /^(?:GET|HEAD|OPTIONS)$/;

/** What a page sends at its end passes by `route`: its scripts do not learn of the end. They are added later than this. */
const withoutEnd = `(() => {
  delete window.fetchLater;
  for (const end of ['pagehide', 'beforeunload', 'unload', 'visibilitychange', 'freeze'])
    addEventListener(end, (event) => event.stopImmediatePropagation(), true);
})();`;

/** From now on, requests of all pages and workers of a context that may have an effect fail as on a broken network, beacons too. @throws Error when the context is closed */
export async function readOnlyContext(context: BrowserContext): Promise<void> {
  await Promise.all([context.addInitScript(withoutEnd), context.route('**/*', decide)]);
}

/** The page may have been closed meanwhile. */
const decide = (route: Route): Promise<void> =>
  (reads.test(route.request().method()) ? route.continue() : route.abort('failed')).catch(() => {});
