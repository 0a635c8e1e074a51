import { newSource, sourceId } from '../../crawl/links/targets.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import { isActive, type Source } from '../../model/crawl/source.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import { canonicalUrl, tryWebAddress } from '../../model/web/canonical-url.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { Clock } from '../../ports.ts';
import type { SourceDefinition } from '../../settings/definitions/scraper-definition.ts';
import type { SourceFields } from '../../storage/collections/crawl/sources.ts';
import type { Store } from '../../storage/port.ts';
import { type SourceRequest, specOf } from './source-definitions.ts';

export interface SourcePorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Sites with a scraper. */
  readonly sites: readonly Site[];
  readonly siteOf: (host: string) => { readonly host: string };
}

/** What became of a request. */
interface AddedSource {
  readonly source: Source;
  /** False: it was there, and has a new definition; what polling has taught stays. */
  readonly isNew: boolean;
}

/**
 * Adds a source, or gives it a new definition. A source that was discovered belongs to the person from now on, and is polled.
 * @throws CommandError (usage) where the definition is wrong, or a scraper names the source
 */
export async function addSource(io: SourcePorts, request: SourceRequest): Promise<AddedSource> {
  const { store, clock, siteOf } = io;
  const { definition, isPaused, title, folders } = request;
  const spec = specOf(definition);
  const now = clock.now();
  const made = newSource(siteOf(siteKey(spec.url)).host, spec, now);
  const fresh: Source = { ...made, ...(title !== undefined && { title }), ...(folders !== undefined && { folders }) };
  refuseOfScraper(io, fresh, `change it there, at ${fresh.site}`);
  const stored = await store.sources.get(fresh.id);
  await store.sources.define(stored === null && isPaused ? { ...fresh, pausedAt: now } : fresh);
  return { source: (await store.sources.get(fresh.id)) ?? fresh, isNew: stored === null };
}

/**
 * Changes some fields of a source's definition. The others may be changed at the same time, and a source that is removed meanwhile stays removed.
 * @param definition the whole one, as it is wanted
 * @throws CommandError (usage) where the definition is wrong, or a scraper names the source; (nothing found) where it was removed
 */
export async function changeSource(io: SourcePorts, source: Source, definition: SourceDefinition): Promise<Source> {
  const { id, url } = source;
  refuseOfScraper(io, source, `change it there, at ${source.site}`);
  const wanted = newSource(io.siteOf(siteKey(url)).host, specOf(definition), io.clock.now());
  const changed = definedFields.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(source[field]));
  const fields = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
  return (await io.store.sources.redefine(id, { ...fields, enabled: true })) ?? notFound(id);
}

const definedFields = [
  'kind',
  'weight',
  'baseIntervalMs',
  'minFactor',
  'maxFactor',
  'activeWindows',
  'maxDepth',
  'linkSelector',
  'render',
  'steps',
  'namedBy',
] as const satisfies readonly (keyof SourceFields)[];

/** Letters of an id that are enough to name a source, where no other id begins with them. */
const shortestId = 4;

/** The source of an address, an id, or the beginning of one. @throws CommandError (nothing found) */
export async function findSource({ store }: { readonly store: Store }, target: string): Promise<Source> {
  const address = /^https?:/i.test(target) ? tryWebAddress(target) : null;
  const exact = await store.sources.get(address === null ? target : sourceId(address.url));
  if (exact !== null) return exact;
  const isShort = address === null && target.length >= shortestId;
  const candidates = isShort ? (await store.sources.list()).filter(({ id }) => id.startsWith(target)) : [];
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  const why =
    only === undefined
      ? `There is no source "${target}"`
      : `The ids of ${candidates.length} sources begin with "${target}"`;
  throw new CommandError(exitCodes.nothingFound, `${why}: \`newshawk sources list\` shows all, with their ids.`);
}

/** From now on `watch` does not poll it, until it is resumed; a crawl of its site does. A poll that waits ends as skipped. */
export async function pauseSource({ store, clock }: SourcePorts, target: string): Promise<Source> {
  const { id, pausedAt } = await findSource({ store }, target);
  return (await store.sources.pause(id, pausedAt ?? clock.now())) ?? notFound(target);
}

/** Polls it again, by its own schedule. A source that a crawl discovered is polled by \`watch\` from now on. */
export async function resumeSource({ store }: SourcePorts, target: string): Promise<Source> {
  const { id } = await findSource({ store }, target);
  return (await store.sources.pause(id, null)) ?? notFound(target);
}

function notFound(target: string): never {
  throw new CommandError(exitCodes.nothingFound, `The source "${target}" was removed a moment ago.`);
}

/** Removes a source; its visits and articles stay. @throws CommandError (usage) where it would come back: a scraper or a page names it */
export async function removeSource(io: SourcePorts, target: string): Promise<Source> {
  const source = await findSource(io, target);
  const advice = `\`newshawk sources pause ${source.id}\` stops its polls`;
  refuseOfScraper(io, source, advice);
  if (source.namedBy && /^https?:/.test(source.namedBy))
    throw new CommandError(
      exitCodes.usage,
      `${source.namedBy} names ${source.url}: it would be discovered again. ${advice}.`,
    );
  await io.store.sources.remove(source.id);
  return source;
}

function refuseOfScraper({ sites }: SourcePorts, { id, url }: Source, advice: string): void {
  const owner = sites.find(({ sources }) => sources.some((spec) => sourceId(canonicalUrl(spec.url)) === id));
  if (owner !== undefined)
    throw new CommandError(exitCodes.usage, `The scraper of ${owner.host} names ${url}: ${advice}.`);
}

const sourceStates = ['paused', 'new', 'failing', 'due', 'waiting'] as const;
type SourceState = (typeof sourceStates)[number];

/** A source with what its last poll says. */
interface SourceView {
  readonly source: Source;
  readonly state: SourceState;
  readonly lastVisit: Visit | null;
}

export async function viewOf(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  source: Source,
): Promise<SourceView> {
  const lastVisit = (await latestPolls({ store }, source, 1))[0] ?? null;
  return { source, lastVisit, state: stateOf(source, lastVisit?.outcome ?? null, clock.now()) };
}

/** Visits that are searched for the polls of one source: other visits of its address are rare. */
const searchedVisits = 10;

/** The last polls, newest first. They are found by address: visits with the source's id include those of the pages it links to. */
export async function latestPolls(
  { store }: { readonly store: Store },
  { url }: Source,
  limit: number,
): Promise<Visit[]> {
  const address = tryWebAddress(url);
  if (address === null) return [];
  const visits = await store.visits.find({ url: address.url, limit: limit + searchedVisits });
  return visits.filter(({ kind }) => kind === 'source').slice(0, limit);
}

function stateOf(source: Source, outcome: string | null, now: Date): SourceState {
  if (!isActive(source)) return 'paused';
  if (outcome === 'failed') return 'failing';
  if (source.lastPolledAt === null) return 'new';
  return source.nextPollAt <= now ? 'due' : 'waiting';
}
