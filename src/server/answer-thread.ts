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

/** How long a thread may take to close its store, ms. */
const closeTimeoutMs = 5_000;

export interface Question {
  readonly route: number;
  readonly request: ApiRequest;
  /** No other question goes to a thread that has such a one. */
  readonly isSlow: boolean;
  readonly answer: (answer: ApiAnswer) => void;
}

interface OpenQuestion extends Question {
  readonly sinceMs: number;
}

/** A thread that answers from a store of its own. Where it dies, what it had is answered in words, and the next question starts another. */
export class AnswerThread {
  readonly #copy: AppCopy;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #onFree: () => void;
  readonly #onDeath: (error: Error) => void;
  readonly #open = new Map<number, OpenQuestion>();
  #worker: Worker | null = null;
  #asked = 0;

  constructor(
    copy: AppCopy,
    clock: Pick<Clock, 'monotonicMs'>,
    events: { readonly onFree: () => void; readonly onDeath: (error: Error) => void },
  ) {
    this.#copy = copy;
    this.#clock = clock;
    this.#onFree = events.onFree;
    this.#onDeath = events.onDeath;
  }

  get openQuestions(): number {
    return this.#open.size;
  }

  get hasSlowQuestion(): boolean {
    for (const { isSlow } of this.#open.values()) if (isSlow) return true;
    return false;
  }

  /** How long its oldest question is open. */
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
      this.#giveUp();
      this.#onFree();
    });
    this.#worker = worker;
    return worker;
  }

  ask(question: Question): void {
    this.#asked += 1;
    this.#open.set(this.#asked, { ...question, sinceMs: this.#clock.monotonicMs() });
    const { route, request } = question;
    this.start().postMessage({ id: this.#asked, route, request } satisfies QuestionMessage);
  }

  /** Ends it with all that it works on. */
  async kill(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Lets it close its store. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const ended = once(worker, 'exit');
    worker.postMessage(null satisfies QuestionMessage);
    const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs);
    await ended;
    clearTimeout(timer);
  }

  #giveUp(): void {
    for (const { answer } of this.#open.values())
      answer(problem(503, 'The server was stopped in the middle of this: try again.', { 'retry-after': '1' }));
    this.#open.clear();
  }
}
