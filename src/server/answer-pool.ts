import type { AppCopy } from '../app-copy.ts';
import type { Clock, Log } from '../ports.ts';
import { type ApiAnswer, type ApiRequest, problem } from './answer.ts';
import { AnswerThread, type Question } from './answer-thread.ts';
import { methodOf, type Route } from './api/route.ts';
import type { Responder } from './responder.ts';

interface AnswerPoolOptions {
  readonly copy: AppCopy;
  readonly routes: readonly Route[];
  readonly threads: number;
  /** Questions per queue that may wait for a thread; further ones are refused. */
  readonly maxWaiting: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Quick questions per thread at once: while it answers one, the next is already in its message queue. */
const maxQuestionsPerThread = 4;
/** ms. A thread whose oldest question takes longer is killed. */
const answerTimeoutMs = 60_000;
/** ms. */
const watchdogIntervalMs = 5_000;
/** Entries of the cache of recent answers. */
const maxCachedAnswers = 200;

/**
 * Answers in worker threads, each with its own store connection, so that the listening thread stays free for `/health` and for refusing. Slow questions
 * (searches) use at most all threads but one, one question per thread: quick questions never wait behind them.
 */
export class AnswerPool implements Responder, AsyncDisposable {
  readonly #options: AnswerPoolOptions;
  readonly #threads: readonly AnswerThread[];
  readonly #quick: Question[] = [];
  readonly #slow: Question[] = [];
  readonly #cache = new Map<string, { readonly untilMs: number; readonly answer: Promise<ApiAnswer> }>();
  readonly #watchdog: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: AnswerPoolOptions) {
    this.#options = options;
    const onDeath = ({ message }: Error) => options.log.error('server.thread-died', { message });
    const onRefusal = ({ message }: Error) => options.log.error('server.failed', { kind: 'bug', message });
    this.#threads = Array.from(
      { length: options.threads },
      () => new AnswerThread(options.copy, options.clock, { onFree: () => this.#dispatch(), onDeath, onRefusal }),
    );
    for (const thread of this.#threads) thread.start();
    this.#watchdog = setInterval(() => this.#killStuckThreads(), watchdogIntervalMs).unref();
  }

  async answer(route: Route, request: ApiRequest): Promise<ApiAnswer> {
    if (methodOf(route.method, route.body) !== 'GET') {
      // cached answers may be older than this change
      const answer = await this.#ask(route, request);
      this.#cache.clear();
      return answer;
    }
    const { maxAgeMs } = route;
    if (maxAgeMs === undefined) return await this.#ask(route, request);
    const key = JSON.stringify([route.path, request]);
    const now = this.#options.clock.monotonicMs();
    const cached = this.#cache.get(key);
    if (cached !== undefined && now < cached.untilMs) return await cached.answer;
    const answer = this.#ask(route, request);
    if (this.#cache.size >= maxCachedAnswers) this.#cache.clear();
    this.#cache.set(key, { untilMs: now + maxAgeMs, answer });
    if ((await answer).status !== 200) this.#cache.delete(key);
    return await answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watchdog);
    const stopped = problem(503, 'The server is stopping.', { 'retry-after': '5' });
    for (const { answer } of [...this.#quick.splice(0), ...this.#slow.splice(0)]) answer(stopped);
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #ask(route: Route, request: ApiRequest): Promise<ApiAnswer> {
    const { routes, maxWaiting } = this.#options;
    const isSlow = route.isSlow?.(request) === true;
    const queue = isSlow ? this.#slow : this.#quick;
    if (this.#isClosed || queue.length >= maxWaiting)
      return Promise.resolve(problem(503, 'The server is busy.', { 'retry-after': '1' }));
    return new Promise((answer) => {
      queue.push({ route: routes.indexOf(route), request, isSlow, answer });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#quick.length > 0) {
      const free = this.#threads.filter(
        (thread) => !thread.hasSlowQuestion && thread.openQuestions < maxQuestionsPerThread,
      );
      const thread = leastBusy(free);
      if (thread === undefined) break;
      const question = this.#quick.shift();
      if (question !== undefined) thread.ask(question);
    }
    while (this.#slow.length > 0) {
      const busy = this.#threads.filter((thread) => thread.hasSlowQuestion).length;
      if (busy >= Math.max(1, this.#threads.length - 1)) break;
      const thread = leastBusy(this.#threads.filter((thread) => !thread.hasSlowQuestion));
      const question = this.#slow.shift();
      if (thread !== undefined && question !== undefined) thread.ask(question);
    }
  }

  #killStuckThreads(): void {
    for (const thread of this.#threads)
      if (thread.oldestQuestionMs > answerTimeoutMs) {
        this.#options.log.error('server.thread-stuck', { ms: Math.round(thread.oldestQuestionMs) });
        void thread.kill();
      }
  }
}

const leastBusy = (threads: readonly AnswerThread[]): AnswerThread | undefined =>
  threads.reduce<AnswerThread | undefined>(
    (best, thread) => (best === undefined || thread.openQuestions < best.openQuestions ? thread : best),
    undefined,
  );
