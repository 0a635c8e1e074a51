import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';

/** Why a line is no message. */
interface Refusal {
  readonly code: number;
  readonly message: string;
  /** Null: the line names none that can be read. */
  readonly id: RequestId | null;
}

/**
 * Messages of one client, each a line of JSON. The SDK's own transport passes over lines that are no messages, so that their sender waits for ever, and ends with the
 * first line that is too long: here both are answered as JSON-RPC says, and the connection goes on.
 */
export class LineTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  readonly #write: (text: string) => Promise<void>;
  readonly #maxBytes: number;
  /** Requests without an answer yet. */
  readonly #open = new Set<RequestId>();
  #whenAnswered: () => void = () => {};
  #isClosed = false;

  /** @param maxBytes of a line, for the message about a longer one */
  constructor(write: (text: string) => Promise<void>, maxBytes: number) {
    this.#write = write;
    this.#maxBytes = maxBytes;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('the connection is closed');
    await this.#write(serializeMessage(message));
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#answered(message.id);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  /** Passes a line on, or answers why it is no message. @param line null: it is too long */
  async receive(line: string | null): Promise<void> {
    if (line?.trim() === '') return;
    const read = line === null ? tooLong(this.#maxBytes) : readMessage(line);
    if ('code' in read) return await this.#refuse(read);
    if (isJSONRPCRequest(read)) this.#open.add(read.id);
    else if ('method' in read && read.method === 'notifications/cancelled')
      this.#answered((read.params as { readonly requestId?: RequestId } | undefined)?.requestId);
    this.onmessage?.(read);
  }

  /** Resolves when each request so far has its answer, or is cancelled. */
  async allAnswered(): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#whenAnswered = resolve;
    await promise;
  }

  #answered(id: RequestId | undefined): void {
    if (id !== undefined) this.#open.delete(id);
    if (this.#open.size === 0) this.#whenAnswered();
  }

  async #refuse({ code, message, id }: Refusal): Promise<void> {
    this.onerror?.(new Error(message));
    await this.#write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

const { ParseError: notJson, InvalidRequest: invalid } = ProtocolErrorCode;

const tooLong = (maxBytes: number): Refusal => ({
  code: invalid,
  message: `Invalid request: the line has more than ${maxBytes.toLocaleString('en-US')} bytes, and was left out. Give a tool the address of a page instead of its HTML, or a part of it.`,
  id: null,
});

function readMessage(line: string): JSONRPCMessage | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const why = (error as Error).message;
    return { code: notJson, message: `Parse error: ${why}. Each line is one message in JSON.`, id: null };
  }
  const mistake = mistakeIn(value);
  if (mistake !== null) return { code: invalid, message: `Invalid request: ${mistake}`, id: idOf(value) };
  try {
    return parseJSONRPCMessage(value);
  } catch {
    const message = 'Invalid request: it is neither a request, a notification nor a response of JSON-RPC 2.0.';
    return { code: invalid, message, id: idOf(value) };
  }
}

/** The usual mistakes, each in a sentence. */
function mistakeIn(value: unknown): string | null {
  if (Array.isArray(value))
    return 'MCP has no batches since its version of 2025-06-18: send each message as a line of its own.';
  if (typeof value !== 'object' || value === null) return 'a message is a JSON object.';
  const { jsonrpc, method, params, id } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0') return '"jsonrpc" must be "2.0".';
  if (method !== undefined && typeof method !== 'string') return '"method" must be a text.';
  if (method !== undefined && id !== undefined && idOf(value) === null) return '"id" must be a text or a whole number.';
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params)))
    return '"params" must be an object.';
  return null;
}

function idOf(value: unknown): RequestId | null {
  const { id } = (value ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as RequestId) : null;
}
