import type { ApiAnswer, ApiRequest } from './answer.ts';
import type { Route } from './api/route.ts';
import type { Responder } from './responder.ts';

/** Characters of cached answers per thread. */
const maxCachedCharacters = 16 * 1024 * 1024;

/**
 * Caches answers that depend on the store alone, until the store changes. Each request asks the store for its version, so no answer is older than the last write of any
 * process. The least recently used answers are removed first.
 */
export class AnswerCache implements Responder {
  readonly #responder: Responder;
  readonly #storeVersion: () => Promise<string | null>;
  readonly #maxCharacters: number;
  readonly #cached = new Map<string, ApiAnswer>();
  #version: string | null = null;
  #characters = 0;

  constructor(responder: Responder, storeVersion: () => Promise<string | null>, maxCharacters = maxCachedCharacters) {
    this.#responder = responder;
    this.#storeVersion = storeVersion;
    this.#maxCharacters = maxCharacters;
  }

  async answer(route: Route, request: ApiRequest): Promise<ApiAnswer> {
    const version = route.dependsOnStoreOnly === true ? await this.#versionNow() : null;
    if (version === null) return await this.#responder.answer(route, request);
    if (version !== this.#version) this.#forget(version);
    const key = JSON.stringify([route.path, request.params, request.query]);
    const cachedAnswer = this.#cached.get(key);
    if (cachedAnswer !== undefined) {
      this.#cached.delete(key);
      this.#cached.set(key, cachedAnswer);
      return cachedAnswer;
    }
    const answer = await this.#responder.answer(route, request);
    // a write during this call may be in the answer in part; it is stored under the old version, so the next request discards it
    if (version === this.#version) this.#add(key, answer);
    return answer;
  }

  /** Null when the store has no version or can't be reached; in the latter case the request itself reports the error. */
  async #versionNow(): Promise<string | null> {
    try {
      return await this.#storeVersion();
    } catch {
      return null;
    }
  }

  #add(key: string, answer: ApiAnswer): void {
    const size = sizeOf(answer);
    if (answer.status !== 200 || size > this.#maxCharacters / 16 || this.#cached.has(key)) return;
    this.#cached.set(key, answer);
    this.#characters += size;
    for (const [oldest, old] of this.#cached) {
      if (this.#characters <= this.#maxCharacters) break;
      this.#cached.delete(oldest);
      this.#characters -= sizeOf(old);
    }
  }

  #forget(version: string): void {
    this.#cached.clear();
    this.#characters = 0;
    this.#version = version;
  }
}

const sizeOf = ({ body }: ApiAnswer): number => body?.length ?? 0;
