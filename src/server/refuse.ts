import type { FastifyReply } from 'fastify';
import { problem } from './answer.ts';

/** Sends an error before or instead of a route's answer. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  const { type, body } = problem(status, message);
  return reply
    .code(status)
    .type(type ?? '')
    .send(body);
}
