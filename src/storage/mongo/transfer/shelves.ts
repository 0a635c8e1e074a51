import { revisionOf } from '../../records/articles.ts';
import { formatEvidenceOf } from '../../records/crawl/formats.ts';
import { ownRulesOf } from '../../records/crawl/own-rules.ts';
import { pageStateOf } from '../../records/crawl/pages.ts';
import { proxyOf } from '../../records/crawl/proxies.ts';
import { runOf } from '../../records/crawl/runs.ts';
import { openAtOf, sourceOf } from '../../records/crawl/sources.ts';
import { subscriptionOf } from '../../records/crawl/subscriptions.ts';
import { placesOf } from '../../records/crawl/tasks.ts';
import { visitOf } from '../../records/crawl/visits.ts';
import { briefOf, correctionOf, reextractionOf, siteLearningOf } from '../../records/crawl/wrappers.ts';
import { dataRecordOf } from '../../records/data-records.ts';
import { storedMediaOf } from '../../records/media.ts';
import { revisionsForgotten } from '../../records/retention.ts';
import type { DeclaredKind, TransferKind, TransferredTask } from '../../transfer-port.ts';
import { searchFields } from '../articles/search-index.ts';
import { bandKeys, rankKeysOf, readArticle, scoresOf } from '../articles/store-article.ts';
import { failureDocument, readFailure } from '../crawl/failures.ts';
import type { TaskDocument } from '../documents.ts';
import { byLines, bySpaces, joinedShelf, keyedShelf, type Shelf, sameRecord } from './shelf.ts';

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

/** Which claim of the store opened a source; the writer of the batch replaces it by a new number. */
export const anyClaim = -1;

export const shelves: { readonly [Kind in Exclude<TransferKind, DeclaredKind>]: Shelf<Kind> } = {
  articles,
  addresses: keyedShelf('addresses', 'url', sameRecord),
  corrections: keyedShelf('corrections', 'url', correctionOf),
  counters: {
    ...keyedShelf('counters', 'name', sameRecord),
    where: { _id: { $in: ['lease', 'texts', revisionsForgotten] }, value: { $gt: 0 } },
  },
  failures: {
    collection: 'failures',
    id: ([id]) => String(id),
    read: readFailure,
    write: ({ id: _, ...failure }) => failureDocument(failure),
  },
  formats: joinedShelf('formats', byLines, formatEvidenceOf),
  hostRests: keyedShelf('hostRests', 'host', sameRecord),
  knownAddresses: keyedShelf('knownAddresses', 'url', ({ url, site, label, seenAt, places }) => ({
    url,
    site,
    label,
    seenAt,
    ...placesOf(places),
  })),
  links: joinedShelf('links', byLines, ({ from, to, anchorText }) => ({ from, to, anchorText })),
  media: joinedShelf('media', byLines, storedMediaOf),
  ownRules: keyedShelf('ownRules', 'site', ownRulesOf),
  pages: {
    collection: 'pages',
    id: ([url]) => String(url),
    read: ({ _id: url, claim: _claim, plannedAt, ...document }) => {
      const page = pageStateOf({ ...document, url });
      return { url: page.url, page, plannedAt: plannedAt ?? page.lastVisitAt };
    },
    write: ({ page: { url: _, evidence: _evidence, ...page }, plannedAt }) => ({ ...page, plannedAt }),
  },
  proxies: keyedShelf('proxies', 'id', proxyOf),
  proxyUses: {
    collection: 'proxyUses',
    id: bySpaces,
    read: ({ _id, ...use }) => ({ ...use, owner: _id.slice(`${bySpaces([use.day, use.proxy, use.site])} `.length) }),
    write: ({ owner: _, ...use }) => use,
  },
  rateTallies: joinedShelf('rateTallies', bySpaces, sameRecord),
  records: {
    ...keyedShelf('records', 'id', dataRecordOf),
    write: ({ id: _, ...record }) => ({ ...record, version: 1 }),
  },
  revisions: joinedShelf('revisions', ([id, revision]) => `${id}/${revision}`, revisionOf),
  reextractions: keyedShelf('reextractions', 'site', reextractionOf),
  rechecks: keyedShelf('rechecks', 'id', sameRecord),
  runs: keyedShelf('runs', 'id', runOf),
  siteLearning: {
    collection: 'siteLearning',
    id: ([site]) => String(site),
    read: ({ doc }) => siteLearningOf(JSON.parse(doc)),
    write: (learning) => ({ doc: JSON.stringify(learning), brief: JSON.stringify(briefOf(learning)) }),
  },
  sources: {
    collection: 'sources',
    id: ([id]) => String(id),
    read: ({ _id: id, openAt, claim, ...document }) => {
      const source = sourceOf({ ...document, id });
      return { id, source, openAt, isClaimed: claim !== null && openAt !== null };
    },
    write: ({ source, openAt, isClaimed }) => {
      const { id: _, ...fields } = source;
      return { ...fields, openAt: isClaimed ? openAt : openAtOf(source), claim: isClaimed ? anyClaim : null };
    },
  },
  subscriptions: keyedShelf('subscriptions', 'sourceId', subscriptionOf),
  tasks: {
    collection: 'frontier',
    id: ([url]) => String(url),
    read: readTask,
    write: ({ url: _, ...task }) => task,
  },
  visits: keyedShelf('visits', 'id', visitOf),
  wrappers: {
    collection: 'wrappers',
    id: bySpaces,
    read: ({ site, version, doc }) => ({ site, version, wrapper: JSON.parse(doc) }),
    write: ({ site, version, wrapper }) => ({ site, version, doc: JSON.stringify(wrapper) }),
  },
};
