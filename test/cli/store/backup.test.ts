import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareStores } from '../../../src/commands/store/compare-stores.ts';
import { makeDraft } from '../../../src/commands/store/draft-folder.ts';
import type { Store } from '../../../src/storage/port.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { at, claimOf, ending, entry, source, workerBeat } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';
import { fillStore } from '../../support/store/full-store.ts';

describe('copies of a store', () => {
  let app: FakeApp;
  let store: Store;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-backup-'));
    app = await openFakeApp({ empty: true, env: { NEWSHAWK_STORE: 'file:./data' } });
    store = await app.store();
    await fillStore(store);
  });
  afterEach(async () => {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const run = (...argv: string[]) => cli(argv, { app: keptOpen(app), cwd: folder, columns: 200 });
  const place = (name: string) => join(folder, name);
  const expectSame = async (name: string) => {
    await using copy = await openSqlite(place(name));
    expect((await compareStores(store, copy)).differences).toEqual([]);
  };

  it('backup writes a store that can be opened, and leaves nothing else', async () => {
    await store.workers.beat(workerBeat('crawler', { at: at(60) })); // a crawl may run
    const { code, stdout } = await run('store', 'backup', 'backups/one');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^The backup of .* is in .*backups\/one \(4 articles, 8 blobs\)/),
    });
    expect(await readdir(place('backups'))).toEqual(['one']);
    expect((await readdir(place('backups/one'))).sort()).toEqual(['backup.json', 'blobs', 'newshawk.db']);
    await expectSame('backups/one');
    const again = await run('store', 'backup', 'backups/one');
    expect(again).toMatchObject({ code: 33, stderr: expect.stringContaining('exists already') });
  });

  it('backup is whole while another connection writes', async () => {
    let stop = false;
    const writer = (async () => {
      await using other = await openSqlite(store.location);
      for (let n = 0; !stop; n += 1) {
        const bytes = Buffer.from(`written meanwhile ${n}`);
        await other.frontier.put([entry(`http://busy.example/${n}`)], at(0));
        const [task] = await other.frontier.claim(claimOf({ now: at(1), sites: ['busy.example'], limit: 1 }));
        const snapshot = await other.blobs.put(bytes);
        if (task !== undefined) {
          const { visit } = ending(task);
          await other.commit(ending(task, { visit: { ...visit, snapshot } }));
        }
      }
    })();
    const codes = [];
    for (const name of ['a', 'b', 'c']) codes.push((await run('store', 'backup', name)).code);
    stop = true;
    await writer;
    expect(codes).toEqual([0, 0, 0]);
    for (const name of ['a', 'b', 'c']) {
      await using copy = await openSqlite(place(name));
      for await (const { hash, id } of copy.maintenance.references(null))
        if (id.startsWith('visit-')) expect(await copy.blobs.get(hash)).not.toBeNull();
    }
  });

  it('a backup that fails leaves nothing, and says why', async () => {
    const [first] = await Array.fromAsync(store.blobs.idle(-1e12));
    if (first === undefined) throw new Error('the store was filled');
    await writeFile(join(store.location, 'blobs', first.hash.slice(0, 2), first.hash), 'other bytes');
    const { code, stderr } = await run('store', 'backup', 'one');
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining('is damaged: its bytes have another hash'),
    });
    expect(await readdir(folder)).toEqual([]);
    await writeFile(place('file'), '');
    expect((await run('store', 'backup', 'file')).code).toBe(33);
    expect((await run('store', 'backup', 'file/below')).code).toBe(8);
  });

  it('backup deletes what a killed one left, and nothing else', async () => {
    await mkdir(place('one.unfinished'));
    await writeFile(place('one.unfinished/thesis.txt'), 'years of work');
    const refused = await run('store', 'backup', 'one');
    expect(refused).toMatchObject({ code: 33, stderr: expect.stringContaining('something else is there') });
    expect(await readdir(place('one.unfinished'))).toEqual(['thesis.txt']);
    await makeDraft(place('two.unfinished'));
    await writeFile(place('two.unfinished/content/newshawk.db'), 'a part');
    expect((await run('store', 'backup', 'two')).code).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['one.unfinished', 'two']);
  });

  it('restore puts a checked copy in place, and keeps the old store next to it', async () => {
    await run('store', 'backup', 'one');
    const fresh = await run('store', 'restore', 'one');
    expect(fresh).toMatchObject({ code: 0, stdout: expect.stringContaining('is restored (4 articles, 8 blobs)') });
    await expectSame('data');
    const refused = await run('store', 'restore', 'one');
    expect(refused).toMatchObject({ code: 33, stderr: expect.stringContaining('--replace') });
    {
      await using data = await openSqlite(place('data'));
      await data.sources.save(source('later'));
    }
    const replaced = await run('store', 'restore', 'one', '--replace');
    expect(replaced).toMatchObject({ code: 0, stdout: expect.stringContaining('data/replaced') });
    await expectSame('data');
    await using old = await openSqlite(place('data/replaced'));
    expect(await old.sources.get('later')).not.toBeNull();
    const third = await run('store', 'restore', 'one', '--replace');
    expect(third).toMatchObject({ code: 33, stderr: expect.stringContaining('move or delete it first') });
  });

  it('restore refuses what is no backup or damaged, and leaves the store as it is', async () => {
    await run('store', 'backup', 'one');
    await mkdir(place('other'));
    expect((await run('store', 'restore', 'other')).stderr).toContain('is no backup');
    const [first] = await Array.fromAsync(store.blobs.idle(-1e12));
    const hash = first?.hash ?? '';
    await writeFile(place(`one/blobs/${hash.slice(0, 2)}/${hash}`), 'other bytes');
    const { code, stderr } = await run('store', 'restore', 'one');
    expect({ code, stderr }).toEqual({ code: 17, stderr: expect.stringContaining('1 blobs are damaged or missing') });
    expect([existsSync(place('data/newshawk.db')), existsSync(place('data/restoring'))]).toEqual([false, false]);
    {
      await using data = await openSqlite(place('data'));
      await data.workers.beat(workerBeat('crawler', { at: at(60) }));
    }
    expect((await run('store', 'restore', 'one', '--replace')).stderr).toContain('A crawl runs on the store');
  });

  it('copy says what it compared', async () => {
    const from = `file:${store.location}`;
    const { code, stdout } = await run('store', 'copy', '--from', from, '--to', `file:${place('two')}`);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/holds all of .*records and blobs, compared by hashes/),
    });
    await expectSame('two');
    const again = await run('store', 'copy', '--from', from, '--to', `file:${place('two')}`);
    expect(again).toMatchObject({ code: 33, stderr: expect.stringContaining('not empty') });
    expect((await run('store', 'copy', '--from', 'data', '--to', 'x')).code).toBe(2);
    const json = JSON.parse(
      (await run('--json', 'store', 'copy', '--from', from, '--to', `file:${place('three')}`)).stdout,
    );
    expect(json).toMatchObject({ resumed: false, sourceChanged: false, differences: [] });
    expect(await readFile(place('three/newshawk.db'))).toBeInstanceOf(Buffer);
  });
});
