import type { Site } from '../model/crawl/site.ts';
import type { Snapshot } from '../model/page/snapshot.ts';
import { correctsArticle, correctsData } from '../model/wrapper/correction.ts';
import type { PageBlocks } from '../model/wrapper/page-blocks.ts';
import type { LearningSample, SiteLearning, StoredCorrection } from '../model/wrapper/site-learning.ts';
import type { Teaching } from '../model/wrapper/teaching.ts';
import type { Config } from '../settings/config.ts';
import { askTeacher, type TeacherReply } from '../stages/site-learning/teacher/ask-teacher.ts';
import { differentPages } from '../stages/site-learning/teacher/choose-pages.ts';
import { type DataToLabel, type Lesson, lessonOf } from '../stages/site-learning/teacher/lesson.ts';
import { believedLabels, parseAnswer } from '../stages/site-learning/teacher/read-answer.ts';
import {
  budgetObjection,
  type FailedCall,
  type TeacherBudget,
  teachingOf,
  withCall,
  withFailure,
  withLabels,
} from '../stages/site-learning/teacher/teaching-budget.ts';
import type { LearningPorts } from './learn-site.ts';
import { readStored } from './stored-site.ts';

/** Declarations of a site's scraper. */
export interface DeclaredData {
  readonly data: Site['data'];
  readonly records: Site['records'];
}

interface TeacherPorts extends LearningPorts {
  readonly config: Config;
}

/** The state of a site while it is taught. */
export interface TaughtSite {
  readonly learning: () => SiteLearning;
  /** Keeps what was asked, in the store too. */
  readonly keep: (teaching: Teaching) => Promise<void>;
}

/** Pages that are labelled: an article's layout shows itself in two; a value of own data may be missing on one or wrong. */
const [articlePages, dataPages] = [2, 3] as const;
/** Newest pages among which those are chosen. */
const maxCandidates = 8;
/** Pause after a failure, where the endpoint names none; and the longest. */
const [failurePauseMs, maxPauseMs] = [60_000, 86_400_000] as const;

interface Candidate {
  readonly sample: LearningSample;
  readonly snapshot: Snapshot;
  readonly blocks: PageBlocks;
}

/**
 * Asks a model to label two or three pages of a layout that nobody has corrected; the labels are stored as corrections, from which the site is learned as from a person's. A layout is asked
 * for once: after that no call is made until it drifts. A failure is counted and logged, and never stops the crawl.
 */
export class Teacher {
  readonly #io: TeacherPorts;
  readonly #url: string;

  private constructor(io: TeacherPorts, url: string) {
    this.#io = io;
    this.#url = url;
  }

  /** Null: no endpoint is set. */
  static of(io: TeacherPorts): Teacher | null {
    return io.config.teacherUrl === null ? null : new Teacher(io, io.config.teacherUrl);
  }

  /** Labels pages of a site, as far as its budget goes. @param declared null: it has no scraper */
  async teach(site: TaughtSite, declared: DeclaredData | null): Promise<void> {
    const { store, clock, log } = this.#io;
    const { site: name, drift, drifts, samples } = site.learning();
    const own = leftToLearning(declared);
    const hasOwn = own.fields.length > 0 || own.records.length > 0;
    const corrections = (await store.wrappers.corrections(name)).filter(
      ({ at }) => drift === null || at >= drift.since,
    );
    const needsArticle = samples.some(({ isData }) => isData !== true) && !corrections.some(isOfArticle);
    const needsData = hasOwn && !corrections.some(({ by, correction }) => by === 'person' && correctsData(correction));
    if (!needsArticle && !needsData) return;
    const wanted = needsData ? dataPages : articlePages;
    let teaching = teachingOf(site.learning().teaching, layoutKey(drifts, own), clock.now());
    if (teaching.pages >= wanted) return;
    const others = (await store.wrappers.briefs()).flatMap((one) =>
      one.site === name || one.teaching === undefined ? [] : [one.teaching],
    );
    const taught = new Set(corrections.map(({ url }) => url));
    const candidates = await this.#candidates(samples.filter(({ url }) => !taught.has(url)));
    for (const candidate of differentPages(candidates, wanted - teaching.pages)) {
      const objection = budgetObjection(teaching, others, this.#budget, clock.now());
      if (objection !== null) {
        log.info('teacher.not-asked', { site: name, detail: objection });
        return;
      }
      teaching = withCall(teaching);
      await site.keep(teaching); // before the call: a process that ends meanwhile has spent it
      teaching = await this.#label(name, candidate, own, teaching);
      await site.keep(teaching);
    }
  }

  get #budget(): TeacherBudget {
    const { teacherCallsPerLayout, teacherCallsPerDay, teacherTokensPerSite, teacherTokensPerDay } = this.#io.config;
    return {
      callsPerLayout: teacherCallsPerLayout,
      callsPerDay: teacherCallsPerDay,
      tokensPerSite: teacherTokensPerSite,
      tokensPerDay: teacherTokensPerDay,
    };
  }

