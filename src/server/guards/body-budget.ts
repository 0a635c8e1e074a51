import type { FastifyRequest } from 'fastify';

/** Bytes of all bodies at once: each takes several times its length while it is read. */
const maxBytes = 128 * 1024 * 1024;
/** Smaller bodies are not counted: the limit of requests holds for them. */
const smallBytes = 256 * 1024;

/** Counts the bytes of the bodies that are being received or answered, before they are read. */
export class BodyBudget {
  #bytes = 0;

  readonly text = `${maxBytes / 1024 / 1024} MB`;

  /** Bytes that the body of a request may have; 0: it is small, or too large for its route, which refuses it. */
  needed({ headers, routeOptions }: FastifyRequest): number {
    const { 'content-length': length, 'transfer-encoding': chunked } = headers;
    if (length === undefined && chunked === undefined) return 0;
    const limit = routeOptions.bodyLimit ?? 0;
    const bytes = length === undefined ? limit : Number(length);
    return bytes <= smallBytes || bytes > limit ? 0 : bytes;
  }

  /** @returns false: there is no room for it now */
  take(bytes: number): boolean {
    if (bytes > 0 && this.#bytes + bytes > maxBytes) return false;
    this.#bytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}
