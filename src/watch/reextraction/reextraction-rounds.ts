import type { StoredArticle } from '../../model/article/article.ts';
import { type Reextraction, type ReextractionSkip, skippedArticles } from '../../model/wrapper/reextraction.ts';
import type { SiteLearning } from '../../model/wrapper/site-learning.ts';
import type { OfflinePorts } from '../../services.ts';
import { liveText } from '../../site/stored-site.ts';
import { type ReextractionResult, reextractArticle } from './reextract-article.ts';

/** Articles per round of a second. Reading one takes 30 to 80 ms of one reader thread (bench:extract): at most a third of it beside the crawl. */
const perRound = 4;
/** Articles per batch at the end of a crawl, which has no other work. */
const perBatch = 25;
/** Articles that the end of a crawl reads again at most, some 20 s: the next run goes on with the others. */
const maxAtEnd = 500;
/** The newest articles of a site that each new wrapper reads again: a site gets one after 480 articles at the latest. */
const maxPerVersion = 1_000;
/** Sites with new wrappers are looked up this often, ms. */
const lookEveryMs = 10_000;
/** Processes follow a new wrapper after 10 s, and pages that they have begun are stored soon after: a run waits this long, ms. */
const settleMs = 30_000;
/** Articles fetched up to this long after the switch may have been read with the wrapper before, ms: the time after which processes follow it. */
const followMs = 10_000;
/** Length of the lease on a site, ms: one process reads its articles again. */
const leaseMs = 60_000;
const neverAborted = new AbortController().signal;

export interface ReextractionRun {
  readonly owner: string;
  /** Null: all. */
  readonly sites: readonly string[] | null;
  /** Whether wrappers are used (NEWSHAWK_LEARN). */
  readonly isOn: boolean;
}

interface Batch {
  readonly limit: number;
  /** Time after the switch to a wrapper before which nothing is read, ms. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the stored articles of sites again after a wrapper went live, from their snapshots, newest first. The progress of each site is in the store: a killed
 * process loses nothing, the next run goes on.
 */
export class ReextractionRounds {
  readonly #io: OfflinePorts;
  readonly #run: ReextractionRun;
  #due: string[] = [];
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(io: OfflinePorts, run: ReextractionRun) {
    this.#io = io;
    this.#run = run;
  }

  /** Reads some articles again. Called once a second during a run. */
  async round(): Promise<void> {
    await this.#readSome({ limit: perRound, waitMs: settleMs, signal: neverAborted });
  }

  /** Reads what is left, at the end of a run whose pages are all stored. @param signal stops it between two articles */
  async finish(signal: AbortSignal): Promise<void> {
    this.#lookedAtMs = Number.NEGATIVE_INFINITY;
    let left = maxAtEnd;
    while (left > 0 && !signal.aborted) {
      const read = await this.#readSome({ limit: Math.min(perBatch, left), waitMs: 0, signal });
      if (read === null) return;
      left -= read;
    }
  }

  /** @returns the number of articles that were looked at; null: nothing is due */
  async #readSome(batch: Batch): Promise<number | null> {
    if (!this.#run.isOn) return null;
    await this.#look();
    for (const site of this.#due) {
      const read = await this.#readSite(site, batch);
      if (read !== null) return read;
    }
    return null;
  }

  /** Finds the sites whose live wrapper has not read all their articles. */
  async #look(): Promise<void> {
    const { store, clock } = this.#io;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#lookedAtMs < lookEveryMs) return;
    this.#lookedAtMs = nowMs;
    const { sites } = this.#run;
    const known = new Map((await store.wrappers.reextractions()).map((one) => [one.site, one]));
    this.#due = (await store.wrappers.briefs()).flatMap(({ site, live }) => {
      if (live === null || (sites !== null && !sites.includes(site))) return [];
      const reextraction = known.get(site);
      return reextraction?.version === live && reextraction.finishedAt !== null ? [] : [site];
    });
  }

  /** @returns null: there is nothing to do, or not yet, or another process does it */
  async #readSite(site: string, { limit, waitMs, signal }: Batch): Promise<number | null> {
    const { store, clock } = this.#io;
    const learning = await store.wrappers.get(site);
    const since = learning?.versions.find(({ version }) => version === learning.live)?.validFrom;
    const wrapper = learning === null ? null : await liveText(store, learning);
    if (learning === null || learning.live === null || wrapper === null || since == null) return this.#forget(site);
    if (clock.now().getTime() - since.getTime() < waitMs) return null;
    const { owner } = this.#run;
    const name = `re-extract ${site}`;
    const taken = await store.leases.take('role', [name], { now: clock.now(), owner, leaseMs });
    if (taken.length === 0) return null;
    const begun = await this.#begun(site, learning.live);
    if (begun.finishedAt !== null) return this.#forget(site);
    const after = begun.after ?? undefined;
    const articles = await store.articles.find({ site, limit, ...(after !== undefined && { after }) });
    let state = begun;
    for (const article of articles) {
      if (signal.aborted) return articles.length;
      const isOlder = article.fetchedAt.getTime() < since.getTime() + followMs;
      const result = isOlder ? await reextractArticle(this.#io, article, { learning, wrapper }) : null;
      state = counted(state, article, result);
      await store.wrappers.saveReextraction(state); // after each one: a killed process repeats at most one
    }
    if (articles.length < limit || lookedAt(state) >= maxPerVersion) {
      await this.#end(learning, state);
      await store.leases.release('role', [{ name, freeAt: clock.now(), note: null }], owner);
    }
    return articles.length;
  }

  #forget(site: string): null {
    this.#due = this.#due.filter((other) => other !== site);
    return null;
  }

  /** The site's progress with this wrapper; from the start where the wrapper is new. */
  async #begun(site: string, version: number): Promise<Reextraction> {
    const { store, clock } = this.#io;
    const stored = await store.wrappers.reextraction(site);
    if (stored?.version === version) return stored;
    const startedAt = clock.now();
    return { site, version, after: null, upToDate: 0, read: 0, changed: 0, skipped: {}, startedAt, finishedAt: null };
  }

  async #end({ site }: SiteLearning, state: Reextraction): Promise<void> {
    const { store, clock, log } = this.#io;
    const beyond = state.after === null ? [] : await store.articles.list({ site, after: state.after, limit: 1 });
    const left =
      beyond.length === 0 ? 0 : Math.max(1, (await store.articles.count({ site })) - state.upToDate - lookedAt(state));
    const skipped = left === 0 ? state.skipped : { ...state.skipped, 'beyond-limit': left };
    const ended = { ...state, skipped, finishedAt: clock.now() };
    await store.wrappers.saveReextraction(ended);
    this.#forget(site);
    const { version, read, changed } = ended;
    log.info('wrapper.reextracted', { site, version, read, changed, skipped: skippedArticles(ended), why: skipped });
  }
}

const lookedAt = (state: Reextraction): number => state.read + skippedArticles(state);

/** @param result null: it was read with the wrapper already */
function counted(
  state: Reextraction,
  { id, updatedAt }: StoredArticle,
  result: ReextractionResult | null,
): Reextraction {
  const after = { id, updatedAt };
  if (result === null) return { ...state, after, upToDate: state.upToDate + 1 };
  if (result === 'changed' || result === 'same')
    return { ...state, after, read: state.read + 1, changed: state.changed + (result === 'changed' ? 1 : 0) };
  const skip: ReextractionSkip = result;
  return { ...state, after, skipped: { ...state.skipped, [skip]: (state.skipped[skip] ?? 0) + 1 } };
}
