import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signalProcess } from '../../../../src/machine/process-tree.ts';
import { BrowserLedger, endProcess } from '../../../../src/stages/fetch/browser/browser-ledger.ts';
import { eventually } from '../../../support/waiting.ts';
import { silent } from '../local-site.ts';

const source = (file: string): string => new URL(`../../../../src/${file}`, import.meta.url).href;
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('what a killed process leaves behind', () => {
  let temporary = '';
  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), 'browser-ledger-'));
  });
  afterEach(() => rmSync(temporary, { recursive: true, force: true }));

  const folder = (): string => join(temporary, `newshawk-browsers-${process.getuid?.()}`);
  const ledger = (): BrowserLedger => new BrowserLedger({ temporary, log: silent });
  const profiles = (): string[] => readdirSync(temporary).filter((name) => name.startsWith('playwright'));
  const entry = (): { browser: { pid: number } } => {
    const [name = ''] = readdirSync(folder()).filter((file) => file.endsWith('.json'));
    return JSON.parse(readFileSync(join(folder(), name), 'utf8'));
  };

  it('is removed by the next start: a browser that hangs, and its profile', async () => {
    const script = `
      const { BrowserProcess } = await import(${JSON.stringify(source('stages/fetch/browser/browser-process.ts'))});
      const { findChromium } = await import(${JSON.stringify(source('stages/fetch/browser/chromium.ts'))});
      const { defineBrowsers } = await import(${JSON.stringify(source('settings/browsers.ts'))});
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
      const browser = new BrowserProcess({ chromium, sandbox: 'auto', browsers: { images: false, frames: 'on-demand', limits: defineBrowsers({}).limits }, log }, () => {});
      await browser.running();
      console.log('up');`;
    const node = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: temporary },
    });
    await once(node.stdout, 'data');
    const { pid } = entry().browser;
    expect({ isAlive: isAlive(pid), profileCount: profiles().length }).toEqual({ isAlive: true, profileCount: 1 });
    expect(await ledger().reap()).toBe(0); // its owner lives
    signalProcess(pid, 'SIGSTOP'); // otherwise it would end by itself
    node.kill('SIGKILL');
    await once(node, 'exit');
    expect({ isAlive: isAlive(pid), profileCount: profiles().length }).toEqual({ isAlive: true, profileCount: 1 });
    expect(await ledger().reap()).toBe(1);
    await eventually(() => expect(isAlive(pid)).toBe(false));
    expect({ profiles: profiles(), files: readdirSync(folder()) }).toEqual({ profiles: [], files: ['artifacts'] });
  });

  it('is kept if it may belong to another process', async () => {
    const stranger = spawn('true', { stdio: 'ignore' });
    await once(stranger, 'exit');
    const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
    const kept = join(temporary, 'kept');
    await mkdir(kept);
    await mkdir(folder(), { mode: 0o700 });
    const namespace = 'pid:[1]';
    const dead = { pid: stranger.pid, born: '1' };
    const write = (name: string, value: unknown): Promise<void> =>
      writeFile(join(folder(), name), typeof value === 'string' ? value : JSON.stringify(value));
    // another container's entry; a browser's number that another process has now; a folder that is not a profile; half an entry
    await write('a.json', { namespace, owner: dead, browser: dead, folders: [kept] });
    const own = readlinkSync('/proc/self/ns/pid');
    await write('b.json', {
      namespace: own,
      owner: dead,
      browser: { pid: sleeper.pid, born: '1' },
      folders: [kept, join(temporary, '..'), '/'],
    });
    await write('c.json', '{"owner":');
    expect(await ledger().reap()).toBe(1);
    expect({ isAlive: isAlive(sleeper.pid ?? 0), exists: existsSync(kept), files: readdirSync(folder()) }).toEqual({
      isAlive: true,
      exists: true,
      files: ['a.json', 'c.json'],
    });
    await chmod(folder(), 0o777);
    await write('d.json', { namespace: own, owner: dead, browser: dead, folders: [] });
    expect(await ledger().reap()).toBe(0); // any user could have written that
    endProcess(sleeper.pid ?? 0);
  });
});
