import { z } from 'zod';
import { comesThrough } from '../../../model/crawl/failure.ts';
import { silentRules } from '../../../model/crawl/own-rule.ts';
import type { Site } from '../../../model/crawl/site.ts';
import { isActive, type Source } from '../../../model/crawl/source.ts';
import { count, listOf, record } from '../../../model/schema.ts';
import { siteLearningSchema } from '../../../model/wrapper/site-learning.ts';
import { failureCountSchema } from '../../../storage/collections/crawl/failures.ts';
import type { Store } from '../../../storage/port.ts';
import { problem } from '../../answer.ts';
import { listWithTotal } from '../../json-schema.ts';
import type { ServerApp } from '../../server-app.ts';
import type { Route } from '../route.ts';
import { silentRule, visit } from '../schemas.ts';

/** Visits of a site that are looked at. */
const lastVisits = 500;
/** Visits and failures of a site that are shown. */
const shown = 20;
/** Fewer visits say nothing of a share. */
const minVisits = 5;
/** Below this share of successful visits a site fails. */
const failingBelow = 0.5;
/** ms. A site whose active sources brought no article for this time is silent. */
const silentAfter = 3 * 24 * 3_600_000;

const states = z.enum(['ok', 'failing', 'silent', 'unvisited']);

export const listScrapers: Route = {
  path: '/v1/scrapers',
  summary: 'Sites with a scraper, and sites of sources that have none',
  success: {
    schema: listWithTotal(
      record({
        host: z.string(),
        name: z.string(),
        hasScraper: z.boolean(),
        sources: count,
        activeSources: count,
        openFailures: count,
        lastArticleAt: z.date().nullable(),
      }),
    ),
  },
  dependsOnStoreOnly: true,
  handle: (app) => async () => {
    const store = await app.store();
    const [sites, sources, failures] = [await app.sites(), await store.sources.list(), await store.failures.counts()];
    const hosts = [...new Set([...sites.map(({ host }) => host), ...sources.map(({ site }) => site)])].sort();
    const lastArticles = await store.articles.lastChanges(hosts);
    const items = hosts.map((host) => {
      const ofSite = sources.filter(({ site }) => site === host);
      const scraper = sites.find((site) => site.host === host);
      return {
        host,
        name: scraper?.name ?? host,
        hasScraper: scraper !== undefined,
        sources: ofSite.length,
        activeSources: ofSite.filter(isActive).length,
        openFailures: failures.filter(({ site }) => site === host).reduce((sum, one) => sum + one.count, 0),
        lastArticleAt: lastArticles.get(host) ?? null,
      };
    });
    return { total: items.length, items };
  },
};

export const scraperHealth: Route = {
  path: '/v1/scrapers/:host/health',
  summary:
    'How a site does: its state with the reasons, its last visits, its open failures, its layout and its own rules',
  success: {
    schema: record({
      host: z.string(),
      state: states,
      why: listOf(z.string()),
      visits: record({ counted: count, share: z.number().nullable(), last: listOf(visit) }),
      lastArticleAt: z.date().nullable(),
      openFailures: listOf(failureCountSchema.unwrap().omit({ site: true }).readonly()),
      drift: siteLearningSchema.unwrap().shape.drift,
      drifts: count,
      silentRules: listOf(silentRule),
      sources: record({ total: count, active: count, failing: listOf(z.string()) }),
    }),
  },
  errors: { 404: 'there is neither a scraper nor a source nor a visit of this site' },
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['host'],
    properties: { host: { type: 'string', minLength: 1, maxLength: 253, description: 'host of the site' } },
  },
  isSlow: () => true,
  handle: (app) => async (request) => {
    const { host } = request.params as { readonly host: string };
    const health = await readHealth(app, host);
    return health ?? problem(404, 'There is no such site: /v1/scrapers lists them.');
  },
};

async function readHealth(app: ServerApp, host: string) {
  const store = await app.store();
  const site = (await app.sites()).find((one: Site) => one.host === host);
  const sources = (await store.sources.list()).filter((source) => source.site === host);
  const visits = await store.visits.ofSite(host, lastVisits);
  const lastArticleAt = (await store.articles.lastChanges([host])).get(host) ?? null;
  if (site === undefined && sources.length === 0 && visits.length === 0 && lastArticleAt === null) return null;
  const learning = await store.wrappers.get(host);
  const rules = await store.ownRules.get(host);
  const counted = visits.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'deferred');
  const good = counted.filter((visit) => comesThrough(visit) || visit.outcome === 'dropped').length;
  const facts = {
    share: counted.length === 0 ? null : good / counted.length,
    counted: counted.length,
    lastArticleAt,
    active: sources.filter(isActive),
    failing: await failingSources(store, sources.filter(isActive)),
    silent: rules === null ? [] : silentRules([rules]),
    drift: learning?.drift ?? null,
  };
  const { state, why } = judge(facts, app.clock.now());
  return {
    host,
    state,
    why,
    visits: { counted: facts.counted, share: facts.share, last: visits.slice(0, shown) },
    lastArticleAt,
    openFailures: (await store.failures.counts())
      .filter((one) => one.site === host)
      .map(({ reason, count: n }) => ({ reason, count: n })),
    drift: facts.drift,
    drifts: learning?.drifts ?? 0,
    silentRules: facts.silent,
    sources: { total: sources.length, active: facts.active.length, failing: facts.failing },
  };
}

/** Addresses of sources whose last poll failed. */
async function failingSources({ visits }: Store, sources: readonly Source[]): Promise<string[]> {
  const failing: string[] = [];
  for (const { id, url } of sources) {
    const [last] = await visits.find({ sourceId: id, limit: 1 });
    if (last?.outcome === 'failed') failing.push(url);
  }
  return failing;
}

interface Facts {
  readonly share: number | null;
  readonly counted: number;
  readonly lastArticleAt: Date | null;
  readonly active: readonly Source[];
  readonly failing: readonly string[];
  readonly silent: readonly { readonly field: string }[];
  readonly drift: object | null;
}

function judge({ share, counted, lastArticleAt, active, failing, silent, drift }: Facts, now: Date) {
  const troubles = [
    share !== null &&
      counted >= minVisits &&
      share < failingBelow &&
      `only ${Math.round(share * 100)} % of the last ${counted} visits came through`,
    active.length > 0 && failing.length === active.length && 'the last poll of each active source failed',
    drift !== null && 'its layout has changed since its wrapper was learned',
  ].filter((trouble) => trouble !== false);
  const silences = [
    lastArticleAt !== null &&
      active.length > 0 &&
      now.getTime() - lastArticleAt.getTime() > silentAfter &&
      'its active sources brought no article for three days',
    silent.length > 0 && `rules of its scraper do not match: ${silent.map(({ field }) => field).join(', ')}`,
  ].filter((silence) => silence !== false);
  const why = [...troubles, ...silences];
  if (troubles.length > 0) return { state: 'failing', why };
  if (silences.length > 0) return { state: 'silent', why };
  return counted === 0 && lastArticleAt === null
    ? { state: 'unvisited', why: ['nothing was visited yet'] }
    : { state: 'ok', why };
}
