import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AppCopy } from '../app-copy.ts';
import type { Clock } from '../ports.ts';
import { type ApiAnswer, type ApiRequest, problem } from './answer.ts';
import type { AnswerMessage, QuestionMessage } from './answer-worker.ts';

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './answer-worker.ts' : './answer-worker.js',
  import.meta.url,
);

/** ms. A thread that takes longer to close its store is terminated. */
const closeTimeoutMs = 5_000;

export interface Question {
  readonly route: number;
  readonly request: ApiRequest;
  /** A thread that answers a slow question gets no other question. */
  readonly isSlow: boolean;
  readonly answer: (answer: ApiAnswer) => void;
}

interface AnswerThreadEvents {
  /** It may take another question. */
  readonly onFree: () => void;
  readonly onDeath: (error: Error) => void;
  /** A question can't be sent to it. */
  readonly onRefusal: (error: Error) => void;
}

interface OpenQuestion extends Question {
  readonly sinceMs: number;
}

/** A worker thread that answers from its own store connection. When it dies, its open questions are answered with 503, and the next question starts a new worker. */
export class AnswerThread {
  readonly #copy: AppCopy;
  readonly #clock: Clock;
  readonly #onFree: () => void;
  readonly #onDeath: (error: Error) => void;
  readonly #onRefusal: (error: Error) => void;
  readonly #open = new Map<number, OpenQuestion>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(copy: AppCopy, clock: Clock, events: AnswerThreadEvents) {
    this.#copy = copy;
    this.#clock = clock;
    this.#onFree = events.onFree;
    this.#onDeath = events.onDeath;
    this.#onRefusal = events.onRefusal;
  }

  get openQuestions(): number {
    return this.#open.size;
  }

  get hasSlowQuestion(): boolean {
    for (const { isSlow } of this.#open.values()) if (isSlow) return true;
    return false;
  }

  /** Age of its oldest open question; 0 without one. */
  get oldestQuestionMs(): number {
    const [oldest] = this.#open.values();
    return oldest === undefined ? 0 : this.#clock.monotonicMs() - oldest.sinceMs;
  }

  start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(workerFile, { workerData: this.#copy });
    worker.on('message', ({ id, answer }: AnswerMessage) => {
      const question = this.#open.get(id);
      this.#open.delete(id);
      question?.answer(answer);
      this.#onFree();
    });
    worker.on('error', this.#onDeath);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      this.#failOpenQuestions();
      this.#onFree();
    });
    this.#worker = worker;
    return worker;
  }

  ask(question: Question): void {
    this.#lastId += 1;
    const { route, request } = question;
    this.#open.set(this.#lastId, { ...question, sinceMs: this.#clock.monotonicMs() });
    try {
      this.start().postMessage({ id: this.#lastId, route, request } satisfies QuestionMessage);
    } catch (error) {
      // a value that can't be copied: without an answer the question would stay open, and the thread would count as stuck
      this.#open.delete(this.#lastId);
      this.#onRefusal(error instanceof Error ? error : new Error(String(error)));
      question.answer(problem(500, 'The server failed on this request: its log says more.'));
    }
  }

  /** Terminates the worker; its open questions are answered with 503. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Ends the worker after it has closed its store. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    worker.postMessage(null satisfies QuestionMessage);
    const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs);
    await ended;
    clearTimeout(timer);
  }

  #failOpenQuestions(): void {
    for (const { answer } of this.#open.values())
      answer(
        problem(503, 'The server was interrupted while it answered this request: try again.', { 'retry-after': '1' }),
      );
    this.#open.clear();
  }
}
