import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import {
  addSource,
  findSource,
  latestPolls,
  pauseSource,
  removeSource,
  resumeSource,
  type SourcePorts,
} from '../../commands/sources/manage-sources.ts';
import { opmlOf, readSourceFile, type SourceRequest, sourceKindOf } from '../../commands/sources/source-definitions.ts';
import { siteFor } from '../../config-files/load-scrapers.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { ActiveWindow, SourceKind } from '../../model/crawl/source.ts';
import { printable } from '../../printable.ts';
import { textOfFile } from '../files.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { addDiscover } from './discover.ts';
import { parseWindow, printSource, printSources } from './source-tables.ts';

const help = `
A source is named by its address, its id, or the first letters of its id. \`watch\` polls the sources of the store beside those of the
scrapers.

Examples:
  newshawk sources add https://news.example/feed.xml --every 5m --weight 4
  newshawk sources add https://news.example/ --window "mon-fri 6-22 Europe/London"
  newshawk sources import subscriptions.opml
  newshawk sources discover news.example
  newshawk sources export > sources.opml`;

interface AddOptions {
  readonly kind?: SourceKind;
  readonly every?: string;
  readonly weight?: string;
  readonly depth?: string;
  readonly links?: string;
  readonly window?: readonly ActiveWindow[];
  readonly paused?: true;
}

export function addSources(program: Command, session: Session): void {
  const sources = program
    .command('sources')
    .description('pages, feeds and sitemaps that are polled for new links')
    .addHelpText('after', help);
  /** An action with the ports of the sources' commands. */
  const perform: Perform = (run) =>
    session.withApp(async (app, ...args) => (await run(await openSourcePorts(app), ...args)) ?? undefined);
  sources
    .command('list')
    .description('all sources with their state and their next poll')
    .option('--site <host>', 'of this site')
    .action(perform((io, options: { readonly site?: string }) => printSources(session, io, options.site)));
  sources
    .command('show')
    .description('a source, and what its last polls gave')
    .argument('<source>')
    .action(
      perform(async (io, target: string) => {
        const source = await findSource(io, target);
        return printSource(session, io, source, await latestPolls(io, source, shownPolls));
      }),
    );
  addAddCommand(sources, perform, session);
  addDiscover(sources, session, openSourcePorts);
  const change = (verb: string, about: string, said: string, apply: typeof pauseSource) =>
    sources
      .command(verb)
      .description(about)
      .argument('<source...>')
      .action(
        perform(async (io, targets: readonly string[]) => {
          for (const target of targets) session.say(`${(await apply(io, target)).url} ${said}.`);
        }),
      );
  change('pause', 'stop the polls of a source until it is resumed', 'is paused', pauseSource);
  change('resume', 'poll a source again', 'is polled again', resumeSource);
  change('remove', 'remove a source; its visits and articles stay', 'is removed', removeSource);
  sources
    .command('import')
    .description('add the sources of an OPML file, or of a list with one address per line; - is stdin')
    .argument('<file>')
    .action(perform((io, file: string) => importFile(session, io, file)));
  sources
    .command('export')
    .description('all sources as OPML, on stdout')
    .action(perform(async ({ store, clock }) => session.print(opmlOf(await store.sources.list(), clock.now()))));
}

type Perform = <Args extends unknown[]>(
  run: (io: SourcePorts, ...args: Args) => Promise<ExitCode | undefined> | Promise<void>,
) => (...args: Args) => Promise<void>;

/** Polls that `show` lists. */
const shownPolls = 10;

function addAddCommand(sources: Command, perform: Perform, session: Session): void {
  const appendWindow = (text: string, before: readonly ActiveWindow[] = []) => [...before, parseWindow(text)];
  sources
    .command('add')
    .description('add sources, or change their definitions')
    .argument('<address...>')
    .addOption(new Option('--kind <kind>', 'default: by the address').choices(['listing', 'feed', 'sitemap']))
    .option('--every <interval>', 'polling interval: 90s, 15m, 2h or 1d (default: 15m)')
    .option('--weight <n>', 'turns of its group among the due sources (default: 1)')
    .option('--depth <n>', 'links away from the source, at most (default: 2)')
    .option('--links <selector>', 'CSS selector or XPath of the regions whose links are followed')
    .option('--window <hours>', 'only at these hours: "mon-fri 6-22 Europe/London" (repeat)', appendWindow)
    .option('--paused', 'new sources begin paused')
    .action(
      perform(async (io, addresses: readonly string[], options: AddOptions) => {
        for (const address of addresses) {
          const { source, isNew } = await addSource(io, requestOf(address, options));
          const what = isNew ? 'is added' : 'has a new definition';
          session.say(
            `${source.url} ${what} as a ${source.kind}${options.kind ? '' : ', by its address'} (${source.id}).`,
          );
        }
      }),
    );
}

function requestOf(url: string, options: AddOptions): SourceRequest {
  const { kind, every, weight, depth, links, window, paused = false } = options;
  return {
    definition: {
      url,
      kind: kind ?? (URL.canParse(url) ? sourceKindOf(url) : 'listing'),
      ...(every !== undefined && { every }),
      ...(weight !== undefined && { weight: Number(weight) }),
      ...(depth !== undefined && { maxDepth: Number(depth) }),
      ...(links !== undefined && { links }),
      ...(window !== undefined && { activeWindows: [...window] }),
    },
    isPaused: paused,
  };
}

/** Characters of a refused entry that are shown: a file that is no list has long lines. */
const maxEntryChars = 200;

async function importFile(session: Session, io: SourcePorts, file: string): Promise<ExitCode> {
  const text =
    file === '-' ? (await Array.fromAsync(session.inputLines())).join('\n') : await textOfFile(session, file);
  const { requests, refused } = readSourceFile(text);
  const refusals = [...refused];
  let [added, updated] = [0, 0];
  for (const request of requests) {
    try {
      const { isNew } = await addSource(io, request);
      if (isNew) added += 1;
      else updated += 1;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      refusals.push({ entry: request.definition.url, why: error.message });
    }
  }
  if (session.options.json) await session.printJson({ added, updated, refused: refusals });
  for (const { entry, why } of refusals)
    session.say(`${printable(entry.slice(0, maxEntryChars))} is left out: ${printable(why)}`);
  session.say(
    `Sources: ${countText(added)} added, ${countText(updated)} with a new definition, ${countText(refusals.length)} left out.`,
  );
  return added + updated === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

async function openSourcePorts(app: App): Promise<SourcePorts> {
  const sites = await app.sites();
  return { store: await app.store(), clock: app.clock, sites, siteOf: (host) => siteFor(sites, host) };
}
