import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOpml } from 'feedsmith';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addSource } from '../../../src/commands/sources/manage-sources.ts';
import { opmlOf, readSourceFile } from '../../../src/commands/sources/source-definitions.ts';
import { unknownSite } from '../../../src/settings/scraper.ts';
import type { Store } from '../../../src/storage/port.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { at } from '../../storage/records.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-opml-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** As another reader writes it. */
const foreign = `<?xml version="1.0"?><opml version="2.0"><head/><body>
  <outline text="新闻"><outline text="港口 &amp; 海运">
    <outline type="rss" text="滨海日报 &quot;要闻&quot;" xmlUrl="http://binhai.example/rss" htmlUrl="http://binhai.example/"/>
  </outline>
  <outline type="rss" text="晨报" xmlUrl="http://chenbao.example/feed"/></outline>
  <outline type="rss" text="Gazette" xmlUrl="http://gazette.example/feed"/>
</body></opml>`;

async function importInto(store: Store, text: string): Promise<void> {
  const ports = { store, clock: { now: () => at(1), monotonicMs: () => 0 }, sites: [], siteOf: unknownSite };
  const { requests, refused } = readSourceFile(text);
  expect(refused).toEqual([]);
  for (const request of requests) await addSource(ports, request);
}

interface Outline {
  readonly text?: string | undefined;
  readonly xmlUrl?: string | undefined;
  readonly outlines?: readonly Outline[] | undefined;
}
const tree = (outlines: readonly Outline[] = []): unknown[] =>
  outlines.map(({ text, xmlUrl, outlines: inner }) =>
    inner === undefined ? [text, xmlUrl] : { [text ?? '']: tree(inner) },
  );

describe('sources as OPML', () => {
  it('keep titles and folders from an import to an export, and a third-party parser reads it', async () => {
    await using first = await openSqlite(join(folder, 'first'));
    await importInto(first, foreign);
    const exported = opmlOf(await first.sources.list(), at(2));
    const { head, body } = parseOpml(exported);
    expect(head?.title).toBe('newshawk sources');
    expect(tree(body?.outlines)).toEqual([
      // folders come before what is beside them; a source without one is in that of its site
      { 'gazette.example': [['Gazette', 'http://gazette.example/feed']] },
      {
        新闻: [
          { '港口 & 海运': [['滨海日报 "要闻"', 'http://binhai.example/rss']] },
          ['晨报', 'http://chenbao.example/feed'],
        ],
      },
    ]);
    await using second = await openSqlite(join(folder, 'second'));
    await importInto(second, exported);
    expect(opmlOf(await second.sources.list(), at(2))).toBe(exported);
    expect(await second.sources.list()).toEqual(await first.sources.list());
  });

  it('keep them when a source gets a new definition without them', async () => {
    await using store = await openSqlite(join(folder, 'store'));
    await importInto(store, foreign);
    const definition = { url: 'http://binhai.example/rss', kind: 'feed', every: '5m' } as const;
    const ports = { store, clock: { now: () => at(1), monotonicMs: () => 0 }, sites: [], siteOf: unknownSite };
    const { source } = await addSource(ports, { definition, isPaused: false });
    expect(source).toMatchObject({
      baseIntervalMs: 300_000,
      title: '滨海日报 "要闻"',
      folders: ['新闻', '港口 & 海运'],
    });
  });
});
