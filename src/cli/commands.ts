import { addClassify } from './categories/classify.ts';
import { addModels } from './categories/models.ts';
import { addEvaluate, addTrain } from './categories/train.ts';
import { addCompletion } from './completion.ts';
import { addFailures } from './failures/failures.ts';
import { addFixture } from './fixtures/fixture.ts';
import { addTest } from './fixtures/test.ts';
import { addMedia } from './media/media.ts';
import { addExplain } from './page/explain.ts';
import { addExtract } from './page/extract.ts';
import { addVisits } from './page/visits.ts';
import { addConfig } from './project/config.ts';
import { addDoctor } from './project/doctor.ts';
import { addInit } from './project/init.ts';
import { addNew } from './project/new.ts';
import { addProxies } from './proxies/proxies.ts';
import { addAlerts } from './run/alerts.ts';
import { addCrawl } from './run/crawl.ts';
import { addDemo } from './run/demo.ts';
import { addStatus } from './run/status.ts';
import { addWatch, addWorker } from './run/watch.ts';
import { addWebhooks } from './run/webhooks.ts';
import { addMcp, addServe } from './servers.ts';
import type { AddCommand } from './session.ts';
import { addShell } from './shell/shell.ts';
import { addSources } from './sources/sources.ts';
import { addTune } from './sources/tune.ts';
import { addDedupe } from './store/dedupe.ts';
import { addExport } from './store/export.ts';
import { addGc } from './store/gc.ts';
import { addRecords } from './store/records.ts';
import { addSearch } from './store/search.ts';
import { addStore } from './store/store.ts';
import { addCalibrate } from './topics/calibrate.ts';
import { addHot } from './topics/hot.ts';
import { addLabel } from './topics/label.ts';
import { addRelevance } from './topics/relevance.ts';
import { addSeeds } from './topics/seeds.ts';
import { addTopics } from './topics/topics.ts';
import { addUrls } from './urls/urls.ts';
import { addCorrect } from './wrappers/correct.ts';
import { addLearn } from './wrappers/learn.ts';
import { addWrapper } from './wrappers/wrapper.ts';

/** In the order of the help. */
export const commands: readonly AddCommand[] = [
  addCrawl,
  addWatch,
  addWorker,
  addExtract,
  addShell,
  addMedia,
  addDedupe,
  addUrls,
  addTrain,
  addEvaluate,
  addClassify,
  addModels,
  addServe,
  addMcp,
  addExport,
  addExplain,
  addLearn,
  addWrapper,
  addCorrect,
  addRelevance,
  addTopics,
  addSeeds,
  addSources,
  addTune,
  addProxies,
  addFailures,
  addTest,
  addFixture,
  addVisits,
  addRecords,
  addSearch,
  addHot,
  addLabel,
  addCalibrate,
  addStatus,
  addAlerts,
  addWebhooks,
  addStore,
  addGc,
  addDoctor,
  addConfig,
  addInit,
  addNew,
  addCompletion,
  addDemo,
];
