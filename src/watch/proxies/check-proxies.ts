import PQueue from 'p-queue';
import { CommandError, exitCodes } from '../../errors.ts';
import { dayOf, type ListedProxy, type ProxyFault } from '../../model/crawl/proxy.ts';
import { isUnchangedCopy, judgeProxy, type ProxyTry } from '../../stages/proxies/verdict.ts';
import { failureOf, readCopy } from './page-copy.ts';
import type { ProxyPorts } from './proxy-ports.ts';
import { type ReferencePage, referencePages } from './reference-pages.ts';

export interface CheckReport {
  /** Pages that every proxy was asked for. */
  readonly pages: readonly string[];
  readonly good: number;
  /** Number of proxies by fault. */
  readonly faults: Readonly<Partial<Record<ProxyFault, number>>>;
}

/** Longer than the slowest proxy that may be used, ms. */
const spareMs = 2_000;
/** After this many failures at the start a proxy is given up: a list of thousands is mostly dead. */
const hopelessTries = 2;
/** Counts of uses are kept this long, ms: choices weigh a week, people look at a month. */
const keepUsesMs = 30 * 24 * 3_600_000;

/**
 * Fetches each reference page several times through each listed proxy and compares it with our own copies: the good ones are the day's list.
 * @param signal ends the check after the proxies in progress; their results are kept
 * @throws CommandError (nothing found) where no stored page can serve as a reference
 */
export async function checkProxies(io: ProxyPorts, signal?: AbortSignal): Promise<CheckReport> {
  const { store, clock, log } = io;
  await store.proxies.forgetUses(dayOf(new Date(clock.now().getTime() - keepUsesMs)));
  const proxies = await store.proxies.list();
  const pages = proxies.length === 0 ? [] : await referencePages(io);
  if (proxies.length > 0 && pages.length === 0)
    throw new CommandError(
      exitCodes.nothingFound,
      'There is no page to check proxies with: it takes an article that a static fetch brought and that is the same without cookies. `newshawk crawl` some sites first.',
    );
  const faults = new Map<ProxyFault | null, number>();
  const queue = new PQueue({ concurrency: io.lists.checksAtOnce });
  await queue.addAll(
    proxies.map((proxy) => async () => {
      if (signal?.aborted) return;
      const verdict = judgeProxy(await tryProxy(io, proxy, pages), io.lists);
      await store.proxies.save([{ ...proxy, check: { at: clock.now(), ...verdict } }]);
      faults.set(verdict.fault, (faults.get(verdict.fault) ?? 0) + 1);
      log.debug('proxies.checked', { proxy: proxy.id, ...verdict });
    }),
  );
  const { good = 0, ...rest } = Object.fromEntries([...faults].map(([fault, count]) => [fault ?? 'good', count]));
  log.info('proxies.judged', { pages: pages.length, good, ...rest });
  return { pages: pages.map(({ url }) => url), good, faults: rest };
}

/** Each page several times; ends early where the verdict is clear. */
async function tryProxy(
  io: ProxyPorts,
  { url: proxyUrl }: ListedProxy,
  pages: readonly ReferencePage[],
): Promise<readonly ProxyTry[]> {
  const { lists, refuses } = io;
  if ((await refuses(proxyUrl)) !== null) return [];
  await using client = await io.openClient(proxyUrl);
  const tries: ProxyTry[] = [];
  for (const page of Array.from({ length: lists.triesPerPage }, () => pages).flat()) {
    tries.push(await tryPage(io, client, page));
    const { fault, successRate } = judgeProxy(tries, lists);
    if (fault === 'breaks-tls' || fault === 'rewrites-pages') break;
    if (successRate === 0 && tries.length >= hopelessTries) break;
  }
  return tries;
}

async function tryPage(
  io: ProxyPorts,
  client: Awaited<ReturnType<ProxyPorts['openClient']>>,
  page: ReferencePage,
): Promise<ProxyTry> {
  const { url } = page;
  const begunMs = io.clock.monotonicMs();
  const elapsed = () => io.clock.monotonicMs() - begunMs;
  try {
    const through = await readCopy(io, client, url, io.lists.maxLatencyMs + spareMs);
    const elapsedMs = elapsed();
    if (!isUnchangedCopy(through, page.copies)) await page.refresh();
    return { url, own: page.copies, through, elapsedMs };
  } catch (error) {
    const elapsedMs = elapsed();
    const failure = failureOf(error);
    // the guard's own time limit is an error of the connection, and a dead proxy can time out: a connection tells them apart
    const isLate = failure === 'timed-out' || (failure === 'no-connection' && elapsedMs > io.lists.maxLatencyMs);
    const isSlow = isLate && (await client.acceptsConnection(spareMs));
    const through = isSlow ? 'timed-out' : isLate ? 'no-connection' : failure;
    return { url, own: page.copies, through, elapsedMs, detail: (error as Error).message };
  }
}
