import type { Store } from '../storage/port.ts';
import type { ApiAnswer, ApiRequest } from './answer.ts';
import type { Route } from './api/route.ts';
import type { Responder } from './responder.ts';

/** Characters of answers that one thread keeps: what many ask for again is little. */
const maxCachedCharacters = 16 * 1024 * 1024;

/**
 * Keeps answers that the store alone makes, as long as it is as it was: each request asks for its version, so that no answer is older than the last write, whoever
 * wrote. Those that were asked for longest ago go first.
 */
export class AnswerCache implements Responder {
  readonly #answers: Responder;
  readonly #store: () => Promise<Pick<Store, 'version'>>;
  readonly #most: number;
  readonly #kept = new Map<string, ApiAnswer>();
  #version: string | null = null;
  #characters = 0;

  constructor(answers: Responder, store: () => Promise<Pick<Store, 'version'>>, most = maxCachedCharacters) {
    this.#answers = answers;
    this.#store = store;
    this.#most = most;
  }

  async answer(route: Route, request: ApiRequest): Promise<ApiAnswer> {
    const version = route.dependsOnStoreOnly === true ? await this.#versionNow() : null;
    if (version === null) return await this.#answers.answer(route, request);
    if (version !== this.#version) this.#forget(version);
    const key = JSON.stringify([route.path, request.params, request.query]);
    const cachedAnswer = this.#kept.get(key);
    if (cachedAnswer !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, cachedAnswer);
      return cachedAnswer;
    }
    const answer = await this.#answers.answer(route, request);
    // what was written meanwhile may be in it in part: the next question tells, by the version from before
    if (version === this.#version) this.#keep(key, answer);
    return answer;
  }

  /** Null: it can't be told, or the store is away; the question itself says so then. */
  async #versionNow(): Promise<string | null> {
    try {
      return await (await this.#store()).version();
    } catch {
      return null;
    }
  }

  #keep(key: string, answer: ApiAnswer): void {
    const size = sizeOf(answer);
    if (answer.status !== 200 || size > this.#most / 16 || this.#kept.has(key)) return;
    this.#kept.set(key, answer);
    this.#characters += size;
    for (const [oldest, old] of this.#kept) {
      if (this.#characters <= this.#most) break;
      this.#kept.delete(oldest);
      this.#characters -= sizeOf(old);
    }
  }

  #forget(version: string): void {
    this.#kept.clear();
    this.#characters = 0;
    this.#version = version;
  }
}

const sizeOf = ({ body }: ApiAnswer): number => body?.length ?? 0;
