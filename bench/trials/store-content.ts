import { batchesOf, recordText } from '../../src/commands/store/record-digest.ts';
import type { Store } from '../../src/storage/port.ts';
import type { TransferKind, TransferKinds } from '../../src/storage/transfer-port.ts';

/** What a store has read, by kind of record: canonical JSON, sorted. Two crawls of the same pages agree on it. */
export type StoreContent = Readonly<Record<string, readonly string[]>>;

/**
 * The fields that are compared, by kind of record. Left out: times, runs and workers, names of snapshots (they hold times), how a page was fetched and what was
 * learned by then (via, extractor, provenance, formats, wrappers), and plans that follow from times.
 */
export const comparedFields = {
  articles: [
    'id url canonicalUrl site pageType title body bodyHtml markdown authors publishedAt modifiedAt source section tags',
    'description lang leadImage images media data fingerprint newsTerms weight topics onTopic category inLinks revision',
  ],
  revisions: ['articleId revision title body data diff'],
  failures: ['url site reason'],
  media: ['pageUrl url delivery role'],
  links: ['from to anchorText'],
  addresses: ['url inLinks article'],
  knownAddresses: ['url site label places'],
  tasks: ['url kind host site sourceId depth maxDepth linkTitle places state waitsFor'],
} as const satisfies { readonly [Kind in TransferKind]?: readonly string[] };

async function recordsOf<Kind extends TransferKind>(store: Store, kind: Kind): Promise<readonly TransferKinds[Kind][]> {
  return (await Array.fromAsync(batchesOf(store.transfer, kind))).flat();
}

/** Of the endings of pages, each counts: none is written twice. Not of polls: each crawl that begins anew polls. */
export async function contentOf(store: Store): Promise<StoreContent> {
  const content: Record<string, readonly string[]> = {};
  for (const [kind, lines] of Object.entries(comparedFields)) {
    const fields = lines.join(' ').split(' ');
    const records = await recordsOf(store, kind as keyof typeof comparedFields);
    content[kind] = records
      .map((record) => recordText(Object.fromEntries(Object.entries(record).filter(([key]) => fields.includes(key)))))
      .sort();
  }
  const articles = await recordsOf(store, 'articles');
  // which of several copies is published depends on which came first
  content.clusters = [...Map.groupBy(articles, ({ cluster }) => cluster).values()]
    .map((members) => recordText(members.map(({ url }) => url).sort()))
    .sort();
  content.statuses = [...Map.groupBy(articles, ({ cluster }) => cluster).values()]
    .map((members) => recordText(members.map(({ status, relation }) => `${status} ${relation}`).sort()))
    .sort();
  content.visits = (await recordsOf(store, 'visits'))
    .filter(({ kind }) => kind === 'page')
    .map(({ url, outcome, reason }) => `${url} ${outcome} ${reason}`)
    .sort();
  return content;
}

/** The first differences of each kind, in words. @param asSets kinds of which one counts like several */
export function differencesOf(calm: StoreContent, other: StoreContent, asSets: readonly string[] = []): string[] {
  return Object.keys(calm).flatMap((kind) => {
    const [wanted, seen] = [calm, other].map((content) => {
      const lines = content[kind] ?? [];
      return asSets.includes(kind) ? [...new Set(lines)] : [...lines];
    }) as [string[], string[]];
    const missing = minus(wanted, seen).map((line) => `${kind}: missing ${line.slice(0, 300)}`);
    const added = minus(seen, wanted).map((line) => `${kind}: too many ${line.slice(0, 300)}`);
    return [...missing.slice(0, 3), ...added.slice(0, 3)];
  });
}

/** Lines of one list without those of the other, each as often as it is there. */
function minus(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
