import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { CommandError, exitCodes } from '../../../src/errors.ts';
import { addDashboard } from '../../../src/server/dashboard-files/add-dashboard.ts';
import type { DashboardFiles } from '../../../src/server/dashboard-files/built-dashboard.ts';
import { openDashboard } from '../../../src/server/dashboard-files/open-dashboard.ts';

const files = await openDashboard();
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
      expect({ accepted, contentEncoding: (await get(accepted)).headers['content-encoding'] }).toEqual({
        accepted,
        contentEncoding: encoding,
      });
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
    expect(again).toMatchObject({ statusCode: 304, body: '' });
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
    expect({ statusCode: page.statusCode, page: page.json() }).toEqual({
      statusCode: 503,
      page: { error: { status: 503, message: 'The dashboard is not built.' } },
    });
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

describe('the build that a server reads', () => {
  const sourcesNow = 'now';
  const shared = ['src/shared.ts'];
  const notABuild = (folder: string) => mkdir(folder, { recursive: true });
  const buildOf = (record: object) => async (folder: string) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'build.json'), JSON.stringify(record));
    for (const name of ['index.html', 'index.html.br', 'index.html.gz']) await writeFile(join(folder, name), name);
  };
  const files = [{ name: 'index.html', bytes: 10, brotliBytes: 13, gzipBytes: 13 }];
  const builds = {
    'no folder': async () => {},
    'an empty folder': notABuild,
    'a record in another form': buildOf({ sources: sourcesNow, files }),
    'a build of other sources': buildOf({ shared, sources: 'before', files }),
    'a build of these sources': buildOf({ shared, sources: sourcesNow, files }),
  } as const;
  /** What `openDashboard` says; null: it reads the build. */
  const expected = {
    checkout: [/not built: run `npm run dashboard:build`/, /out of date.*run `npm run dashboard:build`/, null],
    package: [/missing \(.*install newshawk again/, null, null],
  } as const;
  const kindOf = (build: string): 0 | 1 | 2 =>
    build === 'a build of these sources' ? 2 : build === 'a build of other sources' ? 1 : 0;
  const cases = (['checkout', 'package'] as const).flatMap((place) =>
    Object.keys(builds).map((build) => ({ place, build: build as keyof typeof builds })),
  );

  it.each(cases)(
    '$build in a $place is read or refused with what to do, and never changed',
    async ({ place, build }) => {
      const folder = join(await mkdtemp(join(tmpdir(), 'newshawk-dashboard-')), 'server', 'dashboard');
      await builds[build](folder);
      const around = join(folder, '../..');
      const before = (await readdir(around, { recursive: true })).sort();
      const asked: (readonly string[])[] = [];
      const opening = openDashboard(folder, async (modules) => {
        asked.push(modules);
        return place === 'checkout' ? sourcesNow : null;
      });
      const refusal = expected[place][kindOf(build)];
      if (refusal === null) expect([...(await opening).keys()]).toEqual(['index.html']);
      else {
        const error = await opening.then(null, (reason: unknown) => reason);
        expect(error).toBeInstanceOf(CommandError);
        expect((error as CommandError).message).toMatch(refusal);
      }
      expect(asked).toEqual([kindOf(build) === 0 ? [] : shared]);
      expect((await readdir(around, { recursive: true })).sort()).toEqual(before);
      await rm(around, { recursive: true });
    },
  );
});
