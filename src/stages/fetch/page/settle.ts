import { NewshawkError } from '../../../errors.ts';
import { type Deadline, sleep, withTimeout } from '../deadline.ts';
import { consentOptions } from '../in-page/consent.ts';
import { serializeExpression, type WaitResult, waitExpression } from '../in-page/page-script.ts';
import { serializeLimits } from '../in-page/serializer.ts';
import type { NetworkLog } from './network-log.ts';
import type { PageFrames } from './page-frames.ts';
import type { PageSession } from './page-session.ts';

/**
 * Quiet: no change of the DOM for so long, and no script, XHR or fetch under way. 150 ms lost 5 of 120 pages on a loaded machine whose script calls the API
 * 100 ms after DOMContentLoaded, 250 ms none (design: fetching).
 */
const quietMs = 250;
/** Of a page that draws on demand, with a frame at such a distance in any case: in the middle of the quiet it gets two. */
const frameEveryMs = 2_000;
const framesWhenQuiet = 2;
/** Scripts that wait for `load` are still to run; an advertisement's frame that never loads is not waited for. */
const loadCapMs = 2_000;
/** A page that is not quiet by then never is. */
const quietCapMs = 8_000;
/** The site's own sign is waited for longer: it is known to come. */
const selectorCapMs = 15_000;
/** What the clicked dialog hides may come from the network: one more round, shorter. */
const afterConsentCapMs = 4_000;
/** Kept of the page's time for its serialisation: 10 to 20 ms for most, half a second for the largest. */
const serializeReserveMs = 1_000;

export interface SettledPage {
  readonly by: 'quiet' | 'selector' | 'cap';
  readonly html: string;
}

export interface SettleInput {
  readonly session: PageSession;
  readonly network: NetworkLog;
  /** Null: the page draws by itself. */
  readonly frames: PageFrames | null;
  readonly deadline: Deadline;
  readonly waitFor: string | null;
}

/**
 * Waits until the content is there, answers a consent dialog, serialises. Two evaluations: what is not quiet yet is not serialised in vain.
 * @throws NewshawkError timed-out, too-large
 */
export async function settleAndSerialize(input: SettleInput, withConsent: boolean): Promise<SettledPage> {
  const capMs = input.waitFor === null ? quietCapMs : selectorCapMs;
  const { by, clicked } = await waitUntilQuiet(input, capMs, withConsent);
  if (clicked !== null) await waitUntilQuiet({ ...input, waitFor: null }, afterConsentCapMs, false);
  return { by, html: await serialize(input) };
}

/** After something was done on the page: quiet again, or the time is over. */
export async function settleAgain(input: SettleInput, capMs: number): Promise<void> {
  await waitUntilQuiet({ ...input, waitFor: null }, capMs, false);
}

async function serialize(input: SettleInput): Promise<string> {
  const html = await evaluate<string | null>(input, () =>
    serializeExpression({ ...serializeLimits, rectangles: false }),
  );
  if (html !== null) return html;
  const { maxNodes, maxChars } = serializeLimits;
  throw new NewshawkError('too-large', `the page has more than ${maxNodes} nodes or ${maxChars} characters`);
}

async function waitUntilQuiet(input: SettleInput, capMs: number, withConsent: boolean): Promise<WaitResult> {
  const { network, frames, deadline, waitFor } = input;
  const endsAt = performance.now() + capMs;
  using _running = frames?.keepRunning(frameEveryMs);
  let wasQuiet = false;
  let isDrawn = false;
  for (;;) {
    const leftMs = Math.min(endsAt - performance.now(), deadline.leftMs);
    // what is left at the end of its time is for reading it
    if (waitFor === null) await network.whenIdle(Math.min(leftMs, deadline.leftMs - serializeReserveMs));
    const { started } = network;
    const waiting = evaluate<WaitResult>(input, () =>
      waitExpression({
        quietMs: frames === null ? quietMs : quietMs / 2,
        capMs: isScriptless(network)
          ? 0
          : Math.max(0, Math.min(endsAt - performance.now(), deadline.leftMs - serializeReserveMs)),
        loadCapMs: wasQuiet ? 0 : loadCapMs,
        waitFor,
        consent: withConsent ? consentOptions : null,
      }),
    );
    // in the middle of the quiet; what they bring about is waited for too: observers of what is seen, animation callbacks
    if (frames?.isIdle && wasQuiet && !isDrawn) void frames.draw(framesWhenQuiet);
    const waited = await waiting;
    const isQuiet = network.isIdle && network.started === started;
    if (waited.by !== 'quiet' || waited.clicked !== null) return waited;
    isDrawn = waited.drawn;
    if (isQuiet && (frames === null || (wasQuiet && isDrawn && !waited.changed))) return waited;
    wasQuiet = isQuiet;
    if (performance.now() >= endsAt) return { ...waited, by: 'cap' };
  }
}

/** A policy that forbids all scripts stops the timers of every world of the page: there is nothing to wait for, and nothing to wait with. */
const isScriptless = ({ main }: NetworkLog): boolean =>
  /(^|[;,])\s*sandbox(?![^;,]*allow-scripts)/i.test(main?.headers()['content-security-policy'] ?? '');

/** A page that navigates by script takes its document away under the evaluation: then the next one is asked. */
async function evaluate<T>({ session, deadline }: SettleInput, expression: () => string): Promise<T> {
  for (;;) {
    try {
      const late = (): Error => deadline.expired('the page was read: its scripts leave the renderer no time');
      return await withTimeout(session.evaluateIsolated<T>(expression()), deadline.leftMs, late);
    } catch (error) {
      if (!isDocumentGone(error)) throw error;
      if (deadline.leftMs < 100) throw deadline.expired('the page kept navigating');
      await sleep(100);
    }
  }
}

const isDocumentGone = (error: unknown): boolean =>
  error instanceof Error &&
  /cannot find context|context was destroyed|navigated or closed|no frame (for|with) given id|uniqueContextId not found|Promise was collected/i.test(
    error.message,
  );
