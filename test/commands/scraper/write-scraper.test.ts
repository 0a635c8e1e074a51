import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StudiedPage } from '../../../src/commands/scraper/site-study.ts';
import { writeScraper } from '../../../src/commands/scraper/write-scraper.ts';
import { makeFolder } from '../../../src/machine/make-folder.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { articleReading } from '../../support/readings.ts';
import { newStories } from '../../support/sites/new-sites.ts';

const scraper = `import { defineScraper } from 'newshawk';
export default defineScraper({ host: 'gazette.example' });
`;
const url = 'http://gazette.example/news/mill';
const [story] = newStories;
const html = `<html lang="en"><head><title>${story?.title}</title></head><body><article><h1>${story?.title}</h1>${story?.paragraphs.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`;
const page = {
  url,
  snapshot: snapshotOfSource({ url: canonicalUrl(url), html, takenAt: new Date('2026-11-21T08:00:00Z') }),
  reading: articleReading(url),
} as StudiedPage;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-write-scraper-'));
  file = join(folder, 'scrapers', 'gazette.example', 'scraper.ts');
});
afterEach(() => rm(folder, { recursive: true }));
const left = async () => (await readdir(folder, { recursive: true })).sort();

describe('writeScraper', () => {
  it('writes the scraper and the pages as fixtures, and nothing else', async () => {
    const fixtures = await writeScraper(file, { text: scraper, pages: [page] });
    expect(fixtures).toHaveLength(2);
    expect(await readFile(file, 'utf8')).toBe(scraper);
    expect((await left()).filter((name) => /\.\w+$/.test(name) && !name.endsWith('.example'))).toEqual(
      [...fixtures, file].map((path) => path.slice(folder.length + 1)).sort(),
    );
  });

  it('leaves nothing where it fails in the middle', async () => {
    const broken = { ...page, snapshot: { ...page.snapshot, url: 'no address' } } as unknown as StudiedPage;
    await expect(writeScraper(file, { text: scraper, pages: [broken] })).rejects.toThrow();
    expect(await left()).toEqual(['scrapers']);
  });

  it('leaves what was in the folder before, and writes over no file', async () => {
    await makeFolder(join(folder, 'scrapers', 'gazette.example'));
    const notes = join(folder, 'scrapers', 'gazette.example', 'fixtures');
    await writeFile(notes, 'of a person');
    await expect(writeScraper(file, { text: scraper, pages: [page] })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`${notes} can't be written`),
    });
    expect(await left()).toEqual(['scrapers', 'scrapers/gazette.example', 'scrapers/gazette.example/fixtures']);
    await rm(notes);
    await writeFile(file, 'of a person');
    await expect(writeScraper(file, { text: scraper, pages: [] })).rejects.toMatchObject({ exitCode: 2 });
    expect(await readFile(file, 'utf8')).toBe('of a person');
  });

  it('says which path can not be written', async () => {
    await writeFile(join(folder, 'scrapers'), '');
    await expect(writeScraper(file, { text: scraper, pages: [page] })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/can't be written \((ENOTDIR|EEXIST)\)\. Set NEWSHAWK_SCRAPERS/),
    });
  });
});
