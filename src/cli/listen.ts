import type { FastifyInstance } from 'fastify';
import { CommandError, exitCodes } from '../errors.ts';

/** @returns the address @throws CommandError (configuration) that says what to do */
export async function listen(
  server: FastifyInstance,
  { httpHost, httpPort }: { readonly httpHost: string; readonly httpPort: number },
): Promise<string> {
  try {
    return await server.listen({ host: httpHost, port: httpPort });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice =
      code === 'EADDRINUSE'
        ? 'The port is in use: choose another one with --port or NEWSHAWK_HTTP_PORT.'
        : 'Choose an address of this machine with --host, and a port that you are allowed to use.';
    throw new CommandError(exitCodes.configuration, `Can't listen on ${httpHost}:${httpPort} (${code}). ${advice}`, {
      cause: error,
    });
  }
}
