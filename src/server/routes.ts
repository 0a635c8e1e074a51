import { getAlert, listAlerts, muteAlertRoute, unmuteAlertRoute } from './api/alerts.ts';
import { getArticle, listArticles } from './api/articles.ts';
import { listCategories } from './api/categories.ts';
import {
  failureConsole,
  failureHar,
  failureScreenshot,
  failureSnapshot,
  getFailure,
  listFailures,
} from './api/failures/failures.ts';
import { replayFailure } from './api/failures/replay.ts';
import { getFeed } from './api/feeds.ts';
import { health, ready } from './api/health.ts';
import { readHistory } from './api/history.ts';
import { listHot } from './api/hot.ts';
import { listMedia } from './api/media.ts';
import { metrics } from './api/metrics/metrics.ts';
import { listProxies } from './api/proxies.ts';
import { getRecord, listRecordKinds, listRecords } from './api/records.ts';
import type { Route } from './api/route.ts';
import { listSeeds } from './api/seeds.ts';
import {
  deleteSource,
  exportSources,
  getSource,
  importSources,
  listSources,
  patchSource,
  postSource,
  putPause,
  putResume,
} from './api/sources.ts';
import { stats } from './api/stats.ts';
import { listCalibration, postCalibration } from './api/topics/calibration.ts';
import { deleteLabel, postLabel, sampleLabels } from './api/topics/labels.ts';
import { addTopic, deleteTopic, getTopic, listTopics, putTopic } from './api/topics/topics.ts';
import { listVisits } from './api/visits.ts';
import { postExtract } from './api/work/extract.ts';
import { deleteJob, getJob, listJobs, postCrawl } from './api/work/jobs.ts';
import { listScrapers, scraperHealth } from './api/work/scrapers.ts';
import { listWebhooks, retryWebhooks, testWebhooks } from './api/work/webhooks.ts';
import { listWorkers } from './api/work/workers.ts';
import {
  deleteCorrection,
  getBlocks,
  listCorrections,
  previewCorrectionRoute,
  putCorrection,
} from './api/wrappers/corrections.ts';
import {
  diffVersions,
  getVersion,
  getWrapper,
  listWrappers,
  pinWrapper,
  rollBackWrapper,
  unpinWrapper,
} from './api/wrappers/wrappers.ts';

/** Every route of the API; their parameters and answers are described in their own files. */
export const routes: readonly Route[] = [
  listArticles, // GET /v1/articles
  getArticle, // GET /v1/articles/:id
  listMedia, // GET /v1/media
  listRecords, // GET /v1/records
  getRecord, // GET /v1/records/:id
  listRecordKinds, // GET /v1/record-kinds
  listScrapers, // GET /v1/scrapers
  scraperHealth, // GET /v1/scrapers/:host/health
  listWebhooks, // GET /v1/webhooks
  retryWebhooks, // POST /v1/webhooks/retry
  testWebhooks, // POST /v1/webhooks/test
  listSources, // GET /v1/sources
  postSource, // POST /v1/sources
  importSources, // POST /v1/source-file
  exportSources, // GET /v1/source-file
  getSource, // GET /v1/sources/:id
  patchSource, // PATCH /v1/sources/:id
  putPause, // PUT /v1/sources/:id/pause
  putResume, // PUT /v1/sources/:id/resume
  deleteSource, // DELETE /v1/sources/:id
  listFailures, // GET /v1/failures
  getFailure, // GET /v1/failures/:id
  failureScreenshot, // GET /v1/failures/:id/screenshot
  failureSnapshot, // GET /v1/failures/:id/snapshot
  failureHar, // GET /v1/failures/:id/har
  failureConsole, // GET /v1/failures/:id/console
  replayFailure, // POST /v1/failures/:id/replay
  postExtract, // POST /v1/extract
  postCrawl, // POST /v1/crawl
  listJobs, // GET /v1/jobs
  getJob, // GET /v1/jobs/:id
  deleteJob, // DELETE /v1/jobs/:id
  listWorkers, // GET /v1/workers
  stats, // GET /v1/stats
  readHistory, // GET /v1/history
  listVisits, // GET /v1/visits
  listTopics, // GET /v1/topics
  addTopic, // POST /v1/topics
  getTopic, // GET /v1/topics/:id
  putTopic, // PUT /v1/topics/:id
  deleteTopic, // DELETE /v1/topics/:id
  sampleLabels, // GET /v1/labels
  postLabel, // POST /v1/labels
  deleteLabel, // DELETE /v1/labels/:id
  listSeeds, // GET /v1/seeds
  listWrappers, // GET /v1/wrappers
  getWrapper, // GET /v1/wrappers/:site
  getVersion, // GET /v1/wrappers/:site/versions/:version
  diffVersions, // GET /v1/wrappers/:site/diff
  pinWrapper, // POST /v1/wrappers/:site/pin
  unpinWrapper, // POST /v1/wrappers/:site/unpin
  rollBackWrapper, // POST /v1/wrappers/:site/rollback
  getBlocks, // GET /v1/blocks
  listCorrections, // GET /v1/corrections
  putCorrection, // PUT /v1/corrections
  previewCorrectionRoute, // POST /v1/corrections/preview
  deleteCorrection, // DELETE /v1/corrections
  listAlerts, // GET /v1/alerts
  getAlert, // GET /v1/alerts/:id
  muteAlertRoute, // PUT /v1/alerts/:id/mute
  unmuteAlertRoute, // PUT /v1/alerts/:id/unmute
  listProxies, // GET /v1/proxies
  listHot, // GET /v1/hot
  listCalibration, // GET /v1/calibration
  postCalibration, // POST /v1/calibration
  listCategories, // GET /v1/categories
  getFeed, // GET /v1/feeds/<name>.(rss|atom|json)
  health, // GET /health
  ready, // GET /ready
  metrics, // GET /metrics
];
