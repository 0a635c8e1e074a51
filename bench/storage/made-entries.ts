import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { FrontierEntry } from '../../src/storage/crawl/frontier-port.ts';

const words = 'harbour council ferry museum market engine garden bridge library season report plan'.split(' ');

/** The time at which all made entries are due: they became so in the six hours before. */
export const dueBy = new Date('2026-11-20T12:00:00Z');
const dueForMs = 6 * 3_600_000;

/** Spreads numbers over 32 bits: the finalizer of MurmurHash3. */
export function scattered(n: number): number {
  let mixed = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const word = (n: number): string => words[scattered(n) % words.length] ?? '';
export const hostNamed = (host: number): string => `www.site${host}.example`;

/** The n-th address of a host, as news sites write them: 75 characters. */
export const addressOf = (host: number, n: number): string =>
  `https://${hostNamed(host)}/2026/11/${word(n)}-${word(n + 1)}-${word(n + 2)}-${word(n + 3)}-${scattered(n)}`;

/** The entry of the n-th link of a host, with all that a link on a list carries. */
export function linkEntry(host: number, n: number): FrontierEntry {
  const name = hostNamed(host);
  const chance = scattered(n + 77 * host) / 2 ** 32;
  return {
    url: canonicalUrl(addressOf(host, n)),
    kind: 'page',
    host: name,
    site: name,
    sourceId: null,
    depth: 1,
    maxDepth: 2,
    priority: chance,
    linkTitle: `The ${word(n)} and the ${word(n + 1)}: what the ${word(n + 2)} says of it`,
    places: ['main>section.latest>article.card>h3>a'],
    dueAt: new Date(dueBy.getTime() - Math.floor(dueForMs * (scattered(n + 13) / 2 ** 32))),
  };
}
