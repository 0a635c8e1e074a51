import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBrowsers } from '../../src/config-files/load-definitions.ts';
import { exitCodes } from '../../src/errors.ts';
import { defineBrowsers } from '../../src/settings/browsers.ts';
import { scraperFolder } from '../support/scraper-folder.ts';

const file = 'browsers.config.ts';

async function mistakesOf(text: string): Promise<string> {
  using folder = scraperFolder({ [file]: text });
  const error = await loadBrowsers(join(folder.dir, file)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: 'CommandError', exitCode: exitCodes.configuration });
  const { message } = error as Error;
  expect(message).toContain(join(folder.dir, file));
  return message;
}

describe('loadBrowsers', () => {
  it('gives the defaults where there is no file', async () => {
    using folder = scraperFolder({});
    expect(await loadBrowsers(join(folder.dir, file))).toEqual(defineBrowsers({}));
  });

  it('loads what defineBrowsers or a plain object says', async () => {
    using folder = scraperFolder({
      [file]: `import { defineBrowsers } from 'newshawk';\nexport default defineBrowsers({ proxies: ['http://127.0.0.1:1'] });\n`,
      'plain.ts': `export default { maxContexts: 3 };\n`,
    });
    expect((await loadBrowsers(join(folder.dir, file))).proxies).toEqual(['http://127.0.0.1:1']);
    expect((await loadBrowsers(join(folder.dir, 'plain.ts'))).maxContexts).toBe(3);
  });

  it('names every mistake at once', async () => {
    const message = await mistakesOf(
      `import { defineBrowsers } from 'newshawk';\nexport default defineBrowsers({ maxContexts: 0, proxis: [], proxies: ['nonsense'] } as never);\n`,
    );
    expect(message).toMatch(/maxContexts: /);
    expect(message).toMatch(/proxies\.0: .*http:\/\/user:password@host:port/);
    expect(message).toMatch(/the definition: .*proxis.*did you mean "proxies"/);
    const inUnion = await mistakesOf(`export default { proxies: [{ url: 'http://q:1', profile: ['b'] }] };`);
    expect(inUnion).toContain('proxies.0: there is no "profile", did you mean "profiles"? (valid keys: url, profiles)');
  });

  it('names contradictions of profiles and proxies, and unknown engines', async () => {
    const message = await mistakesOf(`export default {
      profiles: [{ name: 'a', locale: 'no such', timeZone: 'Mars/North' }, { name: 'a' }],
      proxies: ['http://p:1', 'http://p:1', { url: 'http://q:1', profiles: ['b'] }],
    };`);
    for (const mistake of [/a language tag/, /a time zone/]) expect(message).toMatch(mistake);
    const contradictions = await mistakesOf(`export default {
      profiles: [{ name: 'a' }, { name: 'a' }],
      proxies: ['http://p:1', 'http://p:1', { url: 'http://q:1', profiles: ['b'] }],
    };`);
    for (const mistake of [
      /profile a is defined twice/,
      /proxies\.1: the proxy is listed twice/,
      /there is no profile b/,
    ])
      expect(contradictions).toMatch(mistake);
    expect(await mistakesOf(`export default { engine: 'firefox' };`)).toMatch(/engine: firefox is not supported/);
    expect(await mistakesOf(`export default { engine: 'chrome' };`)).toMatch(/engine: 'headless-shell' or 'chromium'/);
  });

  it('says what is wrong with a file that can not be read', async () => {
    expect(await mistakesOf('export default (;')).toMatch(/\n {2}- \S/);
    expect(await mistakesOf(`throw new Error('no luck');`)).toContain("  - can't be loaded: line 1: no luck");
    expect(await mistakesOf('export const browsers = {};')).toMatch(/the definition: /);
  });
});
