import PQueue from 'p-queue';
import type { WebhookEvent } from '../model/publish/webhook.ts';
import type { LearnedWrapper, WrapperEvidence } from '../model/wrapper/learned-wrapper.ts';
import type { LayoutDrift, SiteLearning } from '../model/wrapper/site-learning.ts';
import type { Teaching } from '../model/wrapper/teaching.ts';
import type { Log, WrapperText } from '../ports.ts';
import {
  afterLearning,
  isLearningDue,
  newLearning,
  noteArticle,
  oldestKept,
  type PageSample,
  resultOf,
} from '../stages/site-learning/learning-state.ts';
import { driftEvent, healedEvent } from './layout-events.ts';
import { type LearningPorts, learnSite } from './learn-site.ts';
import { ownDataEvidence, ownDataNames } from './own-data-evidence.ts';
import type { DeclaredData, Teacher } from './teacher.ts';

/** An article of the crawl, or a page that should have been one. */
export interface ArticleToLearn {
  readonly site: string;
  readonly sample: PageSample;
  readonly isArticle: boolean;
  readonly format: string;
  readonly evidence: WrapperEvidence | null;
  /** Own data that the page's scraper declares. Absent: none. */
  readonly declared?: DeclaredData;
  /** Learned fields and kinds of own data that have a value on the page. Absent: none was looked for. */
  readonly filled?: ReadonlySet<string>;
  /** Of the page's visit. Default: the run's. */
  readonly log?: Log;
}

/** A change of a site's layout that this run noticed. */
export interface NoticedDrift extends LayoutDrift {
  readonly site: string;
}

interface KnownSite {
  learning: SiteLearning;
  live: LiveWrapper | null;
  /** Of the stored record, when this process last read or wrote it. */
  marks: string;
  /** When the record was read from the store, monotonic ms. */
  readAtMs: number;
  /** Articles since the record was written. */
  unsaved: number;
  isLearning: boolean;
  declared: DeclaredData | null;
}

/** Kept as text: the parsed wrapper takes several times the memory, and only threads need it. */
interface LiveWrapper {
  readonly version: number;
  readonly formats: readonly string[];
  /** Names of its own data where it knows nothing else; else null. */
  readonly ownNames: readonly string[] | null;
  readonly text: WrapperText;
}

/** After this time another process's wrappers, and a person's choice, are looked up again, ms. */
const refreshMs = 10_000;
/** Sites whose records and wrappers are in memory: some 100 KB each. */
const maxSites = 500;
/** Articles after which the record of a site is written: a killed process forgets at most this many. */
const saveEvery = 5;

/**
 * Learns the sites of a crawl while it runs: collects articles, learns wrappers in a worker thread when enough have come, and notices when a layout changes. One site
 * learns at a time. A failure is logged, and the site tries again later: the crawl goes on with the generic extractor.
 */
export class SiteLearner implements AsyncDisposable {
  readonly #io: LearningPorts;
  readonly #isOn: boolean;
  readonly #teacher: Teacher | null;
  readonly #announce: (event: WebhookEvent) => Promise<void>;
  readonly #sites = new Map<string, Promise<KnownSite>>();
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #drifts: NoticedDrift[] = [];

  /** @param teacher null: none is asked @param announce tells receivers of webhooks */
  constructor(
    io: LearningPorts,
    isOn: boolean,
    teacher: Teacher | null = null,
    announce: (event: WebhookEvent) => Promise<void> = async () => {},
  ) {
    this.#io = io;
    this.#isOn = isOn;
    this.#teacher = teacher;
    this.#announce = announce;
  }

  /** What this run has noticed. */
  get drifts(): readonly NoticedDrift[] {
    return this.#drifts;
  }

