import { setTimeout as pause } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { App } from '../app.ts';
import { maxMessageBytes } from './bounds.ts';
import { LineTransport } from './line-transport.ts';
import { messageLines } from './message-lines.ts';
import { buildMcpServer } from './server.ts';

export interface StdioPipes {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Writes to the client; waits while it is slow. */
  readonly write: (text: string) => Promise<void>;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** ms for the answers of calls that a client has made before it closed its end: shorter than the 2 s after which clients end the process. */
const lastAnswersMs = 1_000;

/** Serves one client over pipes, until it closes its end or `signal` aborts. */
export async function serveOverStdio(app: App, { input, write, signal }: StdioPipes): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => stop(), { once: true });
  if (signal.aborted) stop();
  const transport = new LineTransport(write, maxMessageBytes);
  const connection = serveStdio(() => buildMcpServer(app), {
    transport,
    onerror: (error) => app.log.warn('mcp.message-failed', { message: error.message }),
  });
  app.log.info('mcp.listening', { transport: 'stdio' });
  // A client that closed its pipe is gone: writing fails then, and `signal` aborts.
  const ended = receiveAll(transport, input).catch((error: Error) =>
    app.log.warn('mcp.input-failed', { message: error.message }),
  );
  await Promise.race([ended, stopped]);
  const answered = new AbortController();
  const timeUp = pause(lastAnswersMs, undefined, { signal: answered.signal }).catch(() => {}); // the answers came first
  await Promise.race([transport.allAnswered(), timeUp, stopped]);
  answered.abort();
  await connection.close();
}

async function receiveAll(transport: LineTransport, input: StdioPipes['input']): Promise<void> {
  for await (const line of messageLines(input, maxMessageBytes)) await transport.receive(line);
}
