import type { Binary, Collection, Db } from 'mongodb';
import type { ArticleRevision } from '../../model/article/article-version.ts';
import type { HostRest } from '../../model/crawl/host-rest.ts';
import type { OwnRules } from '../../model/crawl/own-rule.ts';
import type { ListedProxy, ProxyUse } from '../../model/crawl/proxy.ts';
import type { Run } from '../../model/crawl/run.ts';
import type { Subscription } from '../../model/crawl/subscription.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import type { RateTally } from '../../model/page/page-state.ts';
import type { PageLink } from '../../model/web/page-link.ts';
import type { AddressClass } from '../../model/web/url-pattern.ts';
import type { Reextraction } from '../../model/wrapper/reextraction.ts';
import type { StoredCorrection } from '../../model/wrapper/site-learning.ts';
import { declared } from '../collections/all.ts';
import type { LeaseKind, NamedLease } from '../crawl/leases-port.ts';
import type { DocumentOf } from '../engine/mongo.ts';

import type {
  AddressDocument,
  ArticleDocument,
  BlobDocument,
  DataRecordDocument,
  FailureDocument,
  Keyed,
  PageStateDocument,
  RemovalDocument,
  SourceDocument,
  TallyDocument,
  TaskDocument,
} from './documents.ts';

/** Of the declared collections. */
type Declared = {
  readonly [Name in keyof typeof declared]: Collection<DocumentOf<(typeof declared)[Name]>>;
};

export interface Collections extends Declared {
  readonly frontier: Collection<TaskDocument>;
  readonly sources: Collection<SourceDocument>;
  readonly visits: Collection<Keyed<Visit, 'id'>>;
  readonly pages: Collection<PageStateDocument>;
  /** `_id` is host and format. */
  readonly formats: Collection<FormatEvidence & { readonly _id: string }>;
  readonly rateTallies: Collection<RateTally & { readonly _id: string }>;
  readonly ownRules: Collection<Keyed<OwnRules, 'site'>>;
  /** `brief` is absent where an older version stored the site. */
  readonly siteLearning: Collection<{ readonly _id: string; readonly doc: string; readonly brief?: string }>;
  readonly wrappers: Collection<{
    readonly _id: string;
    readonly site: string;
    readonly version: number;
    readonly doc: string;
  }>;
  readonly corrections: Collection<Keyed<StoredCorrection, 'url'>>;
  readonly reextractions: Collection<Keyed<Reextraction, 'site'>>;
  readonly proxies: Collection<Keyed<ListedProxy, 'id'>>;
  /** `_id` is day, proxy, site and owner. */
  readonly proxyUses: Collection<ProxyUse & { readonly _id: string }>;
  readonly articles: Collection<ArticleDocument>;
  /** `_id` is the article. */
  readonly rechecks: Collection<{ readonly _id: string; readonly upTo: number }>;
  readonly revisions: Collection<ArticleRevision & { readonly _id: string }>;
  readonly failures: Collection<FailureDocument>;
  /** `_id` is page and address. Older documents lack `id`, `host` and `fingerprint`. */
  readonly media: Collection<StoredMedia & { readonly _id: string }>;
  readonly runs: Collection<Keyed<Run, 'id'>>;
  readonly blobs: Collection<BlobDocument>;
  readonly blobChunks: Collection<{ readonly _id: string; readonly data: Binary; readonly putAt?: Date }>;
  /** `_id` is page and address. */
  readonly links: Collection<Omit<PageLink, 'relevance'> & { readonly _id: string }>;
  readonly addresses: Collection<AddressDocument>;
  readonly workers: Collection<Keyed<WorkerBeat, 'owner'>>;
  readonly subscriptions: Collection<Keyed<Subscription, 'sourceId'>>;
  readonly hostRests: Collection<Keyed<HostRest, 'host'>>;
  /** `_id` is the address. */
  readonly knownAddresses: Collection<{
    readonly _id: string;
    readonly site: string;
    readonly label: AddressClass;
    readonly seenAt: Date;
    readonly places?: readonly string[];
  }>;
  readonly records: Collection<DataRecordDocument>;
  /** `_id` is `copy`. A text: names of kinds are keys. */
  readonly copyProgress: Collection<{ readonly _id: string; readonly doc: string }>;
  /** `_id` is kind and name. */
  readonly leases: Collection<NamedLease & { readonly _id: string; readonly kind: LeaseKind; readonly setAt: Date }>;
  /** Removals that are under way. `_id` counts up. */
  readonly removals: Collection<RemovalDocument>;
  readonly tallies: Collection<TallyDocument>;
  readonly counters: Collection<{ readonly _id: string; readonly value: number }>;
}

export const collectionsOf = (db: Db): Collections => ({
  ...(Object.fromEntries(Object.keys(declared).map((name) => [name, db.collection(name)])) as unknown as Declared),
  frontier: db.collection('frontier'),
  sources: db.collection('sources'),
  visits: db.collection('visits'),
  pages: db.collection('pages'),
  formats: db.collection('formats'),
  rateTallies: db.collection('rateTallies'),
  ownRules: db.collection('ownRules'),
  siteLearning: db.collection('siteLearning'),
  wrappers: db.collection('wrappers'),
  corrections: db.collection('corrections'),
  reextractions: db.collection('reextractions'),
  proxies: db.collection('proxies'),
  proxyUses: db.collection('proxyUses'),
  articles: db.collection('articles'),
  rechecks: db.collection('rechecks'),
  revisions: db.collection('revisions'),
  failures: db.collection('failures'),
  media: db.collection('media'),
  runs: db.collection('runs'),
  blobs: db.collection('blobs'),
  blobChunks: db.collection('blobChunks'),
  links: db.collection('links'),
  addresses: db.collection('addresses'),
  workers: db.collection('workers'),
  subscriptions: db.collection('subscriptions'),
  hostRests: db.collection('hostRests'),
  knownAddresses: db.collection('knownAddresses'),
  records: db.collection('records'),
  copyProgress: db.collection('copyProgress'),
  leases: db.collection('leases'),
  removals: db.collection('removals'),
  tallies: db.collection('tallies'),
  counters: db.collection('counters'),
});
