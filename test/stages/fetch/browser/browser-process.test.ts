import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOf } from '../../../../src/errors.ts';
import { processTree, signalProcess } from '../../../../src/machine/process-tree.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { BrowserProcess, type LaunchOptions } from '../../../../src/stages/fetch/browser/browser-process.ts';
import { type Chromium, findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { eventually } from '../../../support/waiting.ts';
import { silent } from '../local-site.ts';

/** Long enough to be seen, short enough to be waited for. */
const pauses = { firstMs: 20, longestMs: 100 };

describe('a browser that does not start', () => {
  let folder = '';
  let found: Chromium;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'browser-process-'));
    found = await findChromium({ explicit: null, cacheDir: null, env: process.env });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const executable = () => join(folder, 'browser');
  const install = async (script: string): Promise<void> => {
    await writeFile(executable(), `#!/bin/sh\n${script}\n`);
    await chmod(executable(), 0o755);
  };
  const real = () => `exec ${found.executablePath} "$@"`;
  /** A script that behaves differently at its first starts, which it counts. */
  const failing = (times: number, before: string): string => {
    const count = join(folder, `count-${Math.random()}`);
    return `echo >> ${count}; [ $(wc -l < ${count}) -gt ${times} ] || { ${before}; }\n${real()}`;
  };
  const processOf = async (
    script: string,
    more: Partial<LaunchOptions> = {},
    frames: 'continuous' | 'on-demand' = 'continuous',
  ) => {
    await install(script);
    const { limits } = defineBrowsers({});
    const browsers = { images: false, frames, limits };
    const options = { sandbox: 'auto', browsers, log: silent, pauses } as const;
    return new BrowserProcess({ ...options, chromium: { ...found, executablePath: executable() }, ...more }, () => {});
  };
  const failure = (browser: BrowserProcess): Promise<unknown> => browser.running().catch((error: unknown) => error);

  it('is started once more: Ctrl-C may have hit it during its fork', async () => {
    await using browser = await processOf(failing(1, 'kill -INT $$'));
    expect((await browser.running()).browser.isConnected()).toBe(true);
  });

  it("reports the browser's output", async () => {
    await using browser = await processOf('echo "error while loading shared libraries: libnss3.so" >&2; exit 127');
    expect(await failure(browser)).toMatchObject({
      kind: 'no-browser',
      message: expect.stringMatching(
        /does not start: error while loading shared libraries: libnss3\.so\. `newshawk doctor`/,
      ),
    });
    expect(browser.health).toMatchObject({ isLasting: true, hasRun: false, why: expect.not.stringContaining(folder) });
  });

  it('is retried until it starts; no page waits for it', async () => {
    await using browser = await processOf(failing(5, 'echo "no memory left" >&2; exit 1'));
    expect(browser.health).toEqual({ state: 'idle' });
    expect(kindOf(await failure(browser))).toBe('no-browser');
    expect(browser.health).toMatchObject({ state: 'absent', why: 'no memory left', hasRun: false, isLasting: false });
    await eventually(() => expect(browser.health.state).toBe('ready'));
    expect((await browser.running()).browser.isConnected()).toBe(true);
    expect(browser.launches).toBe(6);
  });

  it('is ended at the timeout when it hangs, and retried', async () => {
    await using browser = await processOf(failing(1, 'exec sleep 60'), { launchTimeoutMs: 4_000 });
    expect(kindOf(await failure(browser))).toBe('no-browser');
    expect(browser.health).toMatchObject({ why: 'it does not answer in 4 s' });
    expect(browser.launches).toBe(1); // a start that took this long is not repeated while a page waits
    await eventually(() => expect(browser.health.state).toBe('ready'));
  });

  it('is found again after its executable was removed and restored', async () => {
    await using browser = await processOf(real());
    await rm(executable());
    expect(kindOf(await failure(browser))).toBe('no-browser');
    expect(browser.health).toMatchObject({ why: 'the executable is missing' });
    await install(real());
    await eventually(() => expect(browser.health.state).toBe('ready'));
  });

  it('is located again when its executable is missing', async () => {
    const located: number[] = [];
    await using browser = await processOf(real(), {
      locate: async () => {
        located.push(1);
        return found;
      },
    });
    await rm(executable());
    expect(kindOf(await failure(browser))).toBe('no-browser');
    await eventually(() => expect(browser.health.state).toBe('ready'));
    expect(located).toEqual([1]);
  });

  /** Our processes and theirs, without those that were there before. */
  const processes = (but: ReadonlySet<number>) =>
    (processTree(process.pid) ?? []).filter(({ pid }) => pid !== process.pid && !but.has(pid));

  it.each([1, 2, 4, 6])('causes no failure when it is killed once %i of its processes run', async (count) => {
    const others = new Set(processes(new Set()).map(({ pid }) => pid));
    await using browser = await processOf(real(), {}, 'on-demand');
    const first = failure(browser);
    let isStarted = false;
    void first.then(() => {
      isStarted = true;
    });
    await eventually(() => {
      if (!isStarted) expect(processes(others).length).toBeGreaterThanOrEqual(count);
    });
    for (const { pid, parent } of processes(others)) if (parent === process.pid) signalProcess(pid, 'SIGKILL');
    await first;
    // ended or replaced: no page gets a dead browser
    await eventually(async () => expect((await browser.running().catch(() => null))?.browser.isConnected()).toBe(true));
    const { frames } = await browser.running();
    expect(frames).not.toBeNull(); // an interrupted start does not decide what the browser supports
  });

  it('waits longer after each browser that ended before it read a page', async () => {
    await using browser = await processOf(real());
    const killOne = async (): Promise<void> => {
      const { browser: running } = await browser.running();
      const ended = new Promise((resolve) => running.once('disconnected', resolve));
      const cdp = await running.newBrowserCDPSession();
      cdp.send('Browser.crash').catch(() => {}); // it does not answer
      await ended;
    };
    await killOne();
    expect(browser.health).toEqual({ state: 'idle' }); // the first may be an accident
    await killOne();
    expect(browser.health).toMatchObject({ state: 'absent', hasRun: true, why: 'it ended right after its start' });
    await eventually(() => expect(browser.health.state).toBe('ready'));
    (await browser.running()).hasServed = true;
    await killOne();
    expect(browser.health).toEqual({ state: 'idle' });
  });
});
