import type { HttpClient, Reader } from '../../src/ports.ts';
import type { EgressGuard } from '../../src/stages/fetch/guard/egress-guard.ts';

const unexpected = () => Promise.reject(new Error('this test does not expect that call'));

/** A guard without routes, for browsers and identities that send nothing. */
export const noGuard: EgressGuard = {
  routeFor: unexpected,
  bytesThrough: () => 0,
  closeRoute: async () => {},
  lastError: () => null,
  [Symbol.asyncDispose]: async () => {},
};

/** A client that answers by this function. */
export const httpOf = (fetch: HttpClient['fetch']): HttpClient => ({ fetch, [Symbol.asyncDispose]: async () => {} });

/** A reader that does only what is given. */
export const readerOf = (given: Partial<Reader>): Reader => ({
  read: unexpected,
  findMedia: unexpected,
  weigh: unexpected,
  sampleAnswers: unexpected,
  sampleList: unexpected,
  profile: unexpected,
  blocks: unexpected,
  learn: unexpected,
  readList: unexpected,
  [Symbol.asyncDispose]: async () => {},
  ...given,
});
