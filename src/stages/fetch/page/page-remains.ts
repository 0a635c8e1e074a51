import { type FailureEvidence, NewshawkError, withEvidence } from '../../../errors.ts';
import { sleep, withTimeout } from '../deadline.ts';
import type { PageFrames } from './page-frames.ts';
import type { PageSession } from './page-session.ts';
import type { RequestLog } from './request-log.ts';

/** What can be kept of a page that was not loaded: it is looked at before its tab closes. */
export interface UnloadedPage {
  readonly requests: RequestLog;
  readonly console: readonly string[];
  /** Null: the tab was not prepared. */
  session: PageSession | null;
}

/** The page has had all its time: a picture is not worth many more seconds of the browser. */
const pictureTimeoutMs = 2_500;
/** A stopped script lets the renderer draw after this time, ms. */
const afterScriptMs = 150;

/** The error with the page's requests and console, and for a page that did not end with a picture of what was there. */
export async function withRemains(error: unknown, watched: UnloadedPage, frames: PageFrames | null): Promise<unknown> {
  if (!(error instanceof NewshawkError) || error.evidence !== null) return error;
  const isAlive = error.kind === 'timed-out' || error.kind === 'too-large' || error.kind === 'unreachable';
  const evidence: FailureEvidence = {
    page: null,
    screenshot: isAlive && watched.session !== null ? await lastPicture(watched.session, frames) : null,
    requests: watched.requests.records(),
    console: [...watched.console],
  };
  return withEvidence(error, evidence);
}

/** A script that never ends would block the picture: it is stopped first, as the page is closed anyway. */
async function lastPicture(session: PageSession, frames: PageFrames | null): Promise<Uint8Array | null> {
  const late = (): Error => new Error('no answer');
  try {
    await withTimeout(session.stopScripts(), pictureTimeoutMs, late);
    await sleep(afterScriptMs);
    return await withTimeout((frames ?? session).screenshot(), pictureTimeoutMs, late);
  } catch {
    return null; // the renderer is gone, or hangs in more than a script: the bundle says that it has no picture
  }
}
