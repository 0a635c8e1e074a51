import { type FailureEvidence, NewshawkError } from '../../errors.ts';
import type { Page } from '../../model/page/page.ts';
import { hasChallengeMarkup, maxChallengeText, visibleLength } from '../../model/web/bot-challenge.ts';

export interface PageResponse {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** Longest text of a page that refuses us in these words, characters. A longer page with them is an article about them. */
const wallMaxText = 1_500;
const wallWords =
  /captcha|cf-challenge|challenge-platform|checking your browser|just a moment|verify (that )?you are (a )?human|are you a robot|unusual traffic|access denied|request blocked|attention required|ddos[- ]guard|px-captcha|perimeterx|datadome|_incapsula_|安全验证|人机验证|访问(过于)?频繁|请输入验证码/i;
/** Error pages of a missing page may have a form with a captcha. */
const isGoneStatus = (status: number): boolean => status === 404 || status === 410;

/**
 * Throws when the response is not a page of the site. 404 and 410 pass: a missing page is an expected ending.
 * @param now for an HTTP date in Retry-After
 * @throws NewshawkError throttled (429, 503; with Retry-After), blocked (401, 403, 451 and challenge pages), unreachable (5xx)
 */
export function checkResponse({ url, status, headers, html }: PageResponse, now: Date): void {
  if (status === 429 || status === 503) {
    if (status === 503 && isWall(html)) throw new NewshawkError('blocked', `a challenge page with ${status}: ${url}`);
    const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
    throw new NewshawkError('throttled', `the server asks us to wait (${status}): ${url}`, { retryAfterMs });
  }
  if (status === 401 || status === 403 || status === 451)
    throw new NewshawkError('blocked', `the server refuses us (${status}): ${url}`);
  if (status >= 500) throw new NewshawkError('unreachable', `the server fails (${status}): ${url}`);
  const isRefusal = status >= 400 && !isGoneStatus(status) && isWall(html);
  if (isRefusal || (hasChallengeMarkup(html) && visibleLength(html) < maxChallengeText))
    throw new NewshawkError('blocked', `a challenge page instead of the article (${status}): ${url}`);
}

/**
 * As `checkResponse`, for a fetched page. The error carries the page, its requests and a screenshot, for the failure bundle.
 * @throws NewshawkError as `checkResponse`
 */
export async function checkPage(
  page: Page,
  evidence: () => Promise<Pick<FailureEvidence, 'screenshot' | 'requests'>>,
): Promise<void> {
  try {
    checkResponse({ ...page, url: page.finalUrl }, page.fetchedAt);
  } catch (error) {
    if (!(error instanceof NewshawkError)) throw error;
    const { kind, message, retryAfterMs } = error;
    const { finalUrl: at } = page;
    throw new NewshawkError(kind, message, {
      cause: error,
      retryAfterMs,
      at,
      evidence: { page, ...(await evidence()) },
    });
  }
}

/** Whether a page says in a few words that it is a challenge or a refusal. Only the status tells it from a short article about them. */
export const isWall = (html: string): boolean => wallWords.test(html) && visibleLength(html) < wallMaxText;

/** Milliseconds to wait; the header has seconds or a date (RFC 9110, 10.2.3). Null without a readable value. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
