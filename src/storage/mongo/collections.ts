import type { Binary, Collection, Db } from 'mongodb';
import type { ArticleChange } from '../../model/article/article-change.ts';
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
import type { Alert } from '../../model/publish/alert.ts';
import type { WebhookDelivery } from '../../model/publish/webhook.ts';
import type { Seed } from '../../model/seed/seed.ts';
import type { CalibrationStep, Label } from '../../model/topic/label.ts';
import type { ModelActivation, StoredModel } from '../../model/topic/stored-model.ts';
import type { PageLink } from '../../model/web/page-link.ts';
import type { AddressClass } from '../../model/web/url-pattern.ts';
import type { Reextraction } from '../../model/wrapper/reextraction.ts';
import type { StoredCorrection } from '../../model/wrapper/site-learning.ts';
import type { LeaseKind, NamedLease } from '../crawl/leases-port.ts';
import type { ReadExample } from '../topics-port.ts';

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

export interface Collections {
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
  /** `_id` is article and topic, or topic and number. */
  readonly labels: Collection<Label & { readonly _id: string }>;
  readonly calibrationSteps: Collection<CalibrationStep & { readonly _id: string }>;
  readonly addresses: Collection<AddressDocument>;
  readonly workers: Collection<Keyed<WorkerBeat, 'owner'>>;
  readonly models: Collection<Keyed<StoredModel, 'version'>>;
  /** `_id` counts up. */
  readonly modelActivations: Collection<ModelActivation & { readonly _id: number }>;
  readonly topics: Collection<{ readonly _id: string; readonly updatedAt: Date; readonly doc: string }>;
  readonly topicExamples: Collection<Keyed<ReadExample, 'url'>>;
  readonly subscriptions: Collection<Keyed<Subscription, 'sourceId'>>;
  readonly hostRests: Collection<Keyed<HostRest, 'host'>>;
  /** `_id` is site and topic. */
  readonly seeds: Collection<Seed & { readonly _id: string }>;
  /** `_id` is the topic. */
  readonly seedSearches: Collection<{ readonly _id: string; readonly at: Date }>;
  /** `_id` is the address. */
  readonly knownAddresses: Collection<{
    readonly _id: string;
    readonly site: string;
    readonly label: AddressClass;
    readonly seenAt: Date;
    readonly places?: readonly string[];
  }>;
  readonly records: Collection<DataRecordDocument>;
  readonly deliveries: Collection<Keyed<WebhookDelivery, 'id'>>;
  readonly alerts: Collection<Keyed<Alert, 'id'>>;
  /** `_id` is article and revision. */
  readonly articleChanges: Collection<ArticleChange & { readonly _id: string }>;
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
  labels: db.collection('labels'),
  calibrationSteps: db.collection('calibrationSteps'),
  workers: db.collection('workers'),
  models: db.collection('models'),
  modelActivations: db.collection('modelActivations'),
  topics: db.collection('topics'),
  topicExamples: db.collection('topicExamples'),
  subscriptions: db.collection('subscriptions'),
  hostRests: db.collection('hostRests'),
  seeds: db.collection('seeds'),
  seedSearches: db.collection('seedSearches'),
  knownAddresses: db.collection('knownAddresses'),
  records: db.collection('records'),
  deliveries: db.collection('deliveries'),
  alerts: db.collection('alerts'),
  articleChanges: db.collection('articleChanges'),
  copyProgress: db.collection('copyProgress'),
  leases: db.collection('leases'),
  removals: db.collection('removals'),
  tallies: db.collection('tallies'),
  counters: db.collection('counters'),
});
