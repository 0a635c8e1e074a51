import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import { type Snapshot, snapshotOfSource } from '../../model/page/snapshot.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { Correction } from '../../model/wrapper/correction.ts';
import { siteFor } from '../load/load-scrapers.ts';
import type { CorrectablePage, CorrectionPorts } from './correctable-page.ts';
import { scoreReading } from './score-reading.ts';

/** A corrected page in files: `<name>.html.gz` has the page, `<name>.json` what is right about it (docs/wrappers.md). */
export interface PageFixture {
  readonly file: string;
  readonly snapshot: Snapshot;
  readonly expected: Correction;
  /** How the page was read when it was written. */
  readonly score: { readonly body: number | null; readonly fields: readonly string[] };
}

const webAddress = z.string().refine((text) => URL.canParse(text), 'is no address');
const fixtureFile = z.object({
  url: webAddress,
  finalUrl: webAddress,
  site: z.string().min(1),
  takenAt: z.iso.datetime(),
  via: z.enum(['static', 'browser', 'api']),
  headers: z.record(z.string(), z.string()),
  expected: z.object({
    title: z.string().nullable(),
    body: z.array(z.string()).nullable(),
    authors: z.array(z.string()).nullable(),
    publishedAt: z.string().nullable(),
  }),
  score: z.object({ body: z.number().min(0).max(1).nullable(), fields: z.array(z.string()) }),
});

interface FixturePlace {
  readonly cwd: string;
  readonly scrapersDir: string;
  readonly site: string;
  /** Null: beside the site's scraper. */
  readonly folder: string | null;
}

/** The folder of a site's fixtures. */
export function fixturesFolder(sites: readonly Site[], { cwd, scrapersDir, site, folder }: FixturePlace): string {
  if (folder !== null) return resolve(cwd, folder);
  const { file, host } = siteFor(sites, site);
  return file === null ? resolve(cwd, scrapersDir, host, 'fixtures') : join(dirname(file), 'fixtures');
}

/** Writes a corrected page as a fixture. @returns the files @throws CommandError (nothing found) where the page is not corrected */
export async function writeFixture(io: CorrectionPorts, page: CorrectablePage, folder: string): Promise<string[]> {
  const { snapshot, stored, live, url } = page;
  if (stored === null)
    throw new CommandError(
      exitCodes.nothingFound,
      `${url} is not corrected yet: say what is right with --body, --title, --date or --authors.`,
    );
  const { finalUrl, site, takenAt, via, headers, html } = snapshot;
  const { body, fields } = await scoreReading(io.reader, snapshot, { expected: stored.correction, learned: live });
  const expected = stored.correction;
  const content = { url, finalUrl, site, takenAt, via, headers: headersOf(headers), expected, score: { body, fields } };
  const name = fixtureName(url);
  await mkdir(folder, { recursive: true });
  const files = [join(folder, `${name}.html.gz`), join(folder, `${name}.json`)] as const;
  await writeFile(files[0], await promisify(gzip)(html, { level: 9 }));
  await writeFile(files[1], `${JSON.stringify(content, null, 2)}\n`);
  return [...files];
}

/** The headers that extraction reads: others may hold a session. */
const headersOf = (headers: Snapshot['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(content-type|content-language|link)$/.test(name)));

/** `budget-passed-1f3a5b7c`: the end of the address for people, a digest for two pages with the same end. */
function fixtureName(url: string): string {
  const slug = basename(new URL(url).pathname)
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${slug || 'page'}-${createHash('sha256').update(url).digest('hex').slice(0, 8)}`;
}

/** The fixtures of a folder, by name; none where the folder is missing. @throws CommandError (configuration) that names a broken file */
export async function readFixtures(folder: string): Promise<PageFixture[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.json') && names.includes(name.replace(/\.json$/, '.html.gz')));
  return await Promise.all(files.sort().map((name) => readFixture(join(folder, name))));
}

async function readFixture(file: string): Promise<PageFixture> {
  try {
    const content = fixtureFile.parse(JSON.parse(await readFile(file, 'utf8')));
    const html = (await promisify(gunzip)(await readFile(file.replace(/\.json$/, '.html.gz')))).toString('utf8');
    const { url, finalUrl, site, takenAt, via, headers, expected, score } = content;
    const more = { finalUrl: canonicalUrl(finalUrl), site, via, headers };
    return {
      file,
      snapshot: snapshotOfSource({ url: canonicalUrl(url), html, takenAt: new Date(takenAt) }, more),
      expected,
      score,
    };
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new CommandError(exitCodes.configuration, `${file} is no fixture: ${why}`, { cause });
  }
}
