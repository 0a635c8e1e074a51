import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineBrowsers } from '../../../src/browsers.ts';
import { BrowserProcess } from '../../../src/stages/fetch/browser-process.ts';
import { type Chromium, findChromium } from '../../../src/stages/fetch/chromium.ts';
import { silent } from './local-site.ts';

describe('a browser that does not start', () => {
  let folder = '';
  let found: Chromium;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'browser-process-'));
    found = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const processOf = async (script: string) => {
    const executablePath = join(folder, 'browser');
    await writeFile(executablePath, `#!/bin/sh\n${script}\n`);
    await chmod(executablePath, 0o755);
    const { limits } = defineBrowsers({});
    return new BrowserProcess(
      {
        chromium: { ...found, executablePath },
        sandbox: 'auto',
        images: false,
        frames: 'continuous',
        limits,
        log: silent,
      },
      () => {},
    );
  };

  it('is started once more: Ctrl-C may have hit it in the moment of its fork', async () => {
    const once = join(folder, 'died-once');
    await using browser = await processOf(
      `[ -e ${once} ] || { touch ${once}; kill -INT $$; }\nexec ${found.executablePath} "$@"`,
    );
    expect((await browser.running()).browser.isConnected()).toBe(true);
  });

  it('says what the browser said', async () => {
    await using browser = await processOf('echo "error while loading shared libraries: libnss3.so" >&2; exit 127');
    await expect(browser.running()).rejects.toThrow(
      /does not start: error while loading shared libraries: libnss3\.so\. `newshawk doctor`/,
    );
  });
});
