import type { BrowserAbsence } from '../../../model/crawl/browser-health.ts';
import type { Site } from '../../../model/crawl/site.ts';
import type { RenderMode, Task } from '../../../model/crawl/task.ts';
import type { FormatEvidence } from '../../../model/page/format-evidence.ts';
import type { ListApi, ListKnowledge } from '../../../model/page/list-api.ts';
import { apiNamedFor, listApiNamedFor } from '../../../model/page/named-api.ts';
import { type ApiKnowledge, type PageApi, requiredAgreements, requiredSamples } from '../../../model/page/page-api.ts';
import { type CanonicalUrl, canonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Clock } from '../../../ports.ts';
import { addApiFinding, validKnowledge } from '../../../stages/page-api/knowledge.ts';
import { addListFinding } from '../../../stages/page-api/lists/infer-list.ts';
import {
  type ApiStanding,
  addFinding,
  agree,
  chanceOf,
  emptyEvidence,
  type FetchFinding,
  type FetchPlan,
  firstChance,
  isReady,
  listsAreSame,
  planFetch,
  planRendered,
  requiredComparisons,
} from '../../../stages/schedule/fetch-plan.ts';
import { SpreadChances } from '../../../stages/schedule/spread-chances.ts';
import { sourceFormat, type UrlFormats, urlFormats } from '../../../stages/schedule/url-format.ts';
import type { Formats } from '../../../storage/collections/crawl/formats.ts';
import type { Store } from '../../../storage/port.ts';
import { sourceId } from '../../lists/targets.ts';
import type { CrawlPorts } from '../../ports.ts';
import { stepsFor } from './site-steps.ts';

/** How one page is fetched, and why. */
export interface Choice {
  readonly ways: FetchPlan['ways'] | 'static';
  readonly reason: string;
  /** The format that learns from the visit; null: none does. */
  readonly format: UrlFormat | null;
  /** What is known of the API behind the pages; null: nothing. */
  readonly api: ApiKnowledge | null;
  /** Whether lists of the format were the same in both ways, short ones too: then the browser is not asked for more of them. */
  readonly listsAreSame: boolean;
  /** Of a source: what is known of the API behind its list; null: nothing. */
  readonly list: ListKnowledge | null;
}

export interface UrlFormat {
  readonly host: string;
  readonly format: string;
}

export interface ChoiceRequest {
  readonly task: Pick<Task, 'url' | 'kind' | 'sourceId'>;
  readonly site: Pick<Site, 'render' | 'sources' | 'steps' | 'apis' | 'listApis'>;
  /** Number of the visit: each visit of a page has its own chance of a re-check. */
  readonly visit: number;
}

/** Fine formats per host, at most; then pages share a coarse one. Else a host with a new section for each page would be compared for ever. */
const fineFormatsPerHost = 60;
/** Formats per host, at most; then all other pages share one entry. */
const formatsPerHost = 200;

/** How often a page waits for others that are compared or sampled: pages without an article teach nothing, and must not hold the others up for ever. */
const maxWaits = requiredSamples + requiredAgreements + 1;
/** A chance above every share. */
const neverRechecked = 1;

export interface ChooserPorts {
  readonly store: Pick<Store, 'formats' | 'visits'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly browserHealth: CrawlPorts['browserHealth'];
}

/** Chooses ways for the pages of one process. */
export class WayChooser {
  readonly #ports: ChooserPorts;
  readonly #comparisons = new RunningComparisons();
  readonly #chances = new SpreadChances();

  constructor(ports: ChooserPorts) {
    this.#ports = ports;
  }

  /** Waits while other pages of an unknown format are compared. Each choice is followed by `release`. */
  async choose({ task, site, visit }: ChoiceRequest): Promise<Choice> {
    const render = configuredMode(task, site);
    if (render !== 'auto') return { ...noFormat, ways: render, reason: `${render}: the configuration says so` };
    const { store, browserHealth } = this.#ports;
    const { host, format } = await findFormat(store.formats, task);
    const named = namedApisFor(task, site);
    const health = browserHealth();
    if (health.state === 'absent') {
      const evidence = await knownEvidence(this.#ports, { host, format }, named);
      const { ways, reason } = needsSteps(task, site)
        ? planFor({ task, site }, evidence, neverRechecked, false)
        : await planWithout(health, evidence, task, store.visits);
      return { ...knownOf(evidence), format: null, ways, reason };
    }
    let known = knownOf(null);
    const key = `${host}\n${format}`;
    const { ways, reason } = await this.#comparisons.enter(key, task.url, async () => {
      const evidence = await knownEvidence(this.#ports, { host, format }, named);
      known = knownOf(evidence);
      const own = chanceOf(task.url, visit);
      const chance = this.#chance(key, standingOf(task, evidence), own);
      return planFor(
        { task, site },
        evidence,
        chance,
        task.kind === 'page' && (await hostAgrees(store.formats, host, evidence)),
      );
    });
    return { ...known, ways, reason, format: { host, format } };
  }

