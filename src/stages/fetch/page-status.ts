import { NewshawkError } from '../../errors.ts';
import type { Page } from '../../model/page/page.ts';

export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** A wall says little: a longer page that has these words is about them. */
const wallMaxChars = 60_000;
const wallMaxText = 1_500;
const wallWords =
  /captcha|cf-challenge|challenge-platform|checking your browser|just a moment|verify (that )?you are (a )?human|are you a robot|unusual traffic|access denied|request blocked|attention required|ddos[- ]guard|px-captcha|perimeterx|datadome|_incapsula_|安全验证|人机验证|访问(过于)?频繁|请输入验证码/i;
/**
 * Marks of the walls' own machinery: with them the status does not matter. Good pages behind Cloudflare and Imperva carry their scripts too
 * (`challenge-platform/…/jsd/`, `/_Incapsula_Resource?` as a script): only what challenge pages alone have counts.
 */
const wallMachinery =
  /cf-challenge|_cf_chl_opt|challenge-platform\/h\/\w\/orchestrate|id="?px-captcha|captcha-delivery\.com\/(?:c|captcha|interstitial)|<iframe[^>]+_Incapsula_Resource/i;
/** Errors about the page itself, which may have a form with a captcha. */
const isNowhere = (status: number): boolean => status === 404 || status === 410;

/**
 * What a status means for the crawl. 404 and 410 pass: that a page is gone is no error.
 * @param now against which an HTTP date in Retry-After is read
 * @throws NewshawkError throttled (429, 503; with Retry-After), blocked (401, 403, 451 and challenge pages), unreachable (5xx)
 */
export function judgeAnswer({ url, status, headers, html }: Answer, now: Date): void {
  if (status === 429 || status === 503) {
    if (status === 503 && isWall(html)) throw new NewshawkError('blocked', `a challenge page with ${status}: ${url}`);
    const retryAfterMs = retryAfter(headers['retry-after'], now);
    throw new NewshawkError('throttled', `the server asks us to wait (${status}): ${url}`, { retryAfterMs });
  }
  if (status === 401 || status === 403 || status === 451)
    throw new NewshawkError('blocked', `the server refuses us (${status}): ${url}`);
  if (status >= 500) throw new NewshawkError('unreachable', `the server fails (${status}): ${url}`);
  if (isWall(html) && ((status >= 400 && !isNowhere(status)) || wallMachinery.test(html)))
    throw new NewshawkError('blocked', `a challenge page in the article's place (${status}): ${url}`);
}

/**
 * The same of a fetched page: what it throws carries the page, and a picture of it, for the failure's bundle.
 * @throws NewshawkError as `judgeAnswer`
 */
export async function judgePage(page: Page, screenshot: () => Promise<Uint8Array | null>): Promise<void> {
  try {
    judgeAnswer({ ...page, url: page.finalUrl }, page.fetchedAt);
  } catch (error) {
    if (!(error instanceof NewshawkError)) throw error;
    const { kind, message, retryAfterMs } = error;
    const { finalUrl: at } = page;
    throw new NewshawkError(kind, message, {
      cause: error,
      retryAfterMs,
      at,
      evidence: { page, screenshot: await screenshot() },
    });
  }
}

export function isWall(html: string): boolean {
  if (html.length > wallMaxChars || !wallWords.test(html)) return false;
  const text = html
    .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return text.length < wallMaxText;
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
