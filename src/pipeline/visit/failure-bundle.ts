import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { LivePage } from '../../browser-port.ts';
import { StoreDown } from '../../errors.ts';
import type { Region, TraceLine } from '../../model/article/draft.ts';
import type { Failure, FailureMedia } from '../../model/crawl/failure.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Log } from '../../ports.ts';
import type { Blobs } from '../../storage/blobs-port.ts';
import type { MediaSearch } from '../crawl.ts';

export interface FailureFacts {
  readonly task: Task;
  readonly run: string;
  readonly at: Date;
  readonly reason: ErrorKind;
  readonly detail: string;
  readonly snapshot: ContentHash | null;
  readonly trace: readonly TraceLine[];
  readonly extractor: string;
  /** The page, still open; null for a static page. */
  readonly live: Pick<LivePage, 'screenshot'> | null;
  /** Where extraction saw headline and text: drawn on the screenshot. */
  readonly regions?: readonly Region[];
  /** How media were looked for; undefined: they were not. */
  readonly mediaSearch?: MediaSearch;
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
  const { live, task, regions = [], mediaSearch, ...written } = facts;
  const logNoPicture = (error: unknown): void => {
    if (error instanceof StoreDown) throw error;
    log.warn('failure.no-screenshot', { url: task.url, error: String(error) });
  };
  const pictures = await takePictures(live, regions, blobs).catch((error: unknown) => {
    logNoPicture(error);
    return { screenshot: null, thumbnail: null };
  });
  const media = mediaSearch === undefined ? null : await timelineOf(mediaSearch, blobs, logNoPicture);
  return {
    ...written,
    ...pictures,
    media,
    mended: null,
    id: failureId(written.run, task.url),
    url: task.url,
    site: task.site,
  };
}

async function takePictures(
  live: FailureFacts['live'],
  regions: readonly Region[],
  blobs: Blobs,
): Promise<Pick<Failure, 'screenshot' | 'thumbnail'>> {
  const jpeg = (await live?.screenshot()) ?? null;
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

/** Colours of the frames: blue around the headline, green around the text. */
const colors: Readonly<Record<Region['of'], string>> = { title: '#0060d0', body: '#009030' };

async function drawFrames(jpeg: Uint8Array, regions: readonly Region[]): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const frames = regions.map(
    ({ of, ...place }) =>
      `<rect x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" fill="${colors[of]}" fill-opacity="0.08" stroke="${colors[of]}" stroke-width="3"/>`,
  );
  const input = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frames.join('')}</svg>`,
  );
  return sharp(jpeg)
    .composite([{ input, top: 0, left: 0 }])
    .png()
    .toBuffer();
}

/** One failure per page and run: a later attempt replaces the bundle. Short enough to type. */
const failureId = (run: string, url: string): string =>
  createHash('sha256').update(`${run}\n${url}`).digest('hex').slice(0, 12);
