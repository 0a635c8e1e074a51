import { CommandError, exitCodes } from '../errors.ts';
import type { CorrectablePage } from './correctable-page.ts';
import { saveFixture } from './fixture-file.ts';
import type { LearningPorts } from './learn-site.ts';
import { scoreReading } from './score-reading.ts';

/** Writes a corrected page as a fixture. @returns the files @throws CommandError (nothing found) where the page is not corrected */
export async function writeFixture(
  io: LearningPorts,
  { snapshot, stored, live, url }: CorrectablePage,
  folder: string,
): Promise<readonly string[]> {
  if (stored === null)
    throw new CommandError(
      exitCodes.nothingFound,
      `${url} is not corrected yet: say what is right with --body, --title, --date or --authors.`,
    );
  const { correction: expected } = stored;
  const { body, fields } = await scoreReading(io.reader, snapshot, { expected, learned: live });
  return await saveFixture(folder, {
    snapshot,
    expected,
    score: { body, fields },
    isLearned: live !== null,
    failure: null,
  });
}
