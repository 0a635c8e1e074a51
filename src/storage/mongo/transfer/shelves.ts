import { pageStateOf } from '../../records/crawl/pages.ts';
import { placesOf } from '../../records/crawl/tasks.ts';
import { revisionsForgotten } from '../../records/retention.ts';
import type { DeclaredKind, TransferKind, TransferredTask } from '../../transfer-port.ts';
import { searchFields } from '../articles/search-index.ts';
import { bandKeys, rankKeysOf, readArticle, scoresOf } from '../articles/store-article.ts';
import type { TaskDocument } from '../documents.ts';
import { byLines, joinedShelf, keyedShelf, type Shelf, sameRecord } from './shelf.ts';

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

const articles: Shelf<'articles'> = {
  collection: 'articles',
  id: ([id]) => String(id),
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

export const shelves: { readonly [Kind in Exclude<TransferKind, DeclaredKind>]: Shelf<Kind> } = {
  articles,
  addresses: keyedShelf('addresses', 'url', sameRecord),
  counters: {
    ...keyedShelf('counters', 'name', sameRecord),
    where: { _id: { $in: ['lease', 'texts', revisionsForgotten] }, value: { $gt: 0 } },
  },
  links: joinedShelf('links', byLines, ({ from, to, anchorText }) => ({ from, to, anchorText })),
  pages: {
    collection: 'pages',
    id: ([url]) => String(url),
    read: ({ _id: url, claim: _claim, plannedAt, ...document }) => {
      const page = pageStateOf({ ...document, url });
      return { url: page.url, page, plannedAt: plannedAt ?? page.lastVisitAt };
    },
    write: ({ page: { url: _, evidence: _evidence, ...page }, plannedAt }) => ({ ...page, plannedAt }),
  },
  tasks: {
    collection: 'frontier',
    id: ([url]) => String(url),
    read: readTask,
    write: ({ url: _, ...task }) => task,
  },
};
