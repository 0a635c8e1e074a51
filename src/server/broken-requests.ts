import type { FastifyRequest } from 'fastify';
import { securityHeaders } from './access.ts';
import { problem } from './answer.ts';

/** Status and message by the error code of Node's HTTP parser. */
const refusals: Readonly<Record<string, readonly [status: number, phrase: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The request line and the headers have more than 16 KB together.',
  ],
};
const broken = [400, 'Bad Request', 'This is no request of HTTP/1.1.'] as const;

/** Answers what can't be read as a request, and closes the connection. */
export function refuseBrokenRequest(
  error: Error & { readonly code?: string },
  socket: FastifyRequest['raw']['socket'],
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, phrase, message] = refusals[error.code ?? ''] ?? broken;
  const { type, body } = problem(status, message);
  const headers = {
    ...securityHeaders,
    'content-type': type,
    'content-length': Buffer.byteLength(body ?? ''),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n${body}`);
  socket.destroy(error);
}
