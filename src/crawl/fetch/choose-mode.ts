import type { BrowserAbsence } from '../../model/crawl/browser-health.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { RenderMode, Task } from '../../model/crawl/task.ts';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import { requiredAgreements, requiredSamples } from '../../model/page/page-api.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import type { CrawlPorts } from '../../services.ts';
import {
  type ApiStanding,
  chanceOf,
  type FetchPlan,
  firstChance,
  isReady,
  listsAreSame,
  planFetch,
  planRendered,
} from '../../stages/schedule/fetch-plan.ts';
import { SpreadChances } from '../../stages/schedule/spread-chances.ts';
import type { Store } from '../../storage/port.ts';
import { sourceId } from '../links/targets.ts';
import type { ChosenMode, FetchedTask, KnownOfFormat, ModeChoice, PlannedFetch } from './format-evidence.ts';
import { findFormat, hostAgrees, knownEvidence, namedApisFor } from './format-evidence.ts';
import { stepsFor } from './site-steps.ts';

interface ChoiceRequest extends PlannedFetch {
  /** Number of the visit: each visit of a page has its own chance of a re-check. */
  readonly visit: number;
}

/** How often a page waits for others that are compared or sampled: pages without an article teach nothing, and must not hold the others up for ever. */
const maxWaits = requiredSamples + requiredAgreements + 1;
/** A chance above every share. */
const neverRechecked = 1;

/** Chooses the fetch modes of one process' pages and lists. */
export class ModeChooser {
  readonly #ports: CrawlPorts;
  readonly #comparisons = new RunningComparisons();
  readonly #chances = new SpreadChances();

  constructor(ports: CrawlPorts) {
    this.#ports = ports;
  }

  /** Waits while other pages of an unknown format are compared. Each choice is followed by `release`. */
  async choose({ task, site, visit }: ChoiceRequest): Promise<ModeChoice> {
    const render = configuredMode(task, site);
    if (render !== 'auto') return { ...noFormat, ways: render, reason: `${render}: the configuration says so` };
    const { store, browserHealth, clock } = this.#ports;
    const { host, format } = await findFormat(store.formats, task);
    const named = namedApisFor(task, site);
    const health = browserHealth();
    if (health.state === 'absent') {
      const evidence = await knownEvidence(store.formats, clock.now(), { host, format }, named);
      const { ways, reason } = needsSteps(task, site)
        ? planFor({ task, site }, evidence, neverRechecked, false)
        : await planWithout(health, evidence, task, store.visits);
      return { ...knownOf(evidence), format: null, ways, reason };
    }
    let known = knownOf(null);
    const key = `${host}\n${format}`;
    const { ways, reason } = await this.#comparisons.enter(key, task.url, async () => {
      const evidence = await knownEvidence(store.formats, clock.now(), { host, format }, named);
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
  release({ url }: Task): void {
    this.#comparisons.leave(url);
  }
}

const noFormat = { format: null, api: null, list: null, listsAreSame: false } as const;

const knownOf = (evidence: FormatEvidence | null): KnownOfFormat => ({
  api: evidence?.api ?? null,
  list: evidence?.list ?? null,
  listsAreSame: evidence !== null && listsAreSame(evidence),
});

/** The plan that most pages of a format have now: which ones are compared beside it is decided at their visits. */
export const usualPlan = (
  request: PlannedFetch,
  evidence: FormatEvidence | null,
  own: number,
  agrees: boolean,
): FetchPlan => planFor(request, evidence, isReady(standingOf(request.task, evidence)) ? neverRechecked : own, agrees);

/** The plan for a page of a site whose setting is `auto`, by the evidence of its format. */
function planFor(
  { task, site }: PlannedFetch,
  evidence: FormatEvidence | null,
  chance: number,
  agrees: boolean,
): FetchPlan {
  const api = standingOf(task, evidence);
  return needsSteps(task, site)
    ? planRendered('browser: steps are taken on the page', chance, api)
    : planFetch(evidence, chance, { api, hostAgrees: agrees });
}

const standingOf = ({ kind }: FetchedTask, evidence: FormatEvidence | null): ApiStanding | null =>
  (kind === 'source' ? evidence?.list : evidence?.api) ?? null;

/**
 * The ways while there is no browser: a static fetch, from which no format learns. A page that is known to need a browser gets no static fetch; it waits as
 * `no-browser`.
 */
async function planWithout(
  { why }: BrowserAbsence,
  evidence: FormatEvidence | null,
  task: FetchedTask,
  visits: Store['visits'],
): Promise<ChosenMode> {
  const { ways, reason } = planFetch(evidence, neverRechecked, { api: standingOf(task, evidence) });
  if (ways === 'browser' || ways === 'api') return { ways, reason };
  const [last] = await visits.find({ url: task.url, limit: 1 });
  if (last?.reason === 'no-browser') return { ways: 'browser', reason: 'browser: the last visit needed one' };
  return { ways: 'static-first', reason: `static first: there is no browser now (${why}); ${reason}` };
}

/** As `configuredMode`; a list with steps needs the browser, unless the API behind it is known. */
export function renderModeOf(task: FetchedTask, site: Site): RenderMode {
  const mode = configuredMode(task, site);
  return mode === 'auto' && needsSteps(task, site) ? 'browser' : mode;
}

/** The setting of the source that led to the page, else of its site. */
export function configuredMode(task: FetchedTask, { render, sources }: Site): RenderMode {
  const source = sources.find(({ render, url }) => render !== null && sourceId(canonicalUrl(url)) === task.sourceId);
  return source?.render ?? render;
}

const needsSteps = (task: FetchedTask, site: Site): boolean =>
  task.kind === 'source' && stepsFor(task, site).length > 0;

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
