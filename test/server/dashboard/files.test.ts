import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { CommandError, exitCodes } from '../../../src/errors.ts';
import { addDashboard } from '../../../src/server/dashboard-files/add-dashboard.ts';
import { type DashboardFiles, readBuild, readDashboard } from '../../../src/server/dashboard-files/built-dashboard.ts';
import { buildDashboard, hashOfSources } from '../../../src/server/dashboard-files/dashboard-build.ts';
import { markUsed, removeOldBuilds } from '../../../src/server/dashboard-files/old-builds.ts';
import { openDashboard } from '../../../src/server/dashboard-files/open-dashboard.ts';

const files = await openDashboard({ cacheDir: null });
const serverOf = (open: () => Promise<DashboardFiles>) => {
  const server = fastify();
  addDashboard(server, open);
  return server;
};
const script = [...files.keys()].find((name) => /^index-.*\.js$/.test(name)) ?? '';

describe('the files of the dashboard', () => {
  it('come in the smallest form that the client takes', async () => {
    const server = serverOf(async () => files);
    const get = (accepted?: string) =>
      server.inject({
        url: `/dashboard/${script}`,
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      });
    const plain = await get();
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotliDecompressSync((await get('gzip, deflate, br')).rawPayload)).toEqual(plain.rawPayload);
    expect(gunzipSync((await get('gzip')).rawPayload)).toEqual(plain.rawPayload);
    for (const [accepted, encoding] of [
      ['br;q=0, gzip', 'gzip'],
      ['br ; q=0 , gzip ;q=1', 'gzip'],
      [`a${' '.repeat(15_000)}b`, undefined],
      ['BR', 'br'],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['identity', undefined],
      ['br;q=x', undefined],
    ] as const)
      expect([accepted, (await get(accepted)).headers['content-encoding']]).toEqual([accepted, encoding]);
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (accepted) => (await get(accepted)).headers.etag),
    );
    expect(new Set(etags).size).toBe(3);
    await server.close();
  });

  it('are cached for ever under names with a hash; the page is checked each time', async () => {
    const server = serverOf(async () => files);
    const { headers } = await server.inject(`/dashboard/${script}`);
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    const page = await server.inject('/');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await server.inject({ url: '/', headers: { 'if-none-match': String(page.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await server.close();
  });

  it.each([
    'index.html',
    'build.json',
    '..%2fbuild.json',
    '%2e%2e%2fpackage.json',
    `${script}.br`,
    '__proto__',
    'x.js',
  ])('are a closed list: %s is not among them', async (name) => {
    const server = serverOf(async () => files);
    expect((await server.inject(`/dashboard/${name}`)).statusCode).toBe(404);
    await server.close();
  });

  it('say what is wrong where they are missing, and come when they are there', async () => {
    let isBuilt = false;
    const server = serverOf(async () => {
      if (isBuilt) return files;
      throw new CommandError(exitCodes.configuration, 'The dashboard is not built.');
    });
    const page = await server.inject('/');
    expect([page.statusCode, page.json()]).toEqual([
      503,
      { error: { status: 503, message: 'The dashboard is not built.' } },
    ]);
    isBuilt = true;
    expect((await server.inject('/')).statusCode).toBe(200);
    await server.close();
  });

  it('are less than 150 KB for the first page, charts included', () => {
    const first = [...files].filter(([name]) => !/-page-/.test(name) || name.startsWith('overview-page'));
    const compressed = first.reduce((sum, [, { br }]) => sum + br.length, 0);
    const gzipped = first.reduce((sum, [, { gzip }]) => sum + gzip.length, 0);
    expect(first.length).toBeGreaterThan(4);
    expect(compressed).toBeLessThan(150_000);
    expect(gzipped).toBeLessThan(150_000);
  });
});

describe('a build', () => {
  it('is whole or not there, also when two processes build at once; its name is that of its sources', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-dashboard-'));
    const sources = await hashOfSources();
    expect(await hashOfSources()).toBe(sources);
    const target = join(folder, 'nested', 'build');
    expect(await readBuild(target)).toBeNull();
    await Promise.all([buildDashboard(target, sources), buildDashboard(target, sources)]);
    const build = await readBuild(target);
    expect(build?.sources).toBe(sources);
    const built = await readDashboard(target, build ?? { sources, files: [] });
    expect([...built.keys()]).toEqual([...files.keys()]);
    expect(built.get('index.html')?.plain).toEqual(files.get('index.html')?.plain);
    await rm(folder, { recursive: true });
  });

  it('removes those beside it that nobody has read for a day, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-dashboard-'));
    const names = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(20));
    const [fresh = '', old = '', read = '', young = ''] = names;
    const others = ['building-Ab12cd', 'notes', 'e'.repeat(40)];
    for (const name of [...names, ...others]) await mkdir(join(folder, name));
    await writeFile(join(folder, old, 'index.html'), 'old');
    await markUsed(join(folder, fresh));
    await markUsed(join(folder, old));
    const { mtimeMs } = await stat(join(folder, fresh, 'used'));
    const hoursBefore = (hours: number) => new Date(mtimeMs - hours * 3_600_000);
    await utimes(join(folder, old, 'used'), hoursBefore(25), hoursBefore(25));
    for (const name of [old, read, ...others]) await utimes(join(folder, name), hoursBefore(25), hoursBefore(25));
    await utimes(join(folder, young), hoursBefore(23), hoursBefore(23));
    await writeFile(join(folder, read, 'used'), '');
    await utimes(join(folder, read), hoursBefore(25), hoursBefore(25));
    expect([...(await removeOldBuilds(join(folder, fresh)))].sort()).toEqual([old, 'building-Ab12cd'].sort());
    expect((await readdir(folder)).sort()).toEqual([fresh, read, young, 'notes', 'e'.repeat(40)].sort());
    await rm(folder, { recursive: true });
  });
});
