import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { StoreDown } from '../../errors.ts';
import type { Region, TraceLine } from '../../model/article/draft.ts';
import type { Failure, FailureMedia, FailureVersions } from '../../model/crawl/failure.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { RequestRecord } from '../../model/page/page.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import { packageVersion } from '../../package-version.ts';
import type { Log } from '../../ports.ts';
import { packJson } from '../../stages/snapshot/packed-json.ts';
import type { Blobs } from '../../storage/blobs-port.ts';
import type { Store } from '../../storage/port.ts';
import type { MediaSearch } from '../visited-page.ts';
import { harOf, maskLine } from './har.ts';

export interface FailureFacts {
  readonly task: Task;
  readonly run: string;
  readonly at: Date;
  readonly reason: ErrorKind;
  readonly detail: string;
  readonly snapshot: ContentHash | null;
  readonly trace: readonly TraceLine[];
  readonly extractor: string;
  /** The scraper's hash and the learned wrapper's version. */
  readonly versions: Omit<FailureVersions, 'newshawk'>;
  /** Requests and console until the failure. */
  readonly logs: PageLogs;
  /** The page, still open; null for a static page. */
  /** Taken while the page was open; null: there is none. */
  readonly screenshot: (() => Promise<Uint8Array | null>) | null;
  /** Where extraction saw headline and text: drawn on the screenshot. */
  readonly regions?: readonly Region[];
  /** How media were looked for; undefined: they were not. */
  readonly mediaSearch?: MediaSearch;
}

export interface PageLogs {
  readonly requests: readonly RequestRecord[];
  readonly console: readonly string[];
}

/** WebP quality. Text in the picture stays readable; a page takes about 40 kB. */
const quality = 70;
const thumbnailWidthPx = 320;
/** Smaller than a screenshot: a play has many steps. */
const stepWidthPx = 800;
/** Media candidates in a bundle, at most: more are noise of the page. */
const maxCandidates = 30;

/** Collects what a person needs to see why a page failed. A missing picture is logged: a bundle without it is better than none. */
export async function failureBundle(facts: FailureFacts, blobs: Blobs, log: Log): Promise<Failure> {
  const { screenshot, task, regions = [], mediaSearch, logs, versions, ...written } = facts;
  const logNoPicture = (error: unknown): void => {
    if (error instanceof StoreDown) throw error;
    log.warn('failure.no-screenshot', { url: task.url, error: String(error) });
  };
  const pictures = await takePictures(screenshot, regions, blobs).catch((error: unknown) => {
    logNoPicture(error);
    return { screenshot: null, thumbnail: null };
  });
  const media = mediaSearch === undefined ? null : await timelineOf(mediaSearch, blobs, logNoPicture);
  return {
    ...written,
    ...pictures,
    ...(await storeLogs(logs, written.at, blobs)),
    versions: { newshawk: packageVersion(), ...versions },
    media,
    mended: null,
    id: failureId(written.run, task.url),
    url: task.url,
    site: task.site,
  };
}

/** Lines of the console that are kept, at most, and letters of one; the browser keeps about as many. */
const [maxLines, maxLineLetters] = [300, 1_000];

async function storeLogs(
  { requests, console }: PageLogs,
  at: Date,
  blobs: Blobs,
): Promise<Pick<Failure, 'har' | 'console'>> {
  const lastMs = Math.max(0, ...requests.map(({ atMs, elapsedMs }) => atMs + (elapsedMs ?? 0)));
  const startedAt = new Date(at.getTime() - lastMs);
  const har = { requests, startedAt, version: packageVersion() };
  const lines = console.slice(0, maxLines).map((line) => maskLine(line.slice(0, maxLineLetters)));
  return {
    har: requests.length === 0 ? null : await blobs.put(await packJson(harOf(har))),
    console: lines.length === 0 ? null : await blobs.put(await packJson(lines)),
  };
}

