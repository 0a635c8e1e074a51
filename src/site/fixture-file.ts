import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { CommandError, exitCodes } from '../errors.ts';
import { pageTypes } from '../model/article/draft.ts';
import type { Site } from '../model/crawl/site.ts';
import type { DataValues } from '../model/data/data-value.ts';
import { type Snapshot, snapshotOfSource } from '../model/page/snapshot.ts';
import { canonicalUrl } from '../model/web/canonical-url.ts';
import type { Expectation } from '../model/wrapper/expectation.ts';
import type { ScraperBrief } from '../reader/site-brief.ts';

/** A page in files: `<name>.html.gz` has the page, `<name>.json` what is right about it (docs/debugging.md). */
export interface PageFixture extends FixtureContent {
  readonly file: string;
}

export interface FixtureContent {
  readonly snapshot: Snapshot;
  readonly expected: Expectation;
  /** How a corrected page was read when it was written: more is not demanded. Null: all that is expected must be read. */
  readonly score: FixtureScore | null;
  /** Whether the page is read with the learned wrapper of its site, which is in a store: `learn --check` reads it, `test` does not. */
  readonly isLearned: boolean;
  /** The failure that it was made from; null: none. */
  readonly failure: FixtureOrigin | null;
}

export interface FixtureScore {
  readonly body: number | null;
  readonly fields: readonly string[];
}

export interface FixtureOrigin {
  readonly id: string;
  readonly reason: string;
  readonly detail: string;
}

const values = z.record(z.string(), z.json()) as z.ZodType<DataValues>;

/** What a page must give. Null and absent: nobody has said, and anything is right. */
const expectationSchema = z.strictObject({
  title: z.string().nullable(),
  body: z.array(z.string()).nullable(),
  authors: z.array(z.string()).nullable(),
  publishedAt: z.string().nullable(),
  section: z.string().nullish(),
  lang: z.string().nullish(),
  pageType: z.enum(pageTypes).nullish(),
  required: z.array(z.enum(['title', 'body', 'authors', 'publishedAt'])).optional(),
  rules: z.array(z.string()).optional(),
  links: z.array(z.string()).optional(),
  data: values.optional(),
  records: z.record(z.string(), z.array(values)).optional(),
});

const webAddress = z.string().refine((text) => URL.canParse(text), 'is no address');
const fixtureFile = z.object({
  url: webAddress,
  finalUrl: webAddress,
  site: z.string().min(1),
  takenAt: z.iso.datetime(),
  via: z.enum(['static', 'browser', 'api']),
  status: z.number().int().default(200),
  encoding: z.string().nullable().default(null),
  headers: z.record(z.string(), z.string()),
  failure: z.object({ id: z.string(), reason: z.string(), detail: z.string() }).nullable().default(null),
  expected: expectationSchema,
  score: z
    .object({ body: z.number().min(0).max(1).nullable(), fields: z.array(z.string()) })
    .nullable()
    .default(null),
  isLearned: z.boolean().default(false),
});

interface FixturePlace {
  readonly cwd: string;
  readonly scrapersDir: string;
  /** Null: beside the site's scraper. */
  readonly folder: string | null;
}

/** The folder of a site's fixtures. */
export function fixturesFolder(site: Site | ScraperBrief, { cwd, scrapersDir, folder }: FixturePlace): string {
  if (folder !== null) return resolve(cwd, folder);
  return site.file === null
    ? resolve(cwd, scrapersDir, site.host.replace(':', '_'), 'fixtures')
    : join(dirname(site.file), 'fixtures');
}

/**
 * Writes a page as a fixture. The same page is written again in place; another page of the same address, such as that of a new layout, gets a name with its day.
 * @param replaced fixtures (each its `.json`) that this one takes the place of: the first gives its name, the others are deleted
 * @returns the files, the page first
 */
export async function saveFixture(
  folder: string,
  { snapshot, expected, score, isLearned, failure }: FixtureContent,
  replaced: readonly string[] = [],
): Promise<readonly [page: string, expectation: string]> {
  const { url, finalUrl, site, takenAt, via, status, encoding, headers, html } = snapshot;
  const content = {
    url,
    finalUrl,
    site,
    takenAt,
    via,
    ...(status !== 200 && { status }),
    ...(encoding !== null && { encoding }),
    headers: headersOf(headers),
    ...(failure !== null && { failure }),
    expected,
    ...(score !== null && { score }),
    ...(isLearned && { isLearned }),
  };
  await mkdir(folder, { recursive: true });
  const [first, ...others] = replaced;
  const base = first?.replace(/\.json$/, '') ?? join(folder, await freeName(folder, snapshot));
  const files = [`${base}.html.gz`, `${base}.json`] as const;
  await writeWhole(files[0], await promisify(gzip)(html, { level: 9 }));
  await writeWhole(files[1], `${JSON.stringify(content, null, 2)}\n`);
  for (const file of others) await Promise.all([rm(file), rm(file.replace(/\.json$/, '.html.gz'))]);
  return files;
}

/** Whoever watches the folder never reads half a file. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** The headers that extraction reads: others may hold a session. */
const headersOf = (headers: Snapshot['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(content-type|content-language|link)$/.test(name)));

/** A name that no other page of this address has. */
async function freeName(folder: string, { url, takenAt }: Snapshot): Promise<string> {
  const [name, day] = [fixtureName(url), takenAt.toISOString().slice(0, 10)];
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? name : number === 1 ? `${name}-${day}` : `${name}-${day}-${number}`;
    const text = await readFile(join(folder, `${candidate}.json`), 'utf8').catch(missingIsNull);
    if (text === null || takenAtOf(text) === takenAt.toISOString()) return candidate;
  }
}

function takenAtOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly takenAt?: unknown }).takenAt;
  } catch {
    return null; // a broken file is no page of ours: it keeps its name
  }
}

function missingIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

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

/** The fixtures in a folder, by the path of their `.json`, also where one of the two files is missing; none without the folder. */
export async function fixtureFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => missingIsNull(error) ?? []);
  const fixtures = names.flatMap((name) => /^(.+)\.(?:json|html\.gz)$/.exec(name)?.[1] ?? []);
  return [...new Set(fixtures)].sort().map((name) => join(folder, `${name}.json`));
}

/** The fixtures of a folder, by name; none where the folder is missing. @throws CommandError (configuration) that names a broken file */
export const readFixtures = async (folder: string): Promise<PageFixture[]> =>
  await Promise.all((await fixtureFiles(folder)).map(readFixture));

/** @param file the `.json` @throws CommandError (configuration) that says what is wrong with it */
export async function readFixture(file: string): Promise<PageFixture> {
  try {
    const content = fixtureFile.parse(JSON.parse(await readFile(file, 'utf8')));
    const html = (await promisify(gunzip)(await readFile(file.replace(/\.json$/, '.html.gz')))).toString('utf8');
    const { url, finalUrl, site, takenAt, via, status, encoding, headers, ...judged } = content;
    const more = { finalUrl: canonicalUrl(finalUrl), site, via, status, encoding, headers };
    const snapshot = snapshotOfSource({ url: canonicalUrl(url), html, takenAt: new Date(takenAt) }, more);
    return { ...judged, file, snapshot };
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new CommandError(exitCodes.configuration, `${file} is no fixture: ${why}`, { cause });
  }
}
