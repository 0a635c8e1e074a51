import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../../src/app.ts';
import { checks } from '../../../src/cli/project/checks.ts';
import { doctor } from '../../../src/cli/project/doctor.ts';
import type { FixResult } from '../../../src/cli/project/fixes.ts';
import type { Machine } from '../../../src/cli/project/machine.ts';
import { type CliIo, Session } from '../../../src/cli/session.ts';
import type { BrowserTrial } from '../../../src/config-files/try-browser.ts';
import { CommandError, exitCodes, NewshawkError } from '../../../src/errors.ts';
import { chromiumPackage } from '../../../src/stages/fetch/browser/packaged-chromium.ts';
import { now, openFakeApp } from '../../support/app/fake-app.ts';

const works: BrowserTrial = {
  executablePath: '/c/chromium',
  origin: 'packaged',
  version: '153.0',
  hasSandbox: true,
  trouble: null,
};
const none = new CommandError(exitCodes.browser, 'No browser was found: install Chromium');

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-fix-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Situation {
  readonly only: readonly string[];
  readonly yes?: boolean;
  readonly tryBrowser?: () => Promise<BrowserTrial>;
  readonly mender?: Partial<CliIo['browserMender']>;
  readonly machine?: Partial<Machine>;
  readonly app?: () => Promise<App>;
  readonly answer?: string;
}

/** Runs `doctor --fix` with these parts. */
async function fix({ only, yes = false, tryBrowser, mender, machine, app, answer }: Situation) {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(answer === undefined ? '' : `${answer}\n`);
  const io: CliIo = {
    stdin,
    stdout,
    stderr,
    env: {},
    cwd: folder,
    invocation: 'newshawk',
    isTty: answer !== undefined,
    columns: 80,
    clock: { now: () => now },
    openApp: app ?? (() => openFakeApp({ empty: true })),
    onInterrupt: () => () => {},
    tryBrowser: tryBrowser ?? (async () => works),
    browserMender: {
      dropUnpacked: async () => [],
      install: () => Promise.reject(new Error('not asked for')),
      ...mender,
    },
    packPackage: async () => 'newshawk.tgz',
    installPackages: () => Promise.reject(new Error('not asked for')),
    startDemo: () => Promise.reject(new Error('not asked for')),
  };
  const session = new Session(io);
  session.options = { json: true, quiet: false, verbose: false };
  const here: Machine = {
    nodeVersion: '24.21.0',
    platform: 'linux',
    chineseFonts: async () => ['Noto Sans CJK SC'],
    freeBytes: async () => 50e9,
    openToOthers: async () => [],
    distribution: async () => ['ubuntu', 'debian'],
    kernelSetting: async () => null,
    ...machine,
  };
  const chosen = checks.filter(({ name }) => only.includes(name));
  const code = await doctor(session, here, { chosen, fix: true, yes });
  const printed = JSON.parse(String(stdout.read())) as {
    checks: { check: string; status: string }[];
    fixes: FixResult[];
  };
  return { code, ...printed, asked: String(stderr.read() ?? '') };
}