  /** @param own of the visit: spread evenly over the visits of a ready API */
  #chance(key: string, api: ApiStanding | null, own: number): number {
    return isReady(api) ? this.#chances.next(key, firstChance(api, own, this.#ports.clock.now())) : own;
  }

  /** The visit is committed, or failed: pages that wait for its comparison look again. */
  release({ url }: Pick<Task, 'url'>): void {
    this.#comparisons.leave(url);
  }
}

const noFormat = { format: null, api: null, list: null, listsAreSame: false } as const;

const knownOf = (evidence: FormatEvidence | null): Pick<Choice, 'api' | 'list' | 'listsAreSame'> => ({
  api: evidence?.api ?? null,
  list: evidence?.list ?? null,
  listsAreSame: evidence !== null && listsAreSame(evidence),
});

/** The plan that most pages of a format have now: which ones are compared beside it is decided at their visits. */
export const usualPlan = (
  request: Pick<ChoiceRequest, 'task' | 'site'>,
  evidence: FormatEvidence | null,
  own: number,
  agrees: boolean,
): FetchPlan => planFor(request, evidence, isReady(standingOf(request.task, evidence)) ? neverRechecked : own, agrees);

/** Whether the formats of a host agree. Asked only where a format is not known by itself. */
export const hostAgrees = async (
  formats: Pick<Formats, 'ofHost'>,
  host: string,
  evidence: FormatEvidence | null,
): Promise<boolean> => (evidence?.compared ?? 0) < requiredComparisons && agree(await formats.ofHost(host));

/** The plan for a page of a site whose setting is `auto`, by the evidence of its format. */
function planFor(
  { task, site }: Pick<ChoiceRequest, 'task' | 'site'>,
  evidence: FormatEvidence | null,
  chance: number,
  agrees: boolean,
): FetchPlan {
  const api = standingOf(task, evidence);
  return needsSteps(task, site)
    ? planRendered('browser: steps are taken on the page', chance, api)
    : planFetch(evidence, chance, { api, hostAgrees: agrees });
}

const standingOf = ({ kind }: Pick<Task, 'kind'>, evidence: FormatEvidence | null): ApiStanding | null =>
  (kind === 'source' ? evidence?.list : evidence?.api) ?? null;

/** The APIs that a scraper names for a page or a source; null: none. */
export interface NamedApis {
  readonly api: PageApi | null;
  readonly list: ListApi | null;
}

export const namedApisFor = (
  { url, kind }: Pick<Task, 'url' | 'kind'>,
  { apis, listApis }: Pick<Site, 'apis' | 'listApis'>,
): NamedApis => ({
  api: kind === 'page' ? apiNamedFor(apis, url) : null,
  list: kind === 'source' ? listApiNamedFor(listApis, url) : null,
});

/** The evidence of a format that counts now. @param named by the scraper */
export async function knownEvidence(
  { store, clock }: Pick<ChooserPorts, 'clock'> & { readonly store: Pick<Store, 'formats'> },
  format: UrlFormat,
  named: NamedApis,
): Promise<FormatEvidence | null> {
  const now = clock.now();
  const stored = await store.formats.get(format.host, format.format);
  const api = validKnowledge(stored?.api ?? null, now, named.api);
  const list = validKnowledge(stored?.list ?? null, now, named.list);
  return stored === null && api === null && list === null
    ? null
    : { ...(stored ?? emptyEvidence(format, now)), api, list };
}

