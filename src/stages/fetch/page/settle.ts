import { NewshawkError } from '../../../errors.ts';
import { type Deadline, sleep, withTimeout } from '../deadline.ts';
import { consentOptions } from '../in-page/consent.ts';
import { serializeExpression, type WaitResult, waitExpression } from '../in-page/page-script.ts';
import { serializeLimits } from '../in-page/serializer.ts';
import type { NetworkLog } from './network-log.ts';
import type { PageFrames } from './page-frames.ts';
import type { PageSession } from './page-session.ts';

/**
 * A page is quiet after this time without a change of the DOM and without a script, XHR or fetch in flight. Measured on a loaded machine with pages whose
 * script calls an API 100 ms after DOMContentLoaded: 150 ms lost 5 of 120 pages, 250 ms lost none.
 */
const quietMs = 250;
/** Milliseconds between frames while a page that draws on demand is waited for. */
const frameEveryMs = 2_000;
/** Frames drawn in the middle of its quiet time. */
const framesWhenQuiet = 2;
/** Longest wait for `load`: some scripts begin then, but an advertisement's frame may never load. */
const loadCapMs = 2_000;
/** Longest wait for quiet: a page that still changes then never becomes quiet. */
const quietCapMs = 8_000;
/** Longest wait for the scraper's selector, which is expected to appear. */
const selectorCapMs = 15_000;
/** Longest wait after a click on a consent dialog: content may load then. */
const afterConsentCapMs = 4_000;
/** Time kept for serializing: most pages take 10 to 20 ms, the largest half a second. */
const serializeReserveMs = 1_000;

export interface SettledPage {
  readonly by: 'quiet' | 'selector' | 'cap';
  readonly html: string;
}

export interface SettleInput {
  readonly session: PageSession;
  readonly network: NetworkLog;
  /** Null: the page draws continuously. */
  readonly frames: PageFrames | null;
  readonly deadline: Deadline;
  readonly waitFor: string | null;
}

/**
 * Waits for the content, answers a consent dialog, serializes. Waiting and serializing are two evaluations, so that only a quiet page is serialized.
 * @throws NewshawkError timed-out, too-large
 */
export async function settleAndSerialize(input: SettleInput, withConsent: boolean): Promise<SettledPage> {
  const capMs = input.waitFor === null ? quietCapMs : selectorCapMs;
  const { by, clicked } = await waitUntilQuiet(input, capMs, withConsent);
  if (clicked !== null) await waitUntilQuiet({ ...input, waitFor: null }, afterConsentCapMs, false);
  return { by, html: await serialize(input) };
}

/** Waits until the page is quiet after an action, at most `capMs`. */
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
  using _drawing = frames?.keepRunning(frameEveryMs);
  let wasQuiet = false;
  let isDrawn = false;
  for (;;) {
    const leftMs = Math.min(endsAt - performance.now(), deadline.leftMs);
    // keep time for serializing
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
    // drawn in the middle of the quiet time, so that changes by intersection observers and animation callbacks are waited for
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

/** Whether a content security policy forbids all scripts. It also stops the timers of our isolated world, so waiting there is impossible. */
const isScriptless = ({ main }: NetworkLog): boolean =>
  /(^|[;,])\s*sandbox(?![^;,]*allow-scripts)/i.test(main?.headers()['content-security-policy'] ?? '');

/** Evaluates an expression. When the page navigates meanwhile, the next document is evaluated. */
async function evaluate<T>({ session, deadline }: SettleInput, expression: () => string): Promise<T> {
  for (;;) {
    try {
      const timeoutError = (): Error => deadline.expired('the page was read: its scripts block the renderer');
      return await withTimeout(session.evaluateIsolated<T>(expression()), deadline.leftMs, timeoutError);
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
