import type { OpenRecords } from '../engine/records.ts';
import { Alerts, alerts } from './alerts.ts';
import { ArticleChanges, articleChanges } from './article-changes.ts';
import { Deliveries, deliveries } from './deliveries.ts';
import { calibrationSteps, Labels, labels } from './labels.ts';
import { Models, modelActivations, models } from './models.ts';
import { Seeds, seedSearches, seeds } from './seeds.ts';
import { Topics, topicExamples, topics } from './topics.ts';

/** All declared collections: tables, indexes, validators, copies and the check walk over them. What others refer to comes late. */
export const declared = {
  topics,
  topicExamples,
  labels,
  calibrationSteps,
  models,
  modelActivations,
  seeds,
  seedSearches,
  deliveries,
  alerts,
  articleChanges,
} as const;

/** What a store offers of them, in any engine. */
export const openCollections = (open: OpenRecords) => ({
  topics: new Topics(open),
  labels: new Labels(open),
  models: new Models(open),
  seeds: new Seeds(open),
  deliveries: new Deliveries(open),
  alerts: new Alerts(open),
  articleChanges: new ArticleChanges(open),
});

export type StoredCollections = Readonly<ReturnType<typeof openCollections>>;
