import { serializeExpression, waitExpression } from '../../../src/stages/fetch/in-page/page-script.ts';
import { serializeLimits } from '../../../src/stages/fetch/in-page/serializer.ts';
import { CdpPipe } from '../cdp-pipe.ts';
import { eachPage, type Way } from '../way.ts';

const quietMs = 250;
const capMs = 8_000;
const loadCapMs = 2_000;

/** What a tab has under way that may still make text. */
class Tab {
  readonly loaded = Promise.withResolvers<void>();
  started = 0;
  readonly #inFlight = new Set<string>();
  #waiting: (() => void)[] = [];

  hear(method: string, params: Record<string, unknown>): void {
    const { requestId, type } = params as { requestId: string; type: string };
    if (method === 'Page.domContentEventFired') this.loaded.resolve();
    if (method === 'Network.requestWillBeSent' && (type === 'XHR' || type === 'Fetch' || type === 'Script')) {
      this.started++;
      this.#inFlight.add(requestId);
    }
    if (method !== 'Network.loadingFinished' && method !== 'Network.loadingFailed') return;
    this.#inFlight.delete(requestId);
    if (this.isIdle) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  idle(): Promise<void> {
    return this.isIdle ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** The floor: no Playwright, no Crawlee, no identity, no guard; one shared context; the same blocking, quiet wait and serialiser. */
export const way: Way = async (plan, onPage) => {
  await using cdp = await CdpPipe.launch(plan.executablePath, plan.env);
  const tabs = new Map<string, Tab>();
  cdp.onEvent = (method, params, sessionId) => tabs.get(sessionId)?.hear(method, params);
  await eachPage(plan, onPage, async (url) => {
    const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    const tab = new Tab();
    tabs.set(sessionId, tab);
    try {
      const send = <T>(method: string, params = {}) => cdp.send<T>(method, params, sessionId);
      await Promise.all([
        send('Page.enable'),
        send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
        send('Network.setBlockedURLs', { urls: plan.block }),
      ]);
      await send('Page.navigate', { url });
      await tab.loaded.promise;
      return await read(tab, send);
    } finally {
      tabs.delete(sessionId);
      await cdp.send('Target.closeTarget', { targetId });
    }
  });
};

type Send = <T>(method: string, params: object) => Promise<T>;

async function read(tab: Tab, send: Send): Promise<string> {
  const endsAt = performance.now() + capMs;
  const wait = waitExpression({ quietMs, capMs, loadCapMs, waitFor: null, consent: null });
  do {
    await tab.idle();
    tab.started = 0;
    await evaluate(send, wait);
  } while (!(tab.isIdle && tab.started === 0) && performance.now() < endsAt);
  return await evaluate<string>(send, serializeExpression({ ...serializeLimits, rectangles: false }));
}

async function evaluate<T>(send: Send, expression: string): Promise<T> {
  const params = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await send<{ result: { value: T } }>('Runtime.evaluate', params);
  return result.value;
}
