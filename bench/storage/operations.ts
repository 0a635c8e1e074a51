import { setTimeout } from 'node:timers/promises';
import type { Task } from '../../src/model/crawl/task.ts';
import type { FrontierEntry } from '../../src/storage/crawl/frontier-port.ts';
import type { Store } from '../../src/storage/port.ts';
import { article, ending } from '../../test/storage/records.ts';
import { dueBy, hostNamed, linkEntry, scattered } from './made-entries.ts';
import { type Measured, Samples } from './samples.ts';

/** A store with `size` entries on `hosts` hosts, and what was done to it since. */
export interface Filled {
  readonly store: Store;
  readonly size: number;
  readonly hosts: number;
  /** Number of the next address that no host has. */
  fresh: number;
}

/** Entries per `put`, as the pipeline's largest batch. */
const putSize = 500;
/** Links per page: a batch has the pages of five hosts. */
const linksAPage = 100;
const claimSize = 100;
/** A prime: pages of neighbouring hosts are not written one after the other. */
const hostStep = 7_919;

/** Fills an empty store, page by page: each names a hundred addresses of its host. */
export async function fill(store: Store, size: number, hosts: number): Promise<{ filled: Filled; measured: Measured }> {
  const samples = new Samples();
  // as in a run: the store knows the time, and which entries are due
  await store.frontier.claim({ ...request, limit: 1, perHost: 1, restingHosts: new Set(), sites: null });
  const perHost = Math.ceil(size / hosts);
  const filled: Filled = { store, size, hosts, fresh: perHost };
  let batch: FrontierEntry[] = [];
  let count = 0;
  for (let from = 0; from < perHost; from += linksAPage)
    for (let host = 0; host < hosts; host += 1)
      for (let n = from; n < Math.min(perHost, from + linksAPage) && count < size; n += 1) {
        batch.push(linkEntry((host * hostStep) % hosts, n));
        count += 1;
        if (batch.length < putSize && count < size) continue;
        const full = batch;
        batch = [];
        await samples.measure(full.length, () => store.frontier.put(full, new Date(0)));
      }
  return { filled, measured: samples.result };
}

/** Links of pages: half of them are new, half are in the frontier. */
export async function upsertLinks(filled: Filled, calls: number): Promise<Measured> {
  const samples = new Samples();
  for (let call = 0; call < calls; call += 1) {
    const batch: FrontierEntry[] = [];
    for (let page = 0; page < putSize / linksAPage; page += 1) {
      const host = scattered(7 * call + page) % filled.hosts;
      for (let link = 0; link < linksAPage; link += 1) batch.push(linkEntry(host, numberOf(filled, link, call)));
    }
    await samples.measure(batch.length, () => filled.store.frontier.put(batch, new Date(0)));
  }
  return samples.result;
}

/** The worst case: each link is to another host, and new. */
export async function upsertScattered(filled: Filled, calls: number): Promise<Measured> {
  const samples = new Samples();
  for (let call = 0; call < calls; call += 1) {
    const batch = Array.from({ length: putSize }, (_, link) => {
      filled.fresh += 1;
      return linkEntry(scattered(call * putSize + link) % filled.hosts, filled.fresh);
    });
    await samples.measure(batch.length, () => filled.store.frontier.put(batch, new Date(0)));
  }
  return samples.result;
}

/**
 * Claims of the hundred best tasks, one per host, while the hosts of the last ten claims rest (at most half of all). In between the tasks get an ending without
 * article and links, which is measured too, and come again: the store keeps its size.
 * @param sites only of these; null: of all
 * @param perSecond tasks that are claimed and ended in a second, at most; Infinity: back to back, at the speed of the disk
 */
export async function claims(
  { store, hosts }: Filled,
  calls: number,
  { sites, perSecond }: { readonly sites: readonly string[] | null; readonly perSecond: number },
): Promise<{ claim: Measured; plainEnding: Measured }> {
  const [claim, plainEnding] = [new Samples(), new Samples()];
  const restingClaims = Math.min(10, Math.floor((sites?.length ?? hosts) / (2 * claimSize)));
  const claimedHosts: (readonly string[])[] = [];
  const begun = performance.now();
  for (let call = 0; call < calls; call += 1) {
    await setTimeout(Math.max(0, begun + (1_000 * claimSize * call) / perSecond - performance.now()));
    const restingHosts = new Set(restingClaims === 0 ? [] : claimedHosts.slice(-restingClaims).flat());
    const tasks = await claim.measure(claimSize, () =>
      store.frontier.claim({ ...request, limit: claimSize, perHost: 1, restingHosts, sites }),
    );
    if (tasks.length < claimSize) throw new Error(`claim ${call} found ${tasks.length} tasks`);
    claimedHosts.push(tasks.map(({ host }) => host));
    for (const task of tasks)
      await plainEnding.measure(1, () =>
        store.commit(ending(task, { next: { kind: 'retry', at: dueBy, costsAttempt: false } })),
      );
  }
  return { claim: claim.result, plainEnding: plainEnding.result };
}