/** The evidence of the choice's format with what the visit found; null: there is nothing to write. Call it right before the commit, one page at a time. */
export async function evidenceAfter(
  { store, clock }: Pick<ChooserPorts, 'store' | 'clock'>,
  { format, api, list }: Choice,
  finding: FetchFinding,
): Promise<FormatEvidence | null> {
  if (format === null) return null;
  const now = clock.now();
  const before = await store.formats.get(format.host, format.format);
  const after = addFinding(before, format, finding, now);
  if (finding.api === undefined && finding.list === undefined) return after;
  const base = after ?? before ?? emptyEvidence(format, now);
  const named = <Api>(knowledge: { readonly isNamed?: boolean; readonly api: Api } | null) =>
    knowledge?.isNamed === true ? knowledge.api : null;
  return {
    ...base,
    ...(finding.api === undefined ? {} : { api: addApiFinding(base.api ?? null, finding.api, now, named(api)) }),
    ...(finding.list === undefined ? {} : { list: addListFinding(base.list ?? null, finding.list, now, named(list)) }),
  };
}

/**
 * The ways while there is no browser: a static fetch, from which no format learns. A page that is known to need a browser gets no static fetch; it waits as
 * `no-browser`.
 */
async function planWithout(
  { why }: BrowserAbsence,
  evidence: FormatEvidence | null,
  task: Pick<Task, 'url' | 'kind'>,
  visits: Store['visits'],
): Promise<Pick<Choice, 'ways' | 'reason'>> {
  const { ways, reason } = planFetch(evidence, neverRechecked, { api: standingOf(task, evidence) });
  if (ways === 'browser' || ways === 'api') return { ways, reason };
  const [last] = await visits.find({ url: task.url, limit: 1 });
  if (last?.reason === 'no-browser') return { ways: 'browser', reason: 'browser: the last visit needed one' };
  return { ways: 'static-first', reason: `static first: there is no browser now (${why}); ${reason}` };
}

/** As `configuredMode`; a list with steps needs the browser, unless the API behind it is known. */
export function renderModeOf(task: ChoiceRequest['task'], site: ChoiceRequest['site']): RenderMode {
  const mode = configuredMode(task, site);
  return mode === 'auto' && needsSteps(task, site) ? 'browser' : mode;
}

/** The setting of the source that led to the page, else of its site. */
export function configuredMode(task: ChoiceRequest['task'], { render, sources }: ChoiceRequest['site']): RenderMode {
  const source = sources.find(({ render, url }) => render !== null && sourceId(canonicalUrl(url)) === task.sourceId);
  return source?.render ?? render;
}

const needsSteps = (task: ChoiceRequest['task'], site: ChoiceRequest['site']): boolean =>
  task.kind === 'source' && stepsFor(task, site).length > 0;

/** The format that keeps a page's evidence: the fine one while the host has few formats. */
export async function findFormat(
  formats: Pick<Formats, 'get' | 'count'>,
  { url, kind }: { readonly url: CanonicalUrl; readonly kind: Task['kind'] },
): Promise<UrlFormat & { readonly evidence: FormatEvidence | null }> {
  const { host, fine, coarse }: UrlFormats = kind === 'source' ? sourceFormat(url) : urlFormats(url);
  const evidence = await formats.get(host, fine);
  if (evidence !== null) return { host, format: fine, evidence };
  const count = await formats.count(host);
  const format = count < fineFormatsPerHost ? fine : count < formatsPerHost ? coarse : '*';
  return { host, format, evidence: format === fine ? null : await formats.get(host, format) };
}

/** Pages whose comparison is under way, by format. */
class RunningComparisons {
  readonly #running = new Map<string, Map<string, PromiseWithResolvers<void>>>();

  /**
   * Plans a page, and enters it if it is to be compared or sampled. While enough pages of the format are, it waits for their findings, at most `maxWaits` times.
   */
  async enter(key: string, url: string, planNow: () => Promise<FetchPlan>): Promise<FetchPlan> {
    for (let waits = 0; ; waits++) {
      const plan = await planNow();
      const others = this.#running.get(key) ?? new Map();
      const mustWait = others.size >= (plan.comparisonsMissing ?? Number.POSITIVE_INFINITY) && waits < maxWaits;
      if (!mustWait) {
        // no await between the check and the entry: two pages can't take the same place
        if (plan.ways === 'both' || plan.comparisonsMissing !== null)
          this.#running.set(key, others.set(url, Promise.withResolvers<void>()));
        return plan;
      }
      await Promise.race([...others.values()].map(({ promise }) => promise));
    }
  }

  leave(url: string): void {
    for (const [key, running] of this.#running) {
      running.get(url)?.resolve();
      if (running.delete(url) && running.size === 0) this.#running.delete(key);
    }
  }
}
