import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserPool } from '../../../../src/browser-port.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { noGuard } from '../../../support/ports.ts';
import { identityOf, type LocalSite, openLocalSite, openTestGuard, silent } from '../local-site.ts';

let site: LocalSite;
let guard: EgressGuard;
let pool: BrowserPool;

beforeAll(async () => {
  site = await openLocalSite({
    '/': '<p>Ferries</p>',
    '/lazy': '<p>Ferries</p><div style="height: 90000px"></div><iframe loading="lazy" src="/"></iframe>',
  });
  guard = await openTestGuard({ allow: [`127.0.0.1:${site.port}`] });
  pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({}),
    guard: noGuard,
    cookies: new CookieJars(),
    probeProxy: async () => null,
    maxBytes: 1_000_000,
    log: silent,
  });
});
afterAll(async () => {
  await pool?.[Symbol.asyncDispose]();
  await guard?.[Symbol.asyncDispose]();
  await site?.[Symbol.asyncDispose]();
});

it('the browser pool opens pages and players of many identities at once, each in its own context', async () => {
  const locales = ['de-DE', 'fr-FR', 'it-IT', 'pl-PL', 'nl-NL', 'sv-SE'];
  const guardUrl = await guard.routeFor(null);
  const of = (locale: string, kind: string) => ({ ...identityOf(guardUrl, `${kind} ${locale}`), locale });
  const url = `${site.origin}/`;
  const languages = await Promise.all(
    locales.flatMap((locale) => [
      pool
        .open({ url, identity: of(locale, 'page'), waitFor: null, steps: [], timeoutMs: 30_000 })
        .then(async (page) => {
          const language = await page.evaluate<string>('navigator.language', 60_000);
          await page[Symbol.asyncDispose]();
          return language;
        }),
      pool.openPlayer({ url, identity: of(locale, 'player'), script: '', timeoutMs: 30_000 }).then(async (page) => {
        const [main] = await page.inFrames<string>('navigator.language', 60_000);
        await page[Symbol.asyncDispose]();
        return main?.value;
      }),
    ]),
  );
  expect(languages).toEqual(locales.flatMap((locale) => [locale, locale]));
});

it('the browser pool does not wait for a frame that has no document yet', async () => {
  const identity = identityOf(await guard.routeFor(null), 'lazy');
  const player = await pool.openPlayer({ url: `${site.origin}/lazy`, identity, script: '', timeoutMs: 30_000 });
  const answers = await player.inFrames<string>('location.pathname', 600_000); // an evaluation in such a frame never ends
  expect(answers.map(({ value }) => value)).toEqual(['/lazy']);
  await player[Symbol.asyncDispose]();
});
