import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../settings/config.ts';
import { refuse } from '../refuse.ts';

export type RateSettings = Pick<Config, 'httpReadRate' | 'httpWriteRate'>;

/** Wrong tokens a minute from one address. Then it is refused for the rest of the minute, where it has not been let in before. */
const maxWrongTokens = 30;

type Check = ReturnType<FastifyInstance['createRateLimit']>;

/** Counts requests by the minute, in this process. */
export class RateLimits {
  readonly #server: FastifyInstance;
  readonly #settings: RateSettings;
  #checks: { readonly read: Check; readonly write: Check; readonly wrong: Check } | null = null;

  constructor(server: FastifyInstance, settings: RateSettings) {
    this.#server = server;
    this.#settings = settings;
    void server.register(rateLimit, { global: false });
  }

  /** @returns the refusal; null: the request may go on. @param who name of its token, or its address */
  async refuseExcess(request: FastifyRequest, reply: FastifyReply, who: string): Promise<FastifyReply | null> {
    const isRead = readMethods.has(request.method);
    const max = isRead ? this.#settings.httpReadRate : this.#settings.httpWriteRate;
    if (max === 0) return null;
    whoAsks.set(request, who);
    const count = await this.#made()[isRead ? 'read' : 'write'](request);
    if (count.isAllowed) return null;
    reply.headers({
      'ratelimit-limit': count.max,
      'ratelimit-remaining': count.remaining,
      'ratelimit-reset': count.ttlInSeconds,
    });
    if (!count.isExceeded) return null;
    const what = isRead ? 'NEWSHAWK_HTTP_READ_RATE' : 'NEWSHAWK_HTTP_WRITE_RATE';
    return tooMany(reply, count.ttlInSeconds, `More than ${max} requests in a minute (${what}).`);
  }

  /** @param isWrong counts one more @returns the refusal; null: there were not too many wrong tokens from this address */
  async refuseGuesses(request: FastifyRequest, reply: FastifyReply, isWrong: boolean): Promise<FastifyReply | null> {
    whoAsks.set(request, request.ip);
    const count = await this.#made().wrong(request, { increment: isWrong });
    if (count.isAllowed || count.remaining > 0 || (isWrong && !count.isExceeded)) return null;
    return tooMany(reply, count.ttlInSeconds, 'Too many wrong tokens came from this address.');
  }

  /** The plugin is there from the first request on. */
  #made() {
    const { httpReadRate, httpWriteRate } = this.#settings;
    this.#checks ??= {
      read: this.#check(httpReadRate),
      write: this.#check(httpWriteRate),
      wrong: this.#check(maxWrongTokens),
    };
    return this.#checks;
  }

  #check(max: number): Check {
    return this.#server.createRateLimit({
      max,
      timeWindow: '1 minute',
      keyGenerator: (request: FastifyRequest) => whoAsks.get(request) ?? request.ip,
    });
  }
}

export const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const whoAsks = new WeakMap<FastifyRequest, string>();

function tooMany(reply: FastifyReply, seconds: number, message: string): FastifyReply {
  reply.header('retry-after', String(Math.max(1, seconds)));
  return refuse(reply, 429, `${message} Try again after ${Math.max(1, seconds)} s.`);
}
