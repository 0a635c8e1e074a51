import type { PlayerPage } from '../../../browser-port.ts';
import { NewshawkError } from '../../../errors.ts';
import { mediaItem } from '../../../model/media/media-item.ts';
import type {
  MediaAnswer,
  MediaBrowserFinding,
  MediaBrowserPlan,
  MediaFetchOptions,
  MediaRequestSeen,
  MediaTools,
} from '../../../model/media/media-resolver.ts';
import type { Page } from '../../../model/page/page.ts';
import { fetchAddress } from '../../../model/web/canonical-url.ts';
import type { Exchange } from '../../../model/web/exchange.ts';
import type { HttpResponse, MediaFinding } from '../../../ports.ts';
import { parseManifest } from '../facts/manifest.ts';
import { probe } from '../facts/probe.ts';
import { hooksScript } from '../in-page/hooks.ts';
import { hookKey } from '../play/hook-key.ts';
import { playPage } from '../play/play-page.ts';
import { type PlayBudget, playBudget } from '../play/play-times.ts';
import { stopPlaying } from '../play/stop-playing.ts';
import { evaluateMs, WatchedPage } from '../play/watched-page.ts';
import { type MediaPorts, resolveGeneric } from '../resolve.ts';

interface SiteToolsInput {
  readonly page: Page;
  readonly finding: MediaFinding;
  readonly ports: MediaPorts;
  readonly signal: AbortSignal;
}

/** Of an API, which is text; the times are those of a player that a person waits for. Chosen by hand, not measured. */
const maxAnswerBytes = 4 * 1024 * 1024;
const answerTimeoutMs = 10_000;
const watchMs = 10_000;
const pollMs = 100;

/** Creates the tools for a site's functions, for one page. */
export function siteTools(input: SiteToolsInput): MediaTools {
  const { page, finding, ports, signal } = input;
  const ask = async (url: string, options: MediaFetchOptions = {}) => {
    const address = new URL(url, page.finalUrl).href;
    const { http, identity } = ports;
    const { maxBytes = maxAnswerBytes } = options;
    const message = toMessage(options, page.finalUrl);
    return await http.fetch({ ...message, url: address, identity, maxBytes, timeoutMs: answerTimeoutMs, signal });
  };
  return {
    signal,
    parseManifest,
    fetch: async (url, options) => toAnswer(await ask(url, options)),
    probe: async ({ url, delivery = 'progressive', ...more }) => await probe(mediaItem(url, delivery, more), ports),
    generic: async () => (await resolveGeneric(page, finding, ports)).media,
    browser: async (plan = {}) => await openInBrowser(plan, input),
    resolveEmbed: async (url, referer = page.finalUrl) => {
      const answer = await ask(url, { headers: { referer } });
      const embed: Page = {
        ...page,
        task: { ...page.task, url: answer.url as Page['task']['url'] },
        finalUrl: answer.url as Page['finalUrl'],
        html: new TextDecoder().decode(answer.body),
        network: [],
      };
      const { openPlayer } = ports;
      const framed =
        openPlayer === null
          ? null
          : async (plan: Parameters<typeof openPlayer>[0]) => await openPlayer({ ...plan, referer });
      const embedFinding = await ports.reader.findMedia(embed);
      return (await resolveGeneric(embed, embedFinding, { ...ports, openPlayer: framed })).media;
    },
  };
}

/** The request of a scraper's function, with the headers that a browser adds to a POST. @throws Error where it is not a valid request: the scraper's mistake */
function toMessage(
  { body, method = body === undefined ? 'GET' : 'POST', headers = {} }: MediaFetchOptions,
  pageUrl: string,
) {
  if (!/^(GET|HEAD|POST)$/.test(method)) throw new Error(`fetch sends GET, HEAD and POST, not ${String(method)}`);
  if (method !== 'POST') {
    if (body !== undefined) throw new Error(`fetch sends no body with ${method}`);
    return { method, headers };
  }
  const lowerCased = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const type = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {};
  const own = { origin: new URL(pageUrl).origin, ...type, ...Object.fromEntries(lowerCased) };
  return { method, body: body ?? '', headers: own };
}

const toAnswer = ({ url, status, headers, body }: HttpResponse): MediaAnswer => {
  const text = new TextDecoder().decode(body);
  return {
    url,
    status,
    headers,
    text,
    json: () => {
      try {
        return JSON.parse(text) as unknown;
      } catch (cause) {
        throw new Error(`${url} answered ${status} without JSON: ${JSON.stringify(text.slice(0, 60))}`, { cause });
      }
    },
  };
};

async function openInBrowser(
  plan: MediaBrowserPlan,
  { page, finding, ports, signal }: SiteToolsInput,
): Promise<MediaBrowserFinding> {
  const { openPlayer, identity, budget = playBudget } = ports;
  if (openPlayer === null)
    throw new NewshawkError(
      'unreachable',
      'there is no browser for this page: it is read without one (render: static)',
    );
  const key = hookKey();
  const url = new URL(plan.url ?? fetchAddress(page.task), page.finalUrl).href;
  const timeoutMs = Math.min(plan.timeoutMs ?? watchMs, budget.totalMs);
  const referer = plan.referer === undefined ? {} : { referer: plan.referer };
  await using player = await openPlayer({
    url,
    identity,
    script: hooksScript(key),
    timeoutMs: timeoutMs + watchMs,
    ...referer,
  });
  const limits: PlayBudget = { totalMs: timeoutMs, adMs: Math.min(budget.adMs, timeoutMs) };
  const declared = plan.url === undefined ? finding.sightings : [];
  const options = { key, budget: limits, onStep: async () => {}, signal };
  const watched = new WatchedPage(player, { key, declared, lists: await ports.adLists() });
  const played = plan.play === true ? await playPage(player, watched, options) : null;
  await waitForRequest(player, plan, { timeoutMs: played === null ? timeoutMs : 0, signal });
  const [main] = plan.evaluate === undefined ? [] : await player.inFrames<unknown>(plan.evaluate, evaluateMs);
  await stopPlaying(player, key);
  return {
    url: player.url(),
    status: player.status,
    value: main?.value ?? null,
    requests: player.exchanges().map(toRequestSeen),
    items: played?.state.items ?? [],
  };
}

/** Waits until a request matches `until`. Without `until` it waits the whole time, as late requests count, too. */
async function waitForRequest(
  player: PlayerPage,
  { until }: MediaBrowserPlan,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < timeoutMs && !signal.aborted) {
    if (until !== undefined && player.exchanges().some((exchange) => until(toRequestSeen(exchange)))) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const toRequestSeen = ({
  url,
  redirectedTo,
  method,
  status,
  mimeType,
  requestHeaders,
  text,
}: Exchange): MediaRequestSeen => ({
  url,
  redirectedTo,
  method,
  status,
  mimeType,
  requestHeaders,
  text,
});
