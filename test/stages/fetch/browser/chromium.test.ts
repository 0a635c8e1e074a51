import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { unpackChromium, unpackedIn } from '../../../../src/stages/fetch/browser/packaged-chromium.ts';
import { extractTar } from '../../../../src/stages/fetch/browser/tar.ts';

let scratch = '';
let bin = '';

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'newshawk-chromium-'));
  bin = join(scratch, 'bin');
  mkdirSync(bin);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const shell = Buffer.concat([Buffer.from('#!/bin/sh\necho Chromium 9.8.7.6\nexit 0\n'), Buffer.alloc(3_000_000, 35)]);
  writeFileSync(join(bin, 'chromium.br'), brotliCompressSync(shell, quick));
  writeFileSync(join(bin, 'swiftshader.tar.br'), brotliCompressSync(tar({ 'libEGL.so': 'egl' }), quick));
  writeFileSync(join(bin, 'al2023.tar.br'), brotliCompressSync(tar({ 'lib/libnss3.so': 'nss' }), quick));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The smallest ustar archive that `extractTar` must read. */
function tar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000755\0', 100);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    return [header, Buffer.concat([Buffer.from(content)], Math.ceil(content.length / 512) * 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const cacheOf = (name: string): string => {
  const folder = join(scratch, name);
  mkdirSync(folder);
  return folder;
};

describe('extractTar', () => {
  it('refuses names outside the folder', async () => {
    await expect(extractTar(tar({ '../evil': 'x' }), scratch)).rejects.toThrow('outside');
    await expect(extractTar(tar({ '/etc/evil': 'x' }), scratch)).rejects.toThrow('outside');
  });

  it('reports a truncated archive', async () => {
    await expect(extractTar(tar({ a: 'x'.repeat(2000) }).subarray(0, 1024), scratch)).rejects.toThrow('middle');
  });
});

describe('unpackChromium', () => {
  it('gives an executable file and leaves nothing else', async () => {
    const cache = cacheOf('one');
    const { executablePath, libraries } = await unpackChromium(bin, '1', cache);
    expect(existsSync(join(libraries, 'libnss3.so'))).toBe(true);
    expect(readdirSync(cache)).toEqual(['chromium-1']);
    const found = await findChromium({ explicit: executablePath, cacheDir: null, env: { PATH: process.env.PATH } });
    expect(found).toMatchObject({ version: '9.8.7.6', origin: 'browsers.config.ts' });
  });

  it('works for several callers at once', async () => {
    const cache = cacheOf('race');
    const all = await Promise.all(Array.from({ length: 4 }, () => unpackChromium(bin, '2', cache)));
    expect(new Set(all.map(({ executablePath }) => executablePath)).size).toBe(1);
    expect(readdirSync(cache)).toEqual(['chromium-2']);
  });

  it('does not unpack again into a read-only folder that has the browser, as in an image', async () => {
    const cache = cacheOf('image');
    await unpackChromium(bin, '5', cache);
    chmodSync(cache, 0o555);
    expect(await unpackedIn(cache, '5')).toEqual({
      executablePath: join(cache, 'chromium-5', 'chromium'),
      libraries: join(cache, 'chromium-5', 'lib'),
    });
    expect(await unpackedIn(cache, '6')).toBeNull();
    // readable for others too: it was unpacked by root
    expect(statSync(join(cache, 'chromium-5')).mode & 0o777).toBe(0o755);
  });

  it('never uses what a killed process left behind', async () => {
    const cache = cacheOf('killed');
    const script = join(scratch, 'unpack.ts');
    const module = new URL('../../../../src/stages/fetch/browser/packaged-chromium.ts', import.meta.url).href;
    writeFileSync(
      script,
      `import { unpackChromium, unpackedIn } from ${JSON.stringify(module)};\nawait unpackChromium(${JSON.stringify(bin)}, '3', ${JSON.stringify(cache)});\n`,
    );
    const child = fork(script);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const files = watch(cache);
    await once(files, 'change');
    files.close();
    child.kill('SIGKILL');
    await gone;
    const { executablePath } = await unpackChromium(bin, '3', cache);
    expect((await findChromium({ explicit: executablePath, cacheDir: null, env: process.env })).version).toBe(
      '9.8.7.6',
    );
  });

  it('reports the reason and leaves nothing when it cannot be written', async () => {
    const cache = cacheOf('full');
    const broken = join(scratch, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'chromium.br'), Buffer.from('no brotli'));
    for (const name of ['swiftshader.tar.br', 'al2023.tar.br'])
      writeFileSync(join(broken, name), brotliCompressSync(tar({})));
    await expect(unpackChromium(broken, '4', cache)).rejects.toThrow('NEWSHAWK_CACHE');
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe('findChromium', () => {
  it('does not use a headless shell as full Chromium, and explains how to get one', async () => {
    const folder = join(scratch, 'path');
    mkdirSync(folder);
    writeFileSync(join(folder, 'chromium-headless-shell'), '#!/bin/sh\necho Chromium 1.2.3.4\n', { mode: 0o755 });
    const env = { PATH: folder };
    const full = { engine: 'chromium', explicit: null, cacheDir: null } as const;
    await expect(findChromium({ ...full, env })).rejects.toThrow('apt-get install chromium');
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\necho Chromium 5.6.7.8\n', { mode: 0o755 });
    expect(await findChromium({ ...full, env })).toMatchObject({ version: '5.6.7.8', origin: 'system' });
  });

  it('does not fall back from a configured browser', async () => {
    const missing = findChromium({ explicit: null, cacheDir: null, env: { CHROMIUM_PATH: join(scratch, 'nothing') } });
    await expect(missing).rejects.toThrow('CHROMIUM_PATH');
    const silent = join(scratch, 'silent');
    writeFileSync(silent, '#!/bin/sh\nexit 0\n');
    chmodSync(silent, 0o755);
    await expect(findChromium({ explicit: silent, cacheDir: null, env: {} })).rejects.toThrow('--version');
  });

  it('finds the packaged browser, and the cache folder can be chosen', async () => {
    const found = await findChromium({ explicit: null, cacheDir: null, env: { ...process.env, CHROMIUM_PATH: '' } });
    expect(found.version).toMatch(/^\d+\.\d+/);
    expect(['playwright', 'packaged']).toContain(found.origin);
  });

  it('reports when no folder can be written', async () => {
    const file = join(scratch, 'a-file');
    writeFileSync(file, '');
    const env = { ...process.env, CHROMIUM_PATH: '', PLAYWRIGHT_BROWSERS_PATH: scratch };
    await expect(findChromium({ explicit: null, cacheDir: join(file, 'cache'), env })).rejects.toThrow(
      'NEWSHAWK_CACHE',
    );
  });
});
