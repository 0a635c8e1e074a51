import { configuredMode, renderModeOf, usualPlan } from '../../crawl/fetch/choose-mode.ts';
import {
  type FetchedTask,
  findFormat,
  hostAgrees,
  knownEvidence,
  namedApisFor,
} from '../../crawl/fetch/format-evidence.ts';
import { sourceId } from '../../crawl/links/targets.ts';
import { revisitPlan } from '../../crawl/plans.ts';
import type { StoredArticle } from '../../model/article/article.ts';
import { articleId } from '../../model/article/article-id.ts';
import type { ArticleRevision } from '../../model/article/article-version.ts';
import { type CanonicalRule, canonicalRuleOf } from '../../model/article/cluster.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { OwnRules } from '../../model/crawl/own-rule.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { Subscription } from '../../model/crawl/subscription.ts';
import type { RenderMode, TaskKind } from '../../model/crawl/task.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import type { PageState } from '../../model/page/page-state.ts';
import { type CanonicalUrl, tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { SiteLearning } from '../../model/wrapper/site-learning.ts';
import type { Reader } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import { chanceOf, type FetchPlan } from '../../stages/schedule/fetch-plan.ts';
import { notDue } from '../../stages/schedule/polling.ts';
import { type RevisitForecast, revisitForecast } from '../../stages/schedule/revisits/forecast.ts';
import { tuningPolicy } from '../../stages/schedule/tuning/base-interval.ts';
import { type TuningResult, tuneSource } from '../../stages/schedule/tuning/tune-source.ts';
import type { FrontierRecord } from '../../storage/crawl/frontier-port.ts';
import type { Store } from '../../storage/port.ts';
import { pollEvidence, tuningDays } from '../../watch/tuning/poll-evidence.ts';
import { type ApiSavings, apiSavings } from './explain-api.ts';
import { explainOwnData, type OwnDataExplanation } from './explain-data.ts';
import { type WayToSite, waysToSite } from './explain-proxies.ts';
import { type UrlPatternForecast, urlPatternOf } from './explain-url-pattern.ts';

/** An article's verdict with its reasons, without the text. */
export type ArticleVerdict = Omit<
  StoredArticle,
  'body' | 'bodyHtml' | 'markdown' | 'fingerprint' | 'images' | 'media'
> & {
  readonly mediaItems: number;
  /** Address of the story's canonical article. */
  readonly canonicalAddress: string | null;
  /** The rule that chose it. */
  readonly canonicalBy: CanonicalRule | null;
};

/** How the next fetch will be done, with the evidence for it. */
export interface RenderForecast {
  readonly mode: RenderMode;
  readonly host: string;
  readonly format: string;
  readonly evidence: FormatEvidence | null;
  /** By the API behind the pages; null: there is none. */
  readonly saved: ApiSavings | null;
  readonly next: { readonly ways: FetchPlan['ways'] | 'static'; readonly reason: string };
}

interface SourceExplanation extends Source {
  readonly notDue: ReturnType<typeof notDue>;
  readonly hub: Subscription | null;
  /** What a tuning would make of its polls now. */
  readonly evidence: TuningResult;
}

/** All that the store has about an address. */
export interface Explanation {
  readonly url: CanonicalUrl;
  readonly site: { readonly host: string; readonly name: string; readonly file: string | null };
  /** Results of the scraper's rules on the pages of the site; null: no rule was tried. */
  readonly ownRules: OwnRules | null;
  /** The source at this address, with the reason why it is not due; null: it is no source. */
  readonly source: SourceExplanation | null;
  readonly frontier: FrontierRecord | null;
  readonly page: (PageState & RevisitForecast) | null;
  readonly article: ArticleVerdict | null;
  /** The article's replaced revisions, oldest first. */
  readonly revisions: readonly Pick<ArticleRevision, 'revision' | 'replacedAt' | 'reason' | 'diff'>[];
  /** Null: the site declares no data and no records. */
  readonly ownData: OwnDataExplanation | null;
  readonly render: RenderForecast;
  readonly urlPattern: UrlPatternForecast;
  /** What is learned of the page's site; null: nothing. */
  readonly learning: SiteLearning | null;
  /** Empty where there are no proxies. */
  readonly ways: readonly WayToSite[];
  /** Newest first. */
  readonly visits: readonly Visit[];
  /** The bundle of the last visit; null: it did not fail. */
  readonly failure: Failure | null;
}

interface ExplainPorts {
  readonly store: Store;
  readonly siteOf: (host: string) => Site;
  readonly now: Date;
  /** Opened where the site declares data. */
  readonly reader: () => Promise<Reader>;
  readonly config: Config;
}

/** Whoever reads them may send notices. */
const withoutSecrets = (subscription: Subscription | null): Subscription | null =>
  subscription === null ? null : { ...subscription, token: '…', secret: '…' };

/**
 * Collects all records about an address or a source.
 * @param target an http(s) address, the id of a source, or the host of a scraper
 * @returns null where nothing is known
 */
export async function explain(io: ExplainPorts, target: string, visitCount: number): Promise<Explanation | null> {
  const { store, now } = io;
  const named = await store.sources.get(target);
  const namedSite = named === null ? siteNamed(io, target) : null;
  const url = tryCanonicalUrl(named?.url ?? namedSite?.origin ?? target);
  if (url === null) return null;
  const source = named ?? (await store.sources.get(sourceId(url)));
  const [frontier, page] = [await store.frontier.get(url), await store.pages.get(url)];
  const visits = await store.visits.find({ url, limit: visitCount });
  const site = io.siteOf(frontier?.site ?? source?.site ?? siteKey(url));
  const article = await articleOf(store, url, visits);
  const kind: TaskKind = source === null ? 'page' : 'source';
  const task = { url, kind, sourceId: source?.id ?? frontier?.sourceId ?? null };
  const count = source === null ? (page?.visits ?? 0) : (source.lastPolledAt?.getTime() ?? 0);
  const render = await forecast(store, task, { site, count, kind: source?.kind ?? null, now });
  const ownRules = await store.ownRules.get(site.host);
  const urlPattern = await urlPatternOf(store, site, url);
  const records = [
    source,
    frontier,
    page,
    article,
    render.evidence,
    ownRules,
    urlPattern.pattern,
    namedSite?.file ?? null,
  ];
  const isKnown = records.some((part) => part !== null) || visits.length > 0;
  if (!isKnown) return null;
  const failureId = visits[0]?.failureId ?? null;
  return {
    url,
    site: { host: site.host, name: site.name, file: site.file },
    source:
      source === null
        ? null
        : {
            ...source,
            notDue: notDue(source, now),
            hub: withoutSecrets(await store.subscriptions.ofSource(source.id)),
            evidence: tuneSource(
              source,
              await pollEvidence(store, source, { now, days: tuningDays }),
              tuningPolicy(io.config),
            ),
          },
    ownRules,
    frontier,
    page: page === null ? null : { ...page, ...revisitForecast(page, await revisitPlan(store, io.config)) },
    article,
    ownData: await explainOwnData(io, site, url, visits),
    render,
    urlPattern,
    learning: await store.wrappers.get(siteKey(url)),
    ways: await waysToSite(store, site.host, now),
    visits,
    revisions: article === null ? [] : await revisionsOf(store, article.id),
    failure: failureId === null ? null : await store.failures.get(failureId),
  };
}

/** The site whose scraper host is the target, or null. */
function siteNamed({ siteOf }: ExplainPorts, target: string): Site | null {
  if (!/^[\w.-]+(:\d+)?$/.test(target)) return null;
  const site = siteOf(target.toLowerCase());
  return site.host === target.toLowerCase() ? site : null;
}

/** The verdict on the article of a page. A redirected page is stored under its final address: its visits have the article's id. */
async function articleOf(store: Store, url: CanonicalUrl, visits: readonly Visit[]): Promise<ArticleVerdict | null> {
  const id = visits.find((visit) => visit.articleId !== null)?.articleId ?? articleId(url);
  const stored = await store.articles.get(id);
  if (stored === null) return null;
  const { body, bodyHtml, markdown, fingerprint, images, media, ...verdict } = stored;
  const canonical = stored.canonicalId === stored.id ? stored : await store.articles.get(stored.canonicalId);
  return {
    ...verdict,
    mediaItems: media.length,
    canonicalAddress: canonical?.url ?? null,
    canonicalBy: canonicalRuleOf(await store.articles.members(stored.cluster)),
  };
}

async function revisionsOf(store: Store, id: string): Promise<Explanation['revisions']> {
  const stored = await store.articles.revisions(id);
  return stored.map(({ revision, replacedAt, reason, diff }) => ({ revision, replacedAt, reason, diff }));
}

interface ForecastFor {
  readonly site: Site;
  /** Visits or last poll: the input of `chanceOf`, which selects the re-checked pages. */
  readonly count: number;
  readonly kind: Source['kind'] | null;
  readonly now: Date;
}

async function forecast(
  store: Store,
  task: FetchedTask,
  { site, count, kind, now }: ForecastFor,
): Promise<RenderForecast> {
  const mode = renderModeOf(task, site);
  const { host, format } = await findFormat(store.formats, task);
  const configured = configuredMode(task, site);
  const named = configured === 'auto' ? namedApisFor(task, site) : { api: null, list: null };
  const evidence = await knownEvidence(store.formats, now, { host, format }, named);
  const knowledge = (task.kind === 'source' ? evidence?.list : evidence?.api) ?? null;
  const saved =
    knowledge === null || knowledge.api === null
      ? null
      : await apiSavings(store, { url: task.url, kind: task.kind, format, costs: knowledge.costs, now });
  const base = { mode, host, format, evidence, saved };
  if (kind === 'feed' || kind === 'sitemap') return { ...base, next: { ways: 'static', reason: `a ${kind} is text` } };
  if (configured !== 'auto') return { ...base, next: { ways: configured, reason: 'the configuration says so' } };
  const agrees = task.kind === 'page' && (await hostAgrees(store.formats, host, evidence));
  const { ways, reason } = usualPlan({ task, site }, evidence, chanceOf(task.url, count), agrees);
  return { ...base, next: { ways, reason } };
}