  /** The wrapper in use for a site; null: none. */
  async wrapperFor(site: string): Promise<WrapperText | null> {
    if (!this.#isOn) return null;
    const known = await this.#siteOf(site);
    return known.live?.text ?? null;
  }

  /** Notes an article that was read. Learning goes on in the background. */
  async note(article: ArticleToLearn): Promise<void> {
    const { site, sample, isArticle, format, declared } = article;
    if (!this.#isOn) return;
    const known = await this.#siteOf(site);
    const knownFormats = known.live?.formats ?? [];
    const evidence = article.evidence ?? ownDataEvidence(known.live, article);
    known.declared = declared ?? known.declared;
    const { learning, hasDrifted } = noteArticle(known.learning, { sample, isArticle, format, evidence, knownFormats });
    known.learning = learning;
    known.unsaved += 1;
    if (hasDrifted && learning.drift !== null) {
      this.#drifts.push({ ...learning.drift, site });
      const log = article.log ?? this.#io.log;
      log.warn('wrapper.drift', { site, version: learning.drift.version, url: learning.drift.url });
      if (!learning.isPinned) known.live = null;
      // before the record is written: a killed process notices the change again, under the same id
      await this.#tell(driftEvent(learning));
    }
    if (hasDrifted || known.unsaved >= saveEvery) await this.#save(known);
    if (!known.isLearning && isLearningDue(learning)) {
      known.isLearning = true;
      void this.#queue.add(() => this.#learn(known));
    }
  }

  async #learn(known: KnownSite): Promise<void> {
    const { store, log, clock } = this.#io;
    const { site } = known.learning;
    try {
      await this.#teacher?.teach(
        { learning: () => known.learning, keep: (teaching) => this.#keepTeaching(known, teaching) },
        known.declared,
      );
      const before = known.learning;
      const { judged, profiles } = await learnSite(this.#io, before, known.live?.text ?? null);
      await this.#adopt(known);
      // it was learned without what a person has corrected meanwhile, or from the former layout: the next article begins anew
      if (marksOf(known.learning) !== marksOf(before)) return;
      if (judged !== null) await store.wrappers.saveContent(before.nextVersion, judged.wrapper);
      // articles that came meanwhile stay noted
      known.learning = afterLearning(known.learning, resultOf(judged), clock.now());
      if (judged?.verdict.isAccepted && known.learning.live === before.nextVersion)
        known.live = liveOf(before.nextVersion, judged.wrapper);
      await this.#tell(healedEvent(known.learning));
      await this.#save(known);
      await store.wrappers.deleteContents(site, oldestKept(known.learning));
      log.info(judged?.verdict.isAccepted ? 'wrapper.live' : 'wrapper.refused', {
        site,
        pages: profiles.length,
        version: before.nextVersion,
        detail: judged?.verdict.reason ?? 'too few different articles',
      });
    } catch (error) {
      known.learning = { ...known.learning, pagesSince: 0 };
      log.error('wrapper.failed', { site, error: String(error) });
    } finally {
      known.isLearning = false;
    }
  }

  async #tell(event: WebhookEvent | null): Promise<void> {
    if (event !== null) await this.#announce(event);
  }

  async #keepTeaching(known: KnownSite, teaching: Teaching): Promise<void> {
    known.learning = { ...known.learning, teaching };
    await this.#save(known);
  }

  /** Writes the record, with what another process has decided meanwhile. */
  async #save(known: KnownSite): Promise<void> {
    await this.#adopt(known);
    known.unsaved = 0;
    await this.#io.store.wrappers.save(known.learning);
    known.marks = marksOf(known.learning);
  }

  /** Takes over the versions of the stored record where another process has changed them. */
  async #adopt(known: KnownSite): Promise<void> {
    const stored = await this.#io.store.wrappers.get(known.learning.site);
    if (stored === null || marksOf(stored) === known.marks) return;
    const { live, isPinned, versions, nextVersion, drift, drifts } = stored;
    known.learning = { ...known.learning, live, isPinned, versions, nextVersion, drift, drifts, recent: {} };
    known.live = await this.#liveIn(known.learning);
    known.marks = marksOf(stored);
  }

  /** A site's record, read again from time to time: a person may switch or pin a version while the crawl runs. */
  async #siteOf(site: string): Promise<KnownSite> {
    const reading = this.#sites.get(site) ?? this.#load(site);
    // the site that was used last is the last of the map
    this.#sites.delete(site);
    this.#sites.set(site, reading);
    if (this.#sites.size > maxSites) await this.#forgetOldest();
    const known = await reading;
    const nowMs = this.#io.clock.monotonicMs();
    if (nowMs - known.readAtMs < refreshMs || known.isLearning) return known;
    known.readAtMs = nowMs;
    await this.#adopt(known);
    return known;
  }

  /** Forgets the site that was not used for longest; its record is in the store. */
  async #forgetOldest(): Promise<void> {
    const [oldest] = this.#sites;
    if (oldest === undefined) return;
    const [site, reading] = oldest;
    const known = await reading;
    if (known.isLearning) return;
    this.#sites.delete(site);
    if (known.unsaved > 0) await this.#save(known);
  }

  async #load(site: string): Promise<KnownSite> {
    const { store, clock } = this.#io;
    const learning = (await store.wrappers.get(site)) ?? newLearning(site, clock.now());
    const live = await this.#liveIn(learning);
    const marks = marksOf(learning);
    return { learning, live, marks, readAtMs: clock.monotonicMs(), unsaved: 0, isLearning: false, declared: null };
  }

  async #liveIn({ site, live }: SiteLearning): Promise<LiveWrapper | null> {
    if (live === null) return null;
    const wrapper = await this.#io.store.wrappers.content(site, live);
    return wrapper === null ? null : liveOf(live, wrapper);
  }

  /** Waits for what is being learned. */
  async idle(): Promise<void> {
    await this.#queue.onIdle();
  }

  /** Waits for what is being learned, and writes what is noted. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.idle();
    for (const reading of this.#sites.values()) {
      const known = await reading;
      if (known.unsaved > 0) await this.#save(known);
    }
  }
}

/** What another process may change: the versions, and which one is in use. */
const marksOf = ({ live, isPinned, nextVersion, drifts }: SiteLearning): string =>
  [live, isPinned, nextVersion, drifts].join(' ');

const liveOf = (version: number, wrapper: LearnedWrapper): LiveWrapper => ({
  version,
  formats: Object.keys(wrapper.formats),
  ownNames: ownDataNames(wrapper),
  text: { key: `${wrapper.site} ${version}`, json: JSON.stringify(wrapper) },
});
