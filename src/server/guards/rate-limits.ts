import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import { refuse } from '../refuse.ts';
import { MinuteCounter } from './minute-counter.ts';

/** Wrong tokens a minute from one address. Then it is refused for the rest of the minute, where it has not been let in before. */
const maxWrongTokens = 30;

/** Counts requests by the minute, in this process. */
export class RateLimits {
  readonly #settings: Config;
  readonly #reads: MinuteCounter;
  readonly #writes: MinuteCounter;
  readonly #wrongTokens: MinuteCounter;

  constructor(settings: Config, clock: Clock) {
    this.#settings = settings;
    const nowMs = () => clock.monotonicMs();
    this.#reads = new MinuteCounter(nowMs);
    this.#writes = new MinuteCounter(nowMs);
    this.#wrongTokens = new MinuteCounter(nowMs);
  }

  /** @returns the refusal; null: the request may go on. @param who name of its token, or its address */
  refuseExcess({ method }: FastifyRequest, reply: FastifyReply, who: string): FastifyReply | null {
    const isRead = readMethods.has(method);
    const max = isRead ? this.#settings.httpReadRate : this.#settings.httpWriteRate;
    if (max === 0) return null;
    const { used, seconds } = (isRead ? this.#reads : this.#writes).add(who);
    reply.header('ratelimit-limit', max);
    reply.header('ratelimit-remaining', Math.max(0, max - used));
    reply.header('ratelimit-reset', seconds);
    if (used <= max) return null;
    const what = isRead ? 'NEWSHAWK_HTTP_READ_RATE' : 'NEWSHAWK_HTTP_WRITE_RATE';
    return tooMany(reply, seconds, `More than ${max} requests in a minute (${what}).`);
  }

  /** @param isWrong counts one more @returns the refusal; null: there were not too many wrong tokens from this address */
  refuseGuesses({ ip }: FastifyRequest, reply: FastifyReply, isWrong: boolean): FastifyReply | null {
    const { used, seconds } = isWrong ? this.#wrongTokens.add(ip) : this.#wrongTokens.look(ip);
    if (isWrong ? used <= maxWrongTokens : used < maxWrongTokens) return null;
    return tooMany(reply, seconds, 'Too many wrong tokens came from this address.');
  }
}

export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

function tooMany(reply: FastifyReply, seconds: number, message: string): FastifyReply {
  reply.header('retry-after', String(Math.max(1, seconds)));
  return refuse(reply, 429, `${message} Try again after ${Math.max(1, seconds)} s.`);
}
