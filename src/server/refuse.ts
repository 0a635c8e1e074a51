import type { FastifyReply } from 'fastify';
import { problem } from './answer.ts';

/** An error that the server itself answers, before or instead of a route. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  const { type, body } = problem(status, message);
  return reply
    .code(status)
    .type(type ?? '')
    .send(body);
}
