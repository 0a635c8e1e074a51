import type { FastifyReply } from 'fastify';

/** The one shape of every error of the API. */
export const problem = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send({ error: { status, message } });
