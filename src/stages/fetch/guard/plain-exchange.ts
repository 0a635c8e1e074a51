import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Authority } from './authority.ts';
import { asTrouble, EgressTrouble, type TroubleKind, troubleAnswer } from './egress-trouble.ts';
import { type PlainForward, passedBack, statusOf } from './plain-forward.ts';

export interface ExchangeParts {
  readonly forward: PlainForward;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly target: Authority;
  /** Whose fault an error is that doesn't say it itself. */
  readonly blame: readonly [kind: TroubleKind, what: string];
  readonly onResult: (target: Authority, trouble: EgressTrouble | null) => void;
}

/** One plain request and its answer. */
export class PlainExchange {
  readonly #parts: ExchangeParts;
  #outgoing: ClientRequest | null = null;
  #answer: IncomingMessage | null = null;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    parts.response.once('close', () => this.#outgoing?.destroy());
  }

  /** Sends the request on; how it ends goes to the client and to `onResult`. */
  async run(isRepeated = false): Promise<void> {
    const { forward, incoming, response, url, target } = this.#parts;
    try {
      const outgoing = await forward.start(incoming, url, target);
      this.#outgoing = outgoing;
      outgoing.once('response', (answer) => this.#answered(answer));
      outgoing.once('upgrade', (_answer, socket) => {
        socket.destroy();
        this.#fail(new Error('switches to a protocol that nobody asked for'));
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

  /** RFC 9112, 9.3.1: the server closed a kept connection in the moment in which it was used again; browsers repeat such a request, too. */
  #wasStale({ reusedSocket }: ClientRequest): boolean {
    const { incoming, response } = this.#parts;
    const isRepeatable = incoming.method === 'GET' || incoming.method === 'HEAD';
    return reusedSocket && isRepeatable && !response.headersSent && !response.destroyed;
  }

  #answered(answer: IncomingMessage): void {
    const { forward, response, target, onResult } = this.#parts;
    this.#answer = answer;
    answer.once('error', (error) => this.#fail(error));
    const trouble = forward.troubleIn(answer, target);
    if (trouble !== null) {
      answer.destroy();
      this.#fail(trouble);
      return;
    }
    onResult(target, null);
    response.writeHead(...statusOf(answer), passedBack(answer));
    pipeline(answer, response, () => {}); // both ends are destroyed; what the client saw is a cut body
  }

  #fail(error: unknown): void {
    const { response, target, blame, onResult } = this.#parts;
    if (this.#answer?.complete && !(error instanceof EgressTrouble)) return; // what a server sends after its answer is nobody's
    const trouble = asTrouble(error, ...blame);
    onResult(target, trouble);
    if (response.headersSent) return void response.destroy();
    const { status, name, value } = troubleAnswer(trouble);
    response.writeHead(status, { [name]: value, 'content-type': 'text/plain' }).end(trouble.message);
  }
}
