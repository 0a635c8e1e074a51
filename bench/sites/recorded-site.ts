import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

// A whole site as recorded responses with the truth about its articles, in a folder: `pages.jsonl.gz`, `truth.jsonl`, `about.json`.

/** A recorded response. In bodies and headers, `http://SITE.TEST` stands for the origin of the site. */
export interface RecordedResponse {
  /** Path with query, as it was asked for. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body?: string;
  /** Base64, where the body is no text. */
  readonly body64?: string;
}

/** What is right about one article. */
export interface ArticleTruth {
  readonly path: string;
  /** Further paths of the same article. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly authors?: readonly string[];
  /** `2026-10-28`; null where neither the page nor a feed shows it. */
  readonly date: string | null;
  readonly tags?: readonly string[];
  readonly section?: string | null;
  readonly text: string;
  /** Other texts that are right as well. */
  readonly alt_texts?: readonly string[];
  /** One sentence: may be missing, may be there. */
  readonly short?: boolean;
  /** False: readers without an account can't read it. */
  readonly readable?: boolean;
}

export interface AboutSite {
  readonly name: string;
  readonly software?: string;
  readonly version?: string;
  readonly theme?: string;
  readonly render?: 'static' | 'server' | 'hydrated' | 'spa';
  readonly lang?: string;
  /** Where the crawl begins. Default `/`. */
  readonly start?: string;
  /** Paths that may be stored without penalty. */
  readonly pages?: readonly string[];
  /** How many list pages the site has. Default: recorded HTML pages that are neither articles nor `pages`. */
  readonly listPages?: number;
  /** An app of one page: this path's document is the answer for every path without an extension… */
  readonly fallback?: string;
  /** …that begins with none of these. */
  readonly noFallback?: readonly string[];
  /** The server ignores queries. */
  readonly ignoreQuery?: boolean;
  /** What the recording was built from, as a hash. */
  readonly builtFrom?: string;
}

export interface RecordedSite {
  readonly name: string;
  readonly about: AboutSite;
  readonly truth: readonly ArticleTruth[];
  readonly responses: readonly RecordedResponse[];
}

const lines = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** Names of the folders in `folder` that hold a recorded site. */
export async function recordedNames(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => ['pages.jsonl.gz', 'truth.jsonl'].every((file) => existsSync(join(folder, name, file))))
    .toSorted();
}

export async function readRecordedSite(folder: string, name: string): Promise<RecordedSite> {
  const at = (file: string) => join(folder, name, file);
  const about = existsSync(at('about.json'))
    ? (JSON.parse(await readFile(at('about.json'), 'utf8')) as AboutSite)
    : { name };
  const responses = lines<RecordedResponse>(gunzipSync(await readFile(at('pages.jsonl.gz'))).toString('utf8'));
  return { name, about, truth: lines<ArticleTruth>(await readFile(at('truth.jsonl'), 'utf8')), responses };
}

export async function writeRecordedSite(folder: string, site: RecordedSite): Promise<void> {
  const at = join(folder, site.name);
  await mkdir(at, { recursive: true });
  const text = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(join(at, 'pages.jsonl.gz'), gzipSync(text(site.responses)));
  await writeFile(join(at, 'about.json'), `${JSON.stringify(site.about, null, 1)}\n`);
  await writeFile(join(at, 'truth.jsonl'), text(site.truth));
}

/** The same for two spellings of one address: percent-encoding, order of the query, slash at the end. */
export function addressKey(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://site.test');
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // an escape that is no UTF-8: as it is
  }
  const query = [...searchParams].map((pair) => pair.join('=')).toSorted();
  return (path.normalize('NFC').replace(/\/+$/, '') || '/') + (query.length > 0 ? `?${query.join('&')}` : '');
}

/** List pages of a site: those that it says, else the HTML pages that are neither articles nor its other pages. */
export function listPagesOf({ about, truth, responses }: RecordedSite): number {
  if (about.listPages !== undefined) return about.listPages;
  const known = new Set(
    [...truth.flatMap(({ path, aliases = [] }) => [path, ...aliases]), ...(about.pages ?? [])].map(addressKey),
  );
  const pages = responses.filter(({ status, headers }) => status === 200 && /html/.test(headers['content-type'] ?? ''));
  return new Set(pages.map(({ path }) => addressKey(path)).filter((key) => !known.has(key))).size;
}
