import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Authority } from './authority.ts';
import { asEgressError, EgressError, type EgressErrorKind, errorResponse } from './egress-error.ts';
import { type PlainForward, responseHeaders, statusLine } from './plain-forward.ts';

interface ExchangeParts {
  readonly forward: PlainForward;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly target: Authority;
  /** Kind and subject of an error that is not an EgressError yet. */
  readonly blame: readonly [kind: EgressErrorKind, subject: string];
  /** Called once, when the response begins (null) or the request fails. */
  readonly onResult: (target: Authority, error: EgressError | null) => void;
}

/** One plain http request through the guard, and its response. */
export class PlainExchange {
  readonly #parts: ExchangeParts;
  #outgoing: ClientRequest | null = null;
  #upstreamResponse: IncomingMessage | null = null;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    parts.response.once('close', () => this.#outgoing?.destroy());
  }

  /** Forwards the request. Never rejects: the client and `onResult` get the result. */
  async run(isRepeated = false): Promise<void> {
    const { forward, incoming, response, url, target } = this.#parts;
    try {
      const outgoing = await forward.start(incoming, url, target);
      this.#outgoing = outgoing;
      outgoing.once('response', (upstreamResponse) => this.#forwardResponse(upstreamResponse));
      outgoing.once('upgrade', (_answer, socket) => {
        socket.destroy();
        this.#fail(new Error('switches to a protocol that was not requested'));
      });
      outgoing.once('error', (error) => {
        if (!isRepeated && this.#wasStale(outgoing)) void this.run(true);
        else this.#fail(error);
      });
      if (response.destroyed) outgoing.destroy();
      else if (isRepeated) outgoing.end();
      else incoming.pipe(outgoing);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The server closed a kept connection while it was being reused (RFC 9112, 9.3.1). Browsers repeat such a request too. */
  #wasStale({ reusedSocket }: ClientRequest): boolean {
    const { incoming, response } = this.#parts;
    const isRepeatable = incoming.method === 'GET' || incoming.method === 'HEAD';
    return reusedSocket && isRepeatable && !response.headersSent && !response.destroyed;
  }

  #forwardResponse(upstreamResponse: IncomingMessage): void {
    const { forward, response, target, onResult } = this.#parts;
    this.#upstreamResponse = upstreamResponse;
    upstreamResponse.once('error', (error) => this.#fail(error));
    const proxyError = forward.proxyErrorIn(upstreamResponse, target);
    if (proxyError !== null) {
      upstreamResponse.destroy();
      this.#fail(proxyError);
      return;
    }
    onResult(target, null);
    response.writeHead(...statusLine(upstreamResponse), responseHeaders(upstreamResponse));
    pipeline(upstreamResponse, response, () => {}); // an error destroys both ends: the client sees a truncated body
  }

  #fail(cause: unknown): void {
    const { response, target, blame, onResult } = this.#parts;
    if (this.#upstreamResponse?.complete && !(cause instanceof EgressError)) return; // errors after a complete response do not matter
    const error = asEgressError(cause, ...blame);
    onResult(target, error);
    if (response.headersSent) return void response.destroy();
    const { status, name, value } = errorResponse(error);
    response.writeHead(status, { [name]: value, 'content-type': 'text/plain' }).end(error.message);
  }
}
