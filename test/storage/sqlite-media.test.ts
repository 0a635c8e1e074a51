import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Database } from '../../src/storage/sqlite/database.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { commitInTurn } from './commit-articles.ts';
import { article, ending, mediaItem } from './records.ts';

it('a fresh medium is written to its page and its article, or to neither', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-media-'));
  try {
    await using store = await openSqlite(folder);
    const [old, fresh] = [mediaItem('http://a.example/f.m3u8?sig=1'), mediaItem('http://b.example/f.m3u8?sig=2')];
    await commitInTurn(store, [article('a', { media: [old] })], async (one, task) => {
      await store.commit(ending(task, { article: one, media: [old] }));
    });
    const [stored] = await store.media.find({ limit: 9 });
    if (stored === undefined) throw new Error('a medium was stored');
    const db = new Database(join(folder, 'newshawk.db'));
    db.exec("CREATE TRIGGER full BEFORE UPDATE ON article_texts BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
    await expect(store.media.replace(stored, fresh)).rejects.toThrow('the disk is full');
    expect(await store.media.find({ limit: 9 })).toEqual([stored]);
    db.exec('DROP TRIGGER full');
    db.close();
    await store.media.replace(stored, fresh);
    expect((await store.media.find({ limit: 9 })).map(({ url }) => url)).toEqual([fresh.url]);
    expect((await store.articles.get('a'))?.media.map(({ url }) => url)).toEqual([fresh.url]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