const request = { now: new Date(dueBy.getTime() + 60_000), owner: 'bench', leaseMs: 600_000 };

/** Endings of pages: an article and 100 links to the same host, half of them known, with their anchor texts for the link graph. @param letters of each article */
export async function endings(filled: Filled, count: number, letters = 20_000): Promise<Measured> {
  const samples = new Samples();
  let number = 0;
  while (number < count) {
    const tasks = await claimSome(filled, 100);
    for (const task of tasks) {
      const whole = pageEnding(filled, { task, number, letters });
      await samples.measure(1, () => filled.store.commit(whole));
      number += 1;
    }
  }
  return samples.result;
}

async function claimSome({ store }: Filled, limit: number): Promise<Task[]> {
  const tasks = await store.frontier.claim({ ...request, limit, perHost: 1, restingHosts: new Set(), sites: null });
  if (tasks.length === 0) throw new Error('the frontier ran dry: fewer calls');
  return tasks;
}

const vocabulary = Array.from({ length: 20_000 }, (_, n) => `${scattered(n).toString(36)}`);

/** As many different words as a long article has. */
function bodyOf(number: number, letters: number): string {
  let body = '';
  for (let n = 0; body.length < letters; n += 1)
    body += `${vocabulary[scattered(number * 31 + (n % 1_500)) % vocabulary.length]} `;
  return body;
}

interface MadePage {
  readonly task: Task;
  readonly number: number;
  readonly letters: number;
}

function pageEnding(filled: Filled, { task, number, letters }: MadePage) {
  const host = Number(/site(\d+)\./.exec(task.host)?.[1]);
  const links = [...new Set(Array.from({ length: linksAPage }, (_, link) => numberOf(filled, link, number)))].map((n) =>
    linkEntry(host, n),
  );
  const id = `article-${filled.fresh}-${number}`;
  const hex = (n: number) =>
    scattered(n + 1_000 * number)
      .toString(16)
      .padStart(8, '0');
  const body = bodyOf(number, letters);
  const given = article(id, {
    url: task.url,
    canonicalUrl: task.url,
    site: task.site,
    title: task.linkTitle ?? '',
    body,
    bodyHtml: `<p>${body}</p>`,
    markdown: body,
  });
  const fingerprint = {
    ...given.fingerprint,
    titleKeywords: [1, 2, 3, 4].map((n) => vocabulary[scattered(number + n) % vocabulary.length] ?? ''),
    bodyKeywords: [5, 6, 7, 8].map((n) => vocabulary[scattered(number + n) % vocabulary.length] ?? ''),
    sketch: Array.from({ length: 16 }, (_, n) => hex(n) + hex(n + 16)),
  };
  return ending(task, {
    article: { ...given, fingerprint },
    links,
    pointsTo: links.map(({ url, linkTitle, priority }) => ({
      from: task.url,
      to: url,
      anchorText: linkTitle ?? '',
      relevance: priority,
    })),
  });
}

/** Every second link is to a new address, the others to addresses that the fill wrote. */
function numberOf(filled: Filled, link: number, salt: number): number {
  if (link % 2 === 0) return scattered(link + 1_000 * salt) % Math.ceil(filled.size / filled.hosts);
  filled.fresh += 1;
  return filled.fresh;
}

/** Further calls of a run, each on the store as it is now. */
export async function smallCalls(filled: Filled, calls: number): Promise<Record<string, Measured>> {
  const { frontier } = filled.store;
  const resting = new Set(Array.from({ length: 1_000 }, (_, n) => hostNamed(scattered(n) % filled.hosts)));
  const known = (n: number) => linkEntry(scattered(n) % filled.hosts, scattered(n) % (filled.size / filled.hosts)).url;
  await claimSome(filled, 100);
  const work: Record<string, (n: number) => Promise<unknown>> = {
    'look-up of an entry': (n) => frontier.get(known(n)),
    'which of 100 addresses are new': (n) =>
      frontier.unknown(Array.from({ length: 100 }, (_, link) => known(100 * n + link))),
    'renewal of 100 leases': () => frontier.renew('bench', request.now, request.leaseMs),
    'when the next task is due': () => frontier.nextDueAt(new Date(0), null, resting),
    'tasks that wait on a host': (n) => frontier.waitingOn(hostNamed(n % filled.hosts), 50),
    'pending tasks of a host': (n) => frontier.pendingOn(hostNamed(n % filled.hosts), 100_000),
    'the 50 best tasks': () => frontier.best(50),
    'counts by state': () => frontier.counts(),
  };
  const results: Record<string, Measured> = {};
  for (const [name, call] of Object.entries(work)) {
    const samples = new Samples();
    for (let n = 0; n < calls; n += 1) await samples.measure(1, () => call(n));
    results[name] = samples.result;
  }
  await frontier.releaseOwners(['bench']);
  return results;
}
