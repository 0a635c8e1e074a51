import { z } from 'zod';
import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import type { Source, SourceKind, SourceSpec } from '../../model/crawl/source.ts';
import { tryWebAddress } from '../../model/web/canonical-url.ts';
import type { SourceDefinition } from '../../settings/definitions/scraper-definition.ts';
import { sourceSpec } from '../../settings/scraper.ts';
import { type OpmlOutline, readOpml, type WrittenOutline, writeOpml } from '../../stages/discover/opml.ts';

/** A source that a person defines, by a command, the API or a file. */
export interface SourceRequest {
  readonly definition: SourceDefinition;
  /** Whether a new source begins paused. */
  readonly isPaused: boolean;
  /** Of an OPML file; absent: none says it. */
  readonly title?: string;
  readonly folders?: readonly string[];
}

/** The kind of list that an address seems to be, by its words; a page where they say nothing. */
export function sourceKindOf(address: string): SourceKind {
  const { pathname, search } = new URL(address);
  if (/sitemap[^/]*$/i.test(pathname)) return 'sitemap';
  const isFeed =
    /(^|[/._-])(rss|atom|feeds?|rdf)([/._-]|$)/i.test(pathname) ||
    /\.(xml|rss|atom|rdf)$/i.test(pathname) ||
    /[?&=](rss|atom|feed)\b/i.test(search);
  return isFeed ? 'feed' : 'listing';
}

/** A definition with defaults. @throws CommandError (usage) that says which field is wrong */
export function specOf(definition: SourceDefinition): SourceSpec {
  if (tryWebAddress(definition.url) === null)
    throw new CommandError(
      exitCodes.usage,
      `"${definition.url}" is not an http(s) address. Write it in full, such as https://example.com/feed.xml.`,
    );
  try {
    return sourceSpec(definition, definition.url);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const lacks = error.issues.map(({ path, message }) => `${path.join('.') || 'the source'}: ${message}`);
    throw new CommandError(exitCodes.usage, `${definition.url}: ${lacks.join('; ')}.`, { cause: error });
  }
}

/** An entry of a file that is not used, and why. */
interface RefusedEntry {
  readonly entry: string;
  readonly why: string;
}

export interface SourceFile {
  readonly requests: readonly SourceRequest[];
  readonly refused: readonly RefusedEntry[];
}

/** The sources of an OPML file, or of a list with one address per line (`#` begins a comment). @throws CommandError (usage) where it is neither */
export function readSourceFile(text: string): SourceFile {
  const isXml = /^(\uFEFF|\s)*</.test(text);
  return isXml ? readOpmlFile(text) : readAddressList(text);
}

function readAddressList(text: string): SourceFile {
  const addresses = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  return readEach(addresses, (address) => {
    if (tryWebAddress(address) === null) throw new CommandError(exitCodes.usage, 'it is not an http(s) address');
    return { definition: { url: address, kind: sourceKindOf(address) }, isPaused: false };
  });
}

function readOpmlFile(text: string): SourceFile {
  const byUrl = new Map(outlinesIn(text).map((outline) => [outline.url, outline]));
  return readEach([...byUrl.keys()], (url) => {
    const outline = byUrl.get(url);
    if (tryWebAddress(url) === null) throw new CommandError(exitCodes.usage, 'it is not an http(s) address');
    const guessed: SourceDefinition = { url, kind: outline?.isFeed ? 'feed' : sourceKindOf(url) };
    if (!outline?.settings) return { definition: guessed, isPaused: false, ...namesOf(outline ?? {}) };
    const { isPaused = false, title, folders, ...options } = settingsIn(outline.settings);
    const definition = { ...guessed, ...options, url };
    specOf(definition);
    return { definition, isPaused: isPaused === true, ...namesOf({ title, folders }) };
  });
}

function outlinesIn(text: string): OpmlOutline[] {
  try {
    return readOpml(text);
  } catch (error) {
    throw error instanceof NewshawkError ? new CommandError(exitCodes.usage, error.message, { cause: error }) : error;
  }
}

function settingsIn(
  text: string,
): Partial<SourceDefinition> & { readonly isPaused?: unknown; readonly title?: unknown; readonly folders?: unknown } {
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings;
  } catch {
    // refused below, like any other text that is no object
  }
  throw new CommandError(exitCodes.usage, 'its newshawk:settings are not a JSON object');
}

/** Title and folders, as far as they are given. */
function namesOf({ title, folders }: { readonly title?: unknown; readonly folders?: unknown }) {
  const titles = Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string' && folder !== '') : [];
  return {
    ...(typeof title === 'string' && title !== '' && { title }),
    ...(titles.length > 0 && { folders: titles as string[] }),
  };
}

function readEach(entries: readonly string[], read: (entry: string) => SourceRequest): SourceFile {
  const requests: SourceRequest[] = [];
  const refused: RefusedEntry[] = [];
  for (const entry of entries) {
    try {
      requests.push(read(entry));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      refused.push({ entry, why: error.message });
    }
  }
  return { requests, refused };
}

/** The sources as an OPML file, in the folders that they came in, else one for each site. `readSourceFile` reads it back without a loss. */
export function opmlOf(sources: readonly Source[], at: Date): string {
  const outlines = sources.map((source): WrittenOutline => {
    const { url, site, kind, title = null, folders = null, pausedAt } = source;
    return {
      url,
      title: title ?? url.replace(/^https?:\/\//, ''),
      folders: folders ?? [site],
      isFeed: kind === 'feed',
      settings: JSON.stringify({ ...definitionOf(source), isPaused: Boolean(pausedAt), title, folders }),
    };
  });
  const keyOf = ({ folders }: WrittenOutline): string => folders.join('\n');
  return writeOpml(
    outlines.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b)))),
    at,
  );
}

/** What a person would write to define the source, without its address. */
const definitionOf = (source: SourceSpec): object => ({
  kind: source.kind,
  weight: source.weight,
  every: `${source.baseIntervalMs / 1_000}s`,
  minFactor: source.minFactor,
  maxFactor: source.maxFactor,
  activeWindows: source.activeWindows,
  maxDepth: source.maxDepth,
  links: source.linkSelector,
  render: source.render,
  steps: source.steps,
});