  /** The newest pages that are still stored. */
  async #candidates(samples: readonly LearningSample[]): Promise<Candidate[]> {
    const { reader } = this.#io;
    const candidates: Candidate[] = [];
    for (const sample of samples.slice(-maxCandidates)) {
      const candidate = await readStored(this.#io, sample, async (snapshot) => {
        const blocks = await reader.blocks({ snapshot, correction: null, learned: null });
        return blocks.blocks.length === 0 ? null : { sample, snapshot, blocks };
      });
      if (candidate !== null) candidates.push(candidate);
    }
    return candidates;
  }

  /** One call, and what came of it. */
  async #label(
    site: string,
    { sample, snapshot, blocks }: Candidate,
    own: DataToLabel,
    teaching: Teaching,
  ): Promise<Teaching> {
    const { store, clock, log } = this.#io;
    const reply = await this.#ask(lessonOf(blocks, own));
    const answer = reply.kind === 'answered' ? parseAnswer(reply.text) : null;
    const failure = failureOf(reply, answer !== null);
    if (answer === null || failure !== null) {
      const call = failure ?? { failure: 'no-json', detail: '', tokens: reply.tokens, pauseMs: failurePauseMs };
      log.warn('teacher.failed', { site, url: sample.url, reason: call.failure, detail: call.detail });
      return withFailure(teaching, call, clock.now());
    }
    const { correction, dropped } = believedLabels(answer, blocks, own, attributesOf(snapshot.html));
    const isEmpty = !correctsArticle(correction) && !correctsData(correction);
    const stored = await store.wrappers.correction(sample.url);
    const isPersons = stored?.by === 'person';
    if (!isEmpty && !isPersons)
      await store.wrappers.saveCorrection({
        site,
        url: sample.url,
        snapshot: sample.snapshot,
        correction,
        by: 'teacher',
        at: clock.now(),
      });
    log.info('teacher.labelled', { site, url: sample.url, tokens: reply.tokens, dropped, isEmpty, isPersons });
    return withLabels(teaching, reply.tokens, dropped);
  }

  #ask(lesson: Lesson): Promise<TeacherReply> {
    const { teacherKey: key, teacherModel: model, teacherTimeoutMs: timeoutMs } = this.#io.config;
    return askTeacher({ url: this.#url, key, model, timeoutMs }, lesson, () => this.#io.clock.now());
  }
}

const isOfArticle = ({ correction }: StoredCorrection): boolean => correctsArticle(correction);

/** Null: there is an answer. */
function failureOf(reply: TeacherReply, isRead: boolean): FailedCall | null {
  if (reply.kind === 'answered')
    return isRead
      ? null
      : {
          failure: 'no-json',
          detail: 'the answer is not the JSON that was asked for',
          tokens: reply.tokens,
          pauseMs: 0,
        };
  const { failure, detail, tokens, retryAfterMs } = reply;
  // what a model writes differs from call to call; an endpoint that fails needs time
  const isOfModel = failure === 'no-json' || failure === 'empty' || failure === 'too-large';
  const pauseMs = isOfModel ? 0 : Math.min(maxPauseMs, retryAfterMs ?? failurePauseMs);
  return { failure, detail, tokens, pauseMs };
}

/** Fields and kinds that the scraper declares without a place. */
export const leftToLearning = (declared: DeclaredData | null): DataToLabel => ({
  fields: declared?.data.fields.filter(({ name }) => (declared.data.rules[name] ?? []).length === 0) ?? [],
  records: (declared?.records ?? []).filter(({ region }) => region === null),
});

/** Another layout, or other own data, is asked for anew. */
const layoutKey = (drifts: number, { fields, records }: DataToLabel): string =>
  [
    drifts,
    ...fields.map(({ name }) => name),
    ...records.map(({ kind, fields: ofKind }) => `${kind}(${ofKind.map(({ name }) => name).join(',')})`),
  ].join(' ');

/** Values of a page's attributes, where values may stand that no reader sees. */
const attributesOf = (html: string): string =>
  [...html.matchAll(/\s[\w:-]+\s*=\s*(?:"([^"<>]{1,500})"|'([^'<>]{1,500})')/g)]
    .map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"'))
    .join(' ');
