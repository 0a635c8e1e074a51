import { z } from 'zod';
import { NewshawkError } from '../../../errors.ts';
import { runAs } from '../../../machine/stray-failures.ts';
import type { ErrorKind } from '../../../model/crawl/visit.ts';
import { type MediaItem, mediaItem } from '../../../model/media/media-item.ts';
import type { MediaPage, MediaResolver, PartialMediaItem } from '../../../model/media/media-resolver.ts';
import type { NoMediaReason, Page, ResolvedPage } from '../../../model/page/page.ts';
import type { MediaFinding } from '../../../ports.ts';
import { describeAll, noPlayEvidence } from '../facts/describe-all.ts';
import { kindOfUrl, mediaAddress } from '../find/media-url.ts';
import { isContent, type MediaPorts, resolveGeneric, withoutMedia } from '../resolve.ts';
import { siteTools } from './site-tools.ts';

/** A page for which a site's functions are called. */
export interface SiteCall {
  readonly page: Page;
  readonly finding: MediaFinding;
  readonly ports: MediaPorts;
  readonly signal: AbortSignal;
  /** The scraper's file or host, for error messages. */
  readonly where: string;
}

/** Errors that are rethrown; any other error of a resolver leaves the page without media. */
const rethrownKinds: ReadonlySet<ErrorKind> = new Set(['misconfigured', 'bug', 'no-browser']);
/** Score of the items that a site's resolver returns: always the main media. */
const siteScore = 100;
const siteReason = "the site's own resolver";

const reasons = [
  'not-video-page',
  'not-play-page',
  'no-media',
  'drm-only',
  'login-required',
  'bot-wall',
] as const satisfies readonly NoMediaReason[];
const verdictSchema = z.union([
  z.boolean(),
  z.strictObject({ play: z.literal(false), reason: z.enum(reasons), next: z.array(z.string()).default([]) }),
]);

/** Other fields of an item are optional: the stage fills them in. */
const itemSchema = z.looseObject({
  url: z.string().min(1),
  delivery: z
    .enum(['progressive', 'hls', 'dash', 'smooth', 'flv-stream', 'mse-capture', 'websocket', 'mediastream', 'embed'])
    .optional(),
  headers: z.record(z.string(), z.string()).optional(),
  method: z.enum(['GET', 'POST']).optional(),
});
const answerSchema = z.union([z.literal('generic'), z.array(itemSchema)]);

interface Verdict {
  readonly isPlayPage: boolean;
  readonly reason: NoMediaReason;
  readonly next: readonly string[];
}

/** Stop 4: asks the site's `isPlayPage`; without it, every video page is a play page. @throws NewshawkError misconfigured */
export async function judgeBySite({ isPlayPage }: MediaResolver, call: SiteCall): Promise<Verdict> {
  const { isVideoPage } = call.finding;
  const defaults = { reason: isVideoPage ? 'not-play-page' : 'not-video-page', next: [] } as const;
  if (isPlayPage === undefined) return { ...defaults, isPlayPage: isVideoPage || call.ports.isAsked === true };
  const answer = await callSite(call, 'isPlayPage', () => isPlayPage(mediaPageOf(call)));
  const verdict = parseAnswer(verdictSchema, answer, call, 'isPlayPage');
  if (typeof verdict === 'boolean') return { ...defaults, isPlayPage: verdict };
  const next = verdict.next.flatMap((link) => mediaAddress(link, call.page.finalUrl) ?? []);
  return { isPlayPage: false, reason: verdict.reason, next };
}

/** Stop 5: calls the site's `resolve`. If a server does not answer it, the page has no media, and the error is in the trace. @throws NewshawkError misconfigured */
export async function resolveBySite({ resolve }: MediaResolver, call: SiteCall): Promise<ResolvedPage> {
  const { page, finding, ports } = call;
  try {
    const returned = await callSite(call, 'resolve', () => resolve(mediaPageOf(call), siteTools(call)));
    const answer = parseAnswer(answerSchema, returned, call, 'resolve');
    if (answer === 'generic') return await resolveGeneric(page, finding, ports);
    const items = answer.map((item) => completeItem(item as PartialMediaItem, call));
    const media = await describeAll(items, page.finalUrl, noPlayEvidence, ports);
    return { ...withoutMedia(page, media.some(isContent) ? null : 'no-media'), media };
  } catch (error) {
    if (!(error instanceof NewshawkError) || rethrownKinds.has(error.kind)) throw error;
    const endedBy = `${call.where}: media.resolve: ${error.message}`;
    const reason = error.kind === 'blocked' ? 'bot-wall' : 'no-media';
    return { ...withoutMedia(page, reason), trace: { steps: [], endedBy, candidates: finding.items } };
  }
}

/** Calls the site's `refresh` for an item with a valid address; null: the medium is gone. @throws NewshawkError misconfigured, and errors of its requests */
export async function refreshBySite(
  { refresh }: MediaResolver,
  item: MediaItem & { readonly pageUrl: string },
  call: SiteCall,
): Promise<MediaItem | null> {
  if (refresh === undefined) return null;
  const answer = await callSite(call, 'refresh', () => refresh(item, siteTools(call)));
  if (answer === null) return null;
  const fresh = parseAnswer(itemSchema, answer, call, 'refresh') as PartialMediaItem;
  const { role, score, reasons, title, poster, companions } = item;
  const whole = completeItem({ role, score, reasons, title, poster, companions, ...fresh }, call);
  const [described] = await describeAll([whole], item.pageUrl, noPlayEvidence, call.ports);
  return described ?? null;
}

const mediaPageOf = ({ page, finding }: SiteCall): MediaPage => ({
  url: page.finalUrl,
  html: page.html,
  isVideoPage: finding.isVideoPage,
  found: finding.items,
});

function completeItem({ url, delivery, ...more }: PartialMediaItem, { page, where }: SiteCall): MediaItem {
  const address = /^(inline|data|mse|mediastream|wss?):/.test(url) ? url : mediaAddress(url, page.finalUrl);
  if (address === null)
    throw scraperError(where, 'resolve', page.finalUrl, `returns "${url}", which is not an address`);
  const ofUrl = /^https?:/.test(address) ? kindOfUrl(address, more.mimeType ?? null) : null;
  const kind = delivery ?? (ofUrl === null || ofUrl === 'segment' ? 'progressive' : ofUrl);
  return mediaItem(address, kind, { role: 'main', score: siteScore, reasons: [siteReason], ...more });
}

type SiteFunction = 'isPlayPage' | 'resolve' | 'refresh';

const scraperError = (where: string, part: SiteFunction, url: string, what: string, cause?: unknown): NewshawkError =>
  new NewshawkError(
    'misconfigured',
    `${where}: media.${part} ${what} (on ${url}). Correct it there, or remove media from the scraper: then the generic resolver is used.`,
    { cause },
  );

/** Calls a function of the scraper. Its own errors become `misconfigured`, for its author; errors of the tools are rethrown unchanged. */
async function callSite<T>(
  { where, page, signal }: SiteCall,
  part: SiteFunction,
  call: () => T | Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = (): void =>
    reject(new NewshawkError('timed-out', `media.${part} was still running when the page's time was over`));
  signal.addEventListener('abort', onAbort, { once: true });
  late.catch(() => {}); // the race below reports it
  try {
    return await Promise.race([(async () => await runAs(where, call))(), late]);
  } catch (error) {
    if (error instanceof NewshawkError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw scraperError(where, part, page.finalUrl, `throws: ${message}`, error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown, { where, page }: SiteCall, part: SiteFunction): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  throw scraperError(where, part, page.finalUrl, `returns an invalid value: ${issues}`);
}
