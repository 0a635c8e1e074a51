import { CommandError, exitCodes } from '../errors.ts';
import type { LearnedWrapper } from '../model/wrapper/learned-wrapper.ts';
import type { SiteLearning, WrapperVersion } from '../model/wrapper/site-learning.ts';
import type { Clock } from '../ports.ts';
import { switchTo } from '../stages/site-learning/learning-state.ts';
import type { Store } from '../storage/port.ts';

interface VersionPorts {
  readonly store: Store;
  readonly clock: Clock;
}

/** What is learned of a site. @throws CommandError (nothing found) */
export async function learningOf({ store }: { readonly store: Store }, site: string): Promise<SiteLearning> {
  const learning = await store.wrappers.get(site);
  if (learning !== null) return learning;
  throw new CommandError(
    exitCodes.nothingFound,
    `Nothing is learned of ${site}: \`newshawk wrapper list\` names the sites; \`newshawk crawl ${site}\` reads some of its articles.`,
  );
}

/** A version's contents. @throws CommandError (nothing found) */
export async function versionContent(
  { store }: { readonly store: Store },
  learning: SiteLearning,
  version: number,
): Promise<LearnedWrapper> {
  const content = await store.wrappers.content(learning.site, version);
  if (content !== null) return content;
  const versions = learning.versions.map((one) => one.version).join(', ') || 'none';
  throw new CommandError(exitCodes.nothingFound, `${learning.site} has no wrapper ${version}: there are ${versions}.`);
}

/** Puts an earlier version in use, and keeps it: no other is switched on until `wrapper unpin`. @param version null: the one that was in use before @throws CommandError (nothing found) */
export async function rollBack(io: VersionPorts, site: string, version: number | null): Promise<SiteLearning> {
  const learning = await learningOf(io, site);
  const target = version ?? formerVersion(learning);
  if (target === null)
    throw new CommandError(exitCodes.nothingFound, `${site} has no earlier wrapper that was in use.`);
  await versionContent(io, learning, target);
  return await save(io, { ...switchTo(learning, target, io.clock.now()), isPinned: true });
}

/** Keeps a version in use, whatever is learned. @param version null: the live one @throws CommandError (nothing found) */
export async function pin(io: VersionPorts, site: string, version: number | null): Promise<SiteLearning> {
  const learning = await learningOf(io, site);
  const target = version ?? learning.live;
  if (target === null)
    throw new CommandError(exitCodes.nothingFound, `${site} has no live wrapper: name the version to pin.`);
  await versionContent(io, learning, target);
  const now = io.clock.now();
  return await save(io, { ...(target === learning.live ? learning : switchTo(learning, target, now)), isPinned: true });
}

/** Lets the site learn again. @throws CommandError (nothing found) */
export async function unpin(io: VersionPorts, site: string): Promise<SiteLearning> {
  const learning = await learningOf(io, site);
  return await save(io, { ...learning, isPinned: false, updatedAt: io.clock.now() });
}

async function save({ store }: VersionPorts, learning: SiteLearning): Promise<SiteLearning> {
  await store.wrappers.save(learning);
  return learning;
}

/** The version that was in use before the live one. */
function formerVersion({ versions, live }: SiteLearning): number | null {
  const ended = versions.filter(
    (one): one is WrapperVersion & { validUntil: Date } => one.version !== live && one.validUntil !== null,
  );
  return ended.sort((a, b) => b.validUntil.getTime() - a.validUntil.getTime())[0]?.version ?? null;
}
