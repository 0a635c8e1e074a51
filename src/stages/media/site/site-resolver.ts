import { z } from 'zod';
import { NewshawkError } from '../../../errors.ts';
import type { ErrorKind } from '../../../model/crawl/visit.ts';
import { type MediaItem, mediaItem } from '../../../model/media/media-item.ts';
import type { MediaPage, MediaResolver, PartialMediaItem } from '../../../model/media/media-resolver.ts';
import type { NoMediaReason, Page, ResolvedPage } from '../../../model/page/page.ts';
import type { MediaFinding } from '../../../ports.ts';
import { kindOfUrl, mediaAddress } from '../find/media-url.ts';
import { describeAll, isContent, type MediaPorts, noPlayEvidence, resolveGeneric, withoutMedia } from '../resolve.ts';
import { siteTools } from './site-tools.ts';

/** One page in the hands of a site's functions. */
export interface SiteCall {
  readonly page: Page;
  readonly finding: MediaFinding;
  readonly ports: MediaPorts;
  readonly signal: AbortSignal;
  /** The scraper's file, for its author. */
  readonly where: string;
}

/** For the site's author, for ours, or until a browser is there; what else a resolver has met leaves the page without media. */
const rethrownKinds: ReadonlySet<ErrorKind> = new Set(['misconfigured', 'bug', 'no-browser']);
/** What a site says of its own medium is beyond doubt. */
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

/** The rest of an item is what the stage itself knows to fill in. */
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

/** Stop 4, by the site's own word. @throws NewshawkError misconfigured */
export async function judgeBySite({ isPlayPage }: MediaResolver, call: SiteCall): Promise<Verdict> {
  const { isVideoPage } = call.finding;
  const none = { reason: isVideoPage ? 'not-play-page' : 'not-video-page', next: [] } as const;
  if (isPlayPage === undefined) return { ...none, isPlayPage: isVideoPage };
  const given = await callSite(call, 'isPlayPage', () => isPlayPage(mediaPageOf(call)));
  const verdict = parseAnswer(verdictSchema, given, call, 'isPlayPage');
  if (typeof verdict === 'boolean') return { ...none, isPlayPage: verdict };
  const next = verdict.next.flatMap((link) => mediaAddress(link, call.page.finalUrl) ?? []);
  return { isPlayPage: false, reason: verdict.reason, next };
}

/** Stop 5, by the site's own function. That a server did not answer it leaves the page without media, with the error in the trace. @throws NewshawkError misconfigured */
export async function resolveBySite({ resolve }: MediaResolver, call: SiteCall): Promise<ResolvedPage> {
  const { page, finding, ports } = call;
  try {
    const given = await callSite(call, 'resolve', () => resolve(mediaPageOf(call), siteTools(call)));
    const answer = parseAnswer(answerSchema, given, call, 'resolve');
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

/** An item with a good address again, by the site's own function; null: there is none any more. @throws NewshawkError misconfigured, and what the function meets */
export async function refreshBySite(
  { refresh }: MediaResolver,
  item: MediaItem & { readonly pageUrl: string },
  call: SiteCall,
): Promise<MediaItem | null> {
  if (refresh === undefined) return null;
  const given = await callSite(call, 'refresh', () => refresh(item, siteTools(call)));
  if (given === null) return null;
  const fresh = parseAnswer(itemSchema, given, call, 'refresh') as PartialMediaItem;
  const { role, score, reasons: why, title, poster, companions } = item;
  const whole = { ...completeItem(fresh, call), role, score, reasons: why, title, poster, companions, ...fresh };
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
  if (address === null) throw scraperError(where, 'resolve', page.finalUrl, `gives "${url}", which is no address`);
  const ofUrl = /^https?:/.test(address) ? kindOfUrl(address, more.mimeType ?? null) : null;
  const kind = delivery ?? (ofUrl === null || ofUrl === 'segment' ? 'progressive' : ofUrl);
  return mediaItem(address, kind, { role: 'main', score: siteScore, reasons: [siteReason], ...more });
}

type SiteFunction = 'isPlayPage' | 'resolve' | 'refresh';

const scraperError = (where: string, part: SiteFunction, url: string, what: string, cause?: unknown): NewshawkError =>
  new NewshawkError(
    'misconfigured',
    `${where}: media.${part} ${what} (on ${url}). Mend it there, or take media out of the scraper: then the generic resolver is used.`,
    { cause },
  );

/** What the function's own errors are is its author's to mend; what a tool has met goes on as it is. */
async function callSite<T>(
  { where, page, signal }: SiteCall,
  part: SiteFunction,
  call: () => T | Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = (): void =>
    reject(new NewshawkError('timed-out', `media.${part} had not ended when the page's time was over`));
  signal.addEventListener('abort', onAbort, { once: true });
  late.catch(() => {}); // heard of by the race below, if it still runs
  try {
    return await Promise.race([(async () => await call())(), late]);
  } catch (error) {
    if (error instanceof NewshawkError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw scraperError(where, part, page.finalUrl, `throws: ${said}`, error);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function parseAnswer<T>(schema: z.ZodType<T>, given: unknown, { where, page }: SiteCall, part: SiteFunction): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const said = parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  throw scraperError(where, part, page.finalUrl, `gives something else than it should: ${said}`);
}
