import { placesOf } from '../../records/crawl/tasks.ts';
import type { DeclaredKind, TransferKind, TransferKinds, TransferredTask } from '../../transfer-port.ts';
import { searchFields } from '../articles/search-index.ts';
import { bandKeys, rankKeysOf, readArticle, scoresOf } from '../articles/store-article.ts';
import type { Collections } from '../collections.ts';
import type { TaskDocument } from '../documents.ts';

// biome-ignore lint/suspicious/noExplicitAny: each knows the documents of its collection
export type AnyDocument = any;

/** How the records of a kind that is not declared stand in a collection. */
export interface SpecialKind<Kind extends TransferKind> {
  readonly collection: keyof Collections;
  read(document: AnyDocument): TransferKinds[Kind];
  /** Without `_id`. */
  write(record: TransferKinds[Kind]): Readonly<Record<string, unknown>>;
}

function readTask({ _id, ...task }: TaskDocument): TransferredTask {
  const state = task.state === 'ending' ? 'leased' : task.state;
  const isLeased = state === 'leased';
  return {
    url: _id,
    ...(task.asWritten != null && { asWritten: task.asWritten }),
    kind: task.kind,
    host: task.host,
    site: task.site,
    sourceId: task.sourceId,
    depth: task.depth,
    maxDepth: task.maxDepth,
    priority: task.priority,
    linkTitle: task.linkTitle ?? null,
    ...placesOf(task.places),
    ...(task.publishedAt != null && { publishedAt: task.publishedAt }),
    attempts: task.attempts,
    revisit: task.revisit,
    rank: task.rank,
    dueAt: task.dueAt,
    state,
    setAt: isLeased || state === 'waiting' ? (task.setAt ?? null) : null,
    lease: isLeased ? task.lease : null,
    owner: isLeased ? task.owner : null,
    leaseUntil: isLeased ? task.leaseUntil : null,
    leftBehind: task.leftBehind ?? 0,
    waitsFor: state === 'waiting' ? (task.waitsFor ?? null) : null,
  };
}

const articles: SpecialKind<'articles'> = {
  collection: 'articles',
  read: readArticle,
  write: ({ id: _, ...article }) => ({
    ...article,
    version: 1,
    bodyLength: article.body.length,
    bands: bandKeys(article.fingerprint.simhash),
    rankKeys: rankKeysOf(article.fingerprint),
    ...searchFields(article),
    ...scoresOf(article.topics),
  }),
};

export const specialKinds: { readonly [Kind in Exclude<TransferKind, DeclaredKind>]: SpecialKind<Kind> } = {
  articles,
  addresses: {
    collection: 'addresses',
    read: ({ _id: url, ...address }) => ({ url, ...address }),
    write: ({ url: _, ...address }) => address,
  },
  links: {
    collection: 'links',
    read: ({ from, to, anchorText }) => ({ from, to, anchorText }),
    write: (link) => link,
  },
  tasks: {
    collection: 'frontier',
    read: readTask,
    write: ({ url: _, ...task }) => task,
  },
};
