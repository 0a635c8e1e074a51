import { CommandError, exitCodes } from '../../../errors.ts';
import { problem } from '../../answer.ts';

const statusOf: Readonly<Record<number, number>> = {
  [exitCodes.usage]: 400,
  [exitCodes.nothingFound]: 404,
  [exitCodes.refused]: 409,
};

/** Runs what a command runs, too: a mistake of the request becomes an answer with its status. */
export async function answerCommand(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    const status = error instanceof CommandError ? statusOf[error.exitCode] : undefined;
    if (status === undefined) throw error;
    return problem(status, (error as CommandError).message);
  }
}
