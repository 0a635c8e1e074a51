import { kindOf, NewshawkError } from '../../../errors.ts';
import type { PageAnswer, PageRequest } from '../../../model/page/page-api.ts';
import { canonicalUrl } from '../../../model/web/canonical-url.ts';
import { fetchAnswer } from '../../../stages/fetch/fetch-answer.ts';
import type { Crawl } from '../../crawl.ts';
import type { TaskVisit } from '../../visit-result.ts';

/** Errors by which a request has no answer, and the page is rendered. Others concern the visit. */
const answerErrors = ['unreachable', 'timed-out', 'too-large', 'blocked', 'throttled'];

interface SentRequest {
  /** Null: there is none that could be used. */
  readonly answer: PageAnswer | null;
  /** Why there is no answer. */
  readonly lack: string;
  /** The server's; null where none came. */
  readonly status: number | null;
  readonly bytes: number;
}

/** Sends a request of a page's scripts: by robots.txt, in its host's turn, through the identity's proxy. @throws NewshawkError of the proxy and of the run */
export async function sendRequest(
  { robots, http, turns, config }: Crawl,
  { task, identity }: TaskVisit,
  request: PageRequest,
): Promise<SentRequest> {
  const where = `${request.method} ${request.url}`.slice(0, 150);
  const none = { answer: null, status: null, bytes: 0 };
  try {
    const address = { url: canonicalUrl(request.url), asWritten: request.url, site: task.site };
    const { allowed } = await robots.check(address, identity, turns);
    if (!allowed) return { ...none, lack: `robots.txt forbids ${where}` };
    const limits = { maxBytes: config.maxBodyBytes, timeoutMs: config.staticTimeoutMs };
    const fetched = await fetchAnswer({ http })(request, { identity, pageUrl: task.url, turns, ...limits });
    return { ...fetched, lack: fetched.answer === null ? `${where} answered ${fetched.status}` : '' };
  } catch (error) {
    if (!(error instanceof NewshawkError) || !answerErrors.includes(kindOf(error))) throw error;
    return { ...none, lack: `${where}: ${error.message}` };
  }
}
