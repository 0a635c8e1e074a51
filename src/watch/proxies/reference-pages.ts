import { kindOf, policies } from '../../errors.ts';
import type { Random } from '../../ports.ts';
import type { ProxyClient } from '../../stages/fetch/proxy-client.ts';
import { isSteady, type OwnCopies } from '../../stages/proxies/verdict.ts';
import { type ReadCopy, readCopy } from './page-copy.ts';
import { openOwnClient, type ProxyPorts } from './proxy-ports.ts';

/** Our own copies are read again after this time, ms: a check of thousands of proxies takes hours, and pages change. */
const copiesLastMs = 60_000;

/** A page that arrives without a listed proxy, the same each time, without cookies. */
export class ReferencePage {
  readonly url: string;
  readonly #io: ProxyPorts;
  #copies: OwnCopies;
  #readAtMs: number;

  constructor(io: ProxyPorts, url: string, copies: OwnCopies) {
    this.#io = io;
    this.url = url;
    this.#copies = copies;
    this.#readAtMs = io.clock.monotonicMs();
  }

  get copies(): OwnCopies {
    return this.#copies;
  }

  /** Reads our own copy again if the last is old: call this before a proxy is accused of a change. Where that fails, the former copies stay. */
  async refresh(): Promise<void> {
    const { clock } = this.#io;
    if (clock.monotonicMs() - this.#readAtMs < copiesLastMs) return;
    this.#readAtMs = clock.monotonicMs();
    await using client = await openOwnClient(this.#io);
    const copy = await readOwnCopy(this.#io, client, this.url);
    if (copy !== null) this.#copies = [this.#copies[1], copy];
  }
}

/** The newest articles that pages are drawn from. */
const newestVisits = 500;
/** Candidates that are fetched, per page that is needed: many are no longer there, or change all the time. */
const candidatesPerPage = 5;
const pageTimeoutMs = 20_000;

/**
 * Draws pages at random from those that a static fetch brought, at most one per site, and fetches each twice by our own way. A page counts if it is an article without
 * any cookie, and both copies have the same text. One page is on https where there is one: only such a page shows who breaks TLS.
 */
export async function referencePages(io: ProxyPorts): Promise<readonly ReferencePage[]> {
  const { store, lists, random } = io;
  const visits = await store.visits.find({ outcome: 'stored', limit: newestVisits });
  const pages = visits.filter(({ via, status, kind }) => via === 'static' && status === 200 && kind === 'page');
  const bySite = new Map(shuffled(pages, random).map(({ site, url }) => [site, url]));
  const urls = [...bySite.values()];
  const secure = urls.find((url) => url.startsWith('https:'));
  const candidates = secure === undefined ? urls : [secure, ...urls.filter((url) => url !== secure)];
  const references: ReferencePage[] = [];
  await using client = await openOwnClient(io);
  for (const url of candidates.slice(0, lists.pages * candidatesPerPage)) {
    if (references.length === lists.pages) break;
    const first = await readOwnCopy(io, client, url);
    const second = first?.isArticle ? await readOwnCopy(io, client, url) : null;
    if (first !== null && second !== null && isSteady(first, second))
      references.push(new ReferencePage(io, url, [first, second]));
  }
  return references;
}

/** Null: the page does not arrive. */
async function readOwnCopy(io: ProxyPorts, client: ProxyClient, url: string): Promise<ReadCopy | null> {
  try {
    return await readCopy(io, client, url, pageTimeoutMs);
  } catch (error) {
    if (!policies[kindOf(error)].retry && kindOf(error) !== 'too-large') throw error;
    io.log.info('proxies.no-reference', { url, message: (error as Error).message });
    return null;
  }
}

/** Fisher and Yates' shuffle, from the end. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [mixed[last], mixed[at]] = [mixed[at] as T, mixed[last] as T];
  }
  return mixed;
}
