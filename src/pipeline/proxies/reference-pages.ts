import { kindOf, policies } from '../../errors.ts';
import type { Random } from '../../ports.ts';
import { isSteady, type PageCopy } from '../../stages/proxies/verdict.ts';
import { readCopy } from './page-copy.ts';
import type { ProxyPorts } from './proxy-ports.ts';

/** A page that arrives directly, the same each time, without cookies. */
export interface ReferencePage {
  readonly url: string;
  readonly copy: PageCopy;
}

/** The newest articles that pages are drawn from. */
const newestVisits = 500;
/** Candidates that are fetched, per page that is needed: many are no longer there, or change all the time. */
const candidatesPerPage = 5;
const pageTimeoutMs = 20_000;

/**
 * Draws pages at random from those that a static fetch brought, at most one per site, and fetches each twice directly. A page counts if it is an article without
 * any cookie, and both copies have the same text. One page is on https where there is one: only such a page shows who breaks TLS.
 */
export async function referencePages(io: ProxyPorts): Promise<readonly ReferencePage[]> {
  const { store, lists, random, log } = io;
  const visits = await store.visits.find({ outcome: 'stored', limit: newestVisits });
  const pages = visits.filter(({ via, status, kind }) => via === 'static' && status === 200 && kind === 'page');
  const bySite = new Map(shuffled(pages, random).map(({ site, url }) => [site, url]));
  const urls = [...bySite.values()];
  const secure = urls.find((url) => url.startsWith('https:'));
  const candidates = secure === undefined ? urls : [secure, ...urls.filter((url) => url !== secure)];
  const references: ReferencePage[] = [];
  await using client = await io.openClient(null);
  for (const url of candidates.slice(0, lists.pages * candidatesPerPage)) {
    if (references.length === lists.pages) break;
    try {
      const first = await readCopy(io, client, url, pageTimeoutMs);
      const second = await readCopy(io, client, url, pageTimeoutMs);
      if (first.isArticle && isSteady(first, second)) references.push({ url, copy: second });
    } catch (error) {
      if (!policies[kindOf(error)].retry && kindOf(error) !== 'too-large') throw error;
      log.info('proxies.no-reference', { url, message: (error as Error).message });
    }
  }
  return references;
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