describe('doctor --fix, where no browser runs', () => {
  /** A browser that runs once `isThere` says so. */
  const browserAfter = (isThere: () => boolean) => async () => {
    if (!isThere()) throw none;
    return works;
  };

  it('unpacks the packaged browser again, without a download', async () => {
    let dropped = false;
    const {
      code,
      fixes,
      checks: after,
    } = await fix({
      only: ['browser'],
      tryBrowser: browserAfter(() => dropped),
      mender: {
        dropUnpacked: async () => {
          dropped = true;
          return ['/cache/chromium-153'];
        },
      },
    });
    expect({ code, status: after[0]?.status }).toEqual({ code: 0, status: 'ok' });
    expect(fixes).toEqual([{ check: 'browser', state: 'fixed', says: expect.stringContaining('/cache/chromium-153') }]);
  });

  it.each([
    ['with --yes', { yes: true }, true, ''],
    ['where a person agrees', { answer: 'y' }, true, 'about 100 MB'],
    ['not where a person does not', { answer: 'n' }, false, 'about 100 MB'],
    ['not where nobody can be asked', {}, false, ''],
  ])('downloads one %s', async (_when, situation, isInstalled, asked) => {
    let installed = false;
    const install = async () => {
      installed = true;
    };
    const result = await fix({
      only: ['browser'],
      tryBrowser: browserAfter(() => installed),
      mender: { install },
      ...situation,
    });
    expect({ installed, code: result.code }).toEqual({
      installed: isInstalled,
      code: isInstalled ? 0 : exitCodes.browser,
    });
    expect(result.fixes[0]?.state).toBe(isInstalled ? 'fixed' : 'not fixed');
    expect(result.asked).toContain(asked);
  });

  it('says why a download failed', async () => {
    const install = () => Promise.reject(new Error('the download failed: getaddrinfo ENOTFOUND cdn.playwright.dev'));
    const { code, fixes } = await fix({
      only: ['browser'],
      yes: true,
      tryBrowser: browserAfter(() => false),
      mender: { install },
    });
    expect({ code, state: fixes[0]?.state, says: fixes[0]?.says }).toEqual({
      code: 10,
      state: 'not fixed',
      says: expect.stringContaining('ENOTFOUND'),
    });
  });

  it.each([
    ['libnss3.so: cannot open shared object file', {}, 'sudo apt-get install -y libnss3 libnspr4 libexpat1'],
    [
      'libnss3.so: cannot open shared object file',
      { distribution: async () => ['fedora'] },
      'sudo dnf install -y nss nspr expat',
    ],
    [
      'No usable sandbox!',
      { kernelSetting: async (name: string) => (name.startsWith('kernel.apparmor') ? '1' : null) },
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ],
    [
      'No usable sandbox!',
      { kernelSetting: async (name: string) => (name === 'user.max_user_namespaces' ? '0' : null) },
      'sudo sysctl -w user.max_user_namespaces=10000',
    ],
  ])('names the command of root for %s', async (trouble, machine, command) => {
    const { code, fixes } = await fix({
      only: ['browser'],
      yes: true,
      tryBrowser: async () => ({ ...works, trouble }),
      machine,
    });
    expect({ code, fixes }).toEqual({
      code: 10,
      fixes: [{ check: 'browser', state: 'needs root', says: `\`${command}\`` }],
    });
  });
});

describe('doctor --fix, apart from the browser', () => {
  it('makes the folder of scrapers, and says how one is written', async () => {
    const app = async () => {
      const fake = await openFakeApp({ empty: true });
      return { ...fake, config: { ...fake.config, scrapersDir: './sites' }, sites: async () => [] };
    };
    const { code, fixes } = await fix({ only: ['scrapers'], app });
    expect({ code, exists: existsSync(join(folder, 'sites')), state: fixes[0]?.state }).toEqual({
      code: 0,
      exists: true,
      state: 'fixed',
    });
    expect((await fix({ only: ['scrapers'], app })).fixes[0]?.state).toBe('yours');
  });

  it('says what root does where the folder of the store is not ours', async () => {
    const app = async () => {
      const fake = await openFakeApp({ empty: true });
      const denied = new NewshawkError('store', 'the folder can not be written (EACCES)');
      return { ...fake, config: { ...fake.config, store: 'file:./data' }, store: () => Promise.reject(denied) };
    };
    const { code, fixes } = await fix({ only: ['store'], app });
    expect({ code, state: fixes[0]?.state, says: fixes[0]?.says }).toEqual({
      code: 4,
      state: 'needs root',
      says: expect.stringContaining(`chown -R "$USER" ${folder}/data`),
    });
  });

  it('names the font package, which needs root, and has nothing to fix on a sound machine', async () => {
    const { fixes } = await fix({ only: ['chinese font'], machine: { chineseFonts: async () => [] } });
    expect(fixes).toEqual([
      { check: 'chinese font', state: 'needs root', says: '`sudo apt-get install -y fontconfig fonts-noto-cjk`' },
    ]);
    expect((await fix({ only: ['node', 'disk'] })).fixes).toEqual([]);
  });
});

describe('the real program', () => {
  it('repairs a damaged browser in its cache folder', async () => {
    const installed = await chromiumPackage();
    const version = installed?.version ?? 'none';
    const cache = join(folder, 'cache');
    await mkdir(join(cache, `chromium-${version}`), { recursive: true });
    await writeFile(join(cache, `chromium-${version}`, 'chromium'), 'half a browser', { mode: 0o755 });
    const program = fileURLToPath(new URL('../../../bin/newshawk.mjs', import.meta.url));
    const env = {
      ...process.env,
      NEWSHAWK_CACHE: cache,
      NEWSHAWK_STORE: `file:${folder}/data`,
      PLAYWRIGHT_BROWSERS_PATH: join(folder, 'no-browsers'),
      PATH: folder, // no browser of the system
    };
    const child = spawn(process.execPath, [program, 'doctor', 'browser', '--fix', '--json'], { cwd: folder, env });
    let stdout = '';
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    const [code] = await once(child, 'close');
    const { checks: after, fixes } = JSON.parse(stdout) as { checks: { status: string }[]; fixes: FixResult[] };
    expect({ code, status: after[0]?.status, state: fixes[0]?.state }).toEqual({
      code: 0,
      status: 'ok',
      state: 'fixed',
    });
  });
});
