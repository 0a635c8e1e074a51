import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareStores } from '../../../src/commands/store/compare-stores.ts';
import { makeDraft } from '../../../src/commands/store/draft-folder.ts';
import { restoreInto } from '../../../src/commands/store/restore-store.ts';
import { Database } from '../../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { source } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';
import { fillStore } from '../../support/store/full-store.ts';

let app: FakeApp;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-restore-test-'));
  app = await openFakeApp({ empty: true, env: { NEWSHAWK_STORE: 'file:./data' } });
  await fillStore(app.storeOfTest);
  await run('store', 'backup', 'one');
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const run = (...argv: string[]) => cli(argv, { app: keptOpen(app), cwd: folder, columns: 200 });
const place = (name: string) => join(folder, name);
const entriesOf = async (name: string) => (await readdir(place(name))).sort();
const expectRestored = async (name = 'data') => {
  await using copy = await openSqlite(place(name), 'existing');
  expect((await compareStores(app.storeOfTest, copy)).differences).toEqual([]);
};
const makeStore = async (name: string) => {
  await using store = await openSqlite(place(name));
  await store.sources.save(source('of-before'));
  await store.blobs.put(Buffer.from('of before'));
};
const tools = () => ({ ...app, signal: new AbortController().signal });

describe('restore into a folder', () => {
  it('touches no folder of other files', async () => {
    await mkdir(place('data/sub'), { recursive: true });
    await writeFile(place('data/thesis.txt'), 'years of work');
    await writeFile(place('data/sub/n.txt'), 'a note');
    for (const options of [[], ['--replace']]) {
      const { code, stderr } = await run('store', 'restore', 'one', ...options);
      expect({ code, stderr }).toEqual({
        code: 33,
        stderr: expect.stringMatching(/is no store, and holds other files \(.*thesis\.txt/),
      });
    }
    expect((await readdir(place('data'), { recursive: true })).sort()).toEqual(['sub', 'sub/n.txt', 'thesis.txt']);
  });

  it('leaves other files of a store where they are, backups too', async () => {
    await makeStore('data');
    await writeFile(place('data/notes.txt'), 'keep');
    await writeFile(place('data/newshawk.db.bak'), 'keep');
    expect((await run('store', 'backup', 'data/backup')).code).toBe(0);
    expect((await run('store', 'restore', 'data/backup', '--replace')).code).toBe(0);
    await expectRestored();
    const own = ['blobs', 'newshawk.db', 'replaced'];
    expect(await entriesOf('data')).toEqual([...own, 'backup', 'notes.txt', 'newshawk.db.bak'].sort());
    for (const name of own) await rm(place(`data/${name}`), { recursive: true });
    await rm(place('data/notes.txt'));
    await rm(place('data/newshawk.db.bak'));
    expect((await run('store', 'restore', 'data/backup')).code).toBe(0);
    await expectRestored();
  });

  it('works in a folder that can be neither renamed nor removed: a link, a mount point', async () => {
    await makeStore('elsewhere');
    await symlink(place('elsewhere'), place('data'));
    expect((await run('store', 'restore', 'one')).code).toBe(33);
    const inode = (await stat(place('elsewhere'))).ino;
    expect((await run('store', 'restore', 'one', '--replace')).code).toBe(0);
    await expectRestored('elsewhere');
    expect({ ino: (await stat(place('elsewhere'))).ino, entries: await entriesOf('data') }).toEqual({
      ino: inode,
      entries: ['blobs', 'newshawk.db', 'replaced'],
    });
    expect((await readdir(folder)).sort()).toEqual(['data', 'elsewhere', 'one']);
  });

  it('deletes an empty store and a draft of its own, and nothing else', async () => {
    await (await openSqlite(place('data')))[Symbol.asyncDispose]();
    await mkdir(place('data/restoring'));
    await writeFile(place('data/restoring/thesis.txt'), 'years of work');
    const refused = await run('store', 'restore', 'one');
    expect(refused).toMatchObject({ code: 33, stderr: expect.stringContaining('restoring is needed for a moment') });
    expect(await entriesOf('data/restoring')).toEqual(['thesis.txt']);
    await rm(place('data/restoring'), { recursive: true });
    await makeDraft(place('data/restoring'));
    expect((await run('store', 'restore', 'one')).code).toBe(0);
    expect(await entriesOf('data')).toEqual(['blobs', 'newshawk.db']);
    await expectRestored();
  });

  it('refuses the backup itself as the store', async () => {
    await symlink(place('one'), place('data'));
    const { code, stderr } = await run('store', 'restore', 'one', '--replace');
    expect({ code, stderr }).toEqual({ code: 33, stderr: expect.stringContaining('is the backup itself') });
    expect(await entriesOf('one')).toEqual(['backup.json', 'blobs', 'newshawk.db']);
  });

  it.each([
    ['a damaged database', () => writeFile(place('data/newshawk.db'), 'no database '.repeat(99))],
    ['no database', () => unlink(place('data/newshawk.db'))],
    ['an empty database', () => truncate(place('data/newshawk.db'))],
  ])('replaces a store with %s, and keeps what there is of it', async (_, spoil) => {
    await makeStore('data');
    await spoil();
    expect((await run('store', 'restore', 'one')).code).toBe(33);
    expect((await run('store', 'restore', 'one', '--replace')).code).toBe(0);
    await expectRestored();
    expect(await entriesOf('data/replaced')).toContain('blobs');
  });

  it('lets nobody make a store while it is under way', async () => {
    await makeDraft(place('data/restoring'));
    await expect(openSqlite(place('data'))).rejects.toThrow(/restore` into .*data is under way, or was killed/);
    expect(await entriesOf('data')).toEqual(['restoring']);
  });
});

describe('a damaged backup', () => {
  const middle = async (file: string) => {
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(7, 4_096, bytes.length - 4_096));
  };
  const withoutArticles = async (file: string) => {
    const db = new Database(file);
    db.run('DELETE FROM articles WHERE id IN (SELECT id FROM articles LIMIT 2)');
    db.close();
  };
  it.each([
    [
      'of which only backup.json is left',
      (file: string) => rm(join(file, '../blobs'), { recursive: true }).then(() => unlink(file)),
      /newshawk\.db is missing or empty/,
    ],
    ['with an empty database', (file: string) => truncate(file), /newshawk\.db is missing or empty/],
    ['whose database is none', (file: string) => writeFile(file, 'garbage '.repeat(999)), /newshawk\.db can't be read/],
    ['with damaged pages', middle, /newshawk\.db can't be read|defects/],
    ['without some articles', withoutArticles, /2 articles instead of 4/],
    [
      'without blobs',
      (file: string) => rm(join(file, '../blobs'), { recursive: true }),
      /8 blobs are damaged or missing/,
    ],
  ])('is refused by every store, and stays as it is: %s', async (_, damage, message) => {
    await damage(place('one/newshawk.db'));
    await cp(place('one'), place('as-it-was'), { recursive: true });
    const { code, stderr } = await run('store', 'restore', 'one');
    expect({ code, stderr }).toEqual({ code: 17, stderr: expect.stringMatching(/The backup is damaged/) });
    expect(stderr).toMatch(message);
    await expect(restoreInto(place('one'), `file:${place('other')}`, tools())).rejects.toMatchObject({
      exitCode: 17,
      message,
    });
    expect(await filesOf('one')).toEqual(await filesOf('as-it-was'));
    expect(await readdir(place('data'))).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(['as-it-was', 'data', 'one']);
  });
});

async function filesOf(name: string): Promise<Map<string, string>> {
  const entries = await readdir(place(name), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map(async (file) => (await readFile(file)).toString('hex')));
  return new Map(files.map((file, n) => [file.slice(place(name).length), contents[n] ?? '']));
}

describe('restore into another store', () => {
  it('copies the backup, writes nothing into it, and says what is there then', async () => {
    const before = await filesOf('one');
    const target = `file:${place('other')}`;
    const report = await restoreInto(place('one'), target, tools());
    expect(report).toMatchObject({ articles: 4, blobs: 8, replaced: null });
    await expectRestored('other');
    expect(await filesOf('one')).toEqual(before);
    await expect(restoreInto(place('one'), target, tools())).rejects.toMatchObject({ exitCode: 33 });
  });

  it('goes on where it was stopped', async () => {
    const target = `file:${place('other')}`;
    await expect(restoreInto(place('one'), target, { ...tools(), signal: AbortSignal.abort() })).rejects.toMatchObject({
      exitCode: 11,
    });
    await expect(openSqlite(place('other'))).rejects.toThrow(/unfinished copy of .*one: repeat/);
    await restoreInto(place('one'), target, tools());
    await expectRestored('other');
  });
});
