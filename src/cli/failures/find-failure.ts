import { CommandError, exitCodes } from '../../errors.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Store } from '../../storage/port.ts';

/** Letters of an id that a person may shorten it to. */
const shortestId = 4;
/** Failures that a message names. */
const maxNamed = 5;

/** The failure that a person names by its id, or by the first letters of it. @throws CommandError (usage) where none, or more than one, is meant */
export async function findFailure({ failures }: Store, id: string): Promise<Failure> {
  const exact = await failures.get(id);
  if (exact !== null) return exact;
  const candidates = id.length >= shortestId ? await failures.beginningWith(id, maxNamed + 1) : [];
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const lines = candidates.slice(0, maxNamed).map((one) => `\n  - ${one.id}: ${one.reason}, ${one.url}`);
  const more = candidates.length > maxNamed ? '\n  - and more' : '';
  throw new CommandError(
    exitCodes.usage,
    only === undefined
      ? `There is no failure "${id}" in the store; an old one may have been removed (docs/retention.md). \`newshawk failures list --all\` lists what is kept.`
      : `The ids of ${candidates.length > maxNamed ? `more than ${maxNamed}` : candidates.length} failures begin with "${id}": write more of it.${lines.join('')}${more}`,
  );
}
