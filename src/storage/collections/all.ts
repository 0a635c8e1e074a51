import type { OpenRecords } from '../engine/records.ts';
import { Alerts, alerts } from './alerts.ts';
import { ArticleChanges, articleChanges } from './article-changes.ts';
import { rechecks, revisions } from './articles.ts';
import { counters } from './counters.ts';
import { Failures, failures } from './crawl/failures.ts';
import { Formats, formats } from './crawl/formats.ts';
import { HostRests, hostRests } from './crawl/host-rests.ts';
import { KnownAddresses, knownAddresses } from './crawl/known-addresses.ts';
import { Leases, leases } from './crawl/leases.ts';
import { OwnRuleTallies, ownRules } from './crawl/own-rules.ts';
import { Pages, pages, rateTallies } from './crawl/pages.ts';
import { Proxies, proxies, proxyUses } from './crawl/proxies.ts';
import { Runs, runs } from './crawl/runs.ts';
import { Sources, sources } from './crawl/sources.ts';
import { Subscriptions, subscriptions } from './crawl/subscriptions.ts';
import { Visits, type VisitTallies, visits } from './crawl/visits.ts';
import { Workers, workers } from './crawl/workers.ts';
import { DataRecords, records } from './data-records.ts';
import { Deliveries, deliveries } from './deliveries.ts';
import { calibrationSteps, Labels, labels } from './labels.ts';
import { Media, media } from './media.ts';
import { Models, modelActivations, models } from './models.ts';
import { Seeds, seedSearches, seeds } from './seeds.ts';
import { Topics, topicExamples, topics } from './topics.ts';
import { corrections, reextractions, siteLearning, Wrappers, wrappers } from './wrappers.ts';

/** All declared collections: tables, indexes, validators, copies and the check walk over them. What others refer to comes late. */
export const declared = {
  counters,
  runs,
  topics,
  topicExamples,
  labels,
  calibrationSteps,
  models,
  modelActivations,
  proxies,
  proxyUses,
  hostRests,
  seeds,
  seedSearches,
  subscriptions,
  ownRules,
  siteLearning,
  wrappers,
  corrections,
  reextractions,
  formats,
  rateTallies,
  pages,
  knownAddresses,
  records,
  deliveries,
  alerts,
  articleChanges,
  failures,
  visits,
  media,
  revisions,
  rechecks,
  sources,
  leases,
  workers,
} as const;

/** What an engine adds that is written for it alone. */
interface EngineParts {
  readonly visitTallies: VisitTallies;
  readonly replaceMedium: Media['replace'];
}

/** What a store offers of them, in any engine. */
export const openCollections = (open: OpenRecords, { visitTallies, replaceMedium }: EngineParts) => ({
  sources: new Sources(open),
  visits: new Visits(open, visitTallies),
  pages: new Pages(open),
  failures: new Failures(open),
  media: new Media(open, replaceMedium),
  records: new DataRecords(open),
  runs: new Runs(open),
  topics: new Topics(open),
  labels: new Labels(open),
  models: new Models(open),
  proxies: new Proxies(open),
  hostRests: new HostRests(open),
  seeds: new Seeds(open),
  subscriptions: new Subscriptions(open),
  ownRules: new OwnRuleTallies(open),
  wrappers: new Wrappers(open),
  formats: new Formats(open),
  knownAddresses: new KnownAddresses(open),
  deliveries: new Deliveries(open),
  alerts: new Alerts(open),
  articleChanges: new ArticleChanges(open),
  leases: new Leases(open),
  workers: new Workers(open),
});

export type StoredCollections = Readonly<ReturnType<typeof openCollections>>;