async function takePictures(
  take: FailureFacts['screenshot'],
  regions: readonly Region[],
  blobs: Blobs,
): Promise<Pick<Failure, 'screenshot' | 'thumbnail'>> {
  const jpeg = (await take?.()) ?? null;
  if (jpeg === null) return { screenshot: null, thumbnail: null };
  const picture = regions.length === 0 ? sharp(jpeg) : sharp(await drawFrames(jpeg, regions));
  const [screenshot, thumbnail] = await Promise.all([
    picture.clone().webp({ quality }).toBuffer(),
    picture.clone().resize({ width: thumbnailWidthPx, withoutEnlargement: true }).webp({ quality }).toBuffer(),
  ]);
  return { screenshot: await blobs.put(screenshot), thumbnail: await blobs.put(thumbnail) };
}

/** The steps of the page's play, with their pictures. */
async function timelineOf(
  { trace, noMedia }: MediaSearch,
  blobs: Blobs,
  logNoPicture: (error: unknown) => void,
): Promise<FailureMedia | null> {
  if (trace === null) return null;
  const steps = trace.steps.map(async ({ atMs, what, screenshot }) => ({
    atMs,
    what,
    screenshot:
      screenshot === null
        ? null
        : await smallPicture(screenshot, blobs).catch((error: unknown) => {
            logNoPicture(error);
            return null;
          }),
  }));
  return {
    noMedia,
    endedBy: trace.endedBy,
    steps: await Promise.all(steps),
    candidates: trace.candidates.slice(0, maxCandidates).map(({ url, delivery, role, score, reasons }) => ({
      url,
      delivery,
      role,
      score,
      reasons,
    })),
  };
}

const smallPicture = async (jpeg: Uint8Array, blobs: Blobs) =>
  await blobs.put(
    await sharp(jpeg).resize({ width: stepWidthPx, withoutEnlargement: true }).webp({ quality }).toBuffer(),
  );

/** Colours of the frames and of the field's name at them. */
const colors: Readonly<Record<Region['of'], string>> = {
  title: '#0060d0',
  body: '#009030',
  authors: '#a04000',
  publishedAt: '#8000a0',
};
const labelHeightPx = 16;
const letterPx = 7.5;

async function drawFrames(jpeg: Uint8Array, regions: readonly Region[]): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const frames = regions.map(({ of, ...place }) => {
    return `<rect x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" fill="${colors[of]}" fill-opacity="0.08" stroke="${colors[of]}" stroke-width="3"/>`;
  });
  // on top of all frames, and once for each field: a body has many paragraphs
  const labels = [...Map.groupBy(regions, ({ of }) => of).values()].flatMap(([first]) =>
    first === undefined ? [] : [labelAt(first)],
  );
  const input = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frames.join('')}${labels.join('')}</svg>`,
  );
  return sharp(jpeg)
    .composite([{ input, top: 0, left: 0 }])
    .png()
    .toBuffer();
}

/** The field's name in the upper right corner of its frame, where text is rare; above a small one, which it would hide. */
function labelAt({ of, x, y, width }: Region): string {
  const labelWidth = of.length * letterPx + 10;
  const isSmall = width < 3 * labelWidth;
  const [left, top] = [isSmall ? x : x + width - labelWidth, Math.max(0, isSmall ? y - labelHeightPx : y)];
  return `<rect x="${left}" y="${top}" width="${labelWidth}" height="${labelHeightPx}" fill="${colors[of]}"/><text x="${left + 5}" y="${top + 12}" font-family="DejaVu Sans Mono, Noto Sans Mono, monospace" font-size="12" fill="#fff">${of}</text>`;
}

/** One failure per page and run: a later attempt replaces the bundle. Short enough to type. */
const failureId = (run: string, url: string): string =>
  createHash('sha256').update(`${run}\n${url}`).digest('hex').slice(0, 12);

/** The scraper and the learned wrapper that read pages of a host now. */
export async function ruleVersions(
  { wrappers }: Store,
  { version }: Site,
  host: string,
): Promise<Omit<FailureVersions, 'newshawk'>> {
  return { scraper: version ?? null, wrapper: (await wrappers.get(host))?.live ?? null };
}
