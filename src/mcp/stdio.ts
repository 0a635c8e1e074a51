import { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpApp } from './mcp-app.ts';
import { buildMcpServer } from './server.ts';

export interface StdioPipes {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Writes to the client; waits while it is slow. */
  readonly write: (text: string) => Promise<void>;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** Serves one client over pipes, until it closes its end or `signal` aborts. */
export async function serveOverStdio(app: McpApp, { input, write, signal }: StdioPipes): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stdin = Readable.from(input, { objectMode: false });
  stdin.once('end', end).once('error', (error) => {
    app.log.warn('mcp.input-failed', { message: error.message });
    end();
  });
  const stdout = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      write(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')).then(() => done(), done);
    },
  });
  // A client that closed its pipe is gone.
  stdout.on('error', () => end());
  signal.addEventListener('abort', () => end(), { once: true });
  if (signal.aborted) end();
  const connection = serveStdio(() => buildMcpServer(app), {
    transport: new StdioServerTransport(stdin, stdout),
    onerror: (error) => app.log.warn('mcp.message-failed', { message: error.message }),
  });
  app.log.info('mcp.listening', { transport: 'stdio' });
  await ended;
  await connection.close();
}
