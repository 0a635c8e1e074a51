import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
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
import { fileTrouble } from '../../machine/make-folder.ts';
import type { ActiveWindow, SourceKind } from '../../model/crawl/source.ts';
import { printable } from '../../printable.ts';
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
  const perform = async (run: (app: App, io: SourcePorts) => Promise<ExitCode>) => {
    await using app = await session.openApp();
    session.exitCode = await run(app, await openSourcePorts(app));
  };
  sources
    .command('list')
    .description('all sources with their state and their next poll')
    .option('--site <host>', 'of this site')
    .action((options: { readonly site?: string }) => perform((_, io) => printSources(session, io, options.site)));
  sources
    .command('show')
    .description('a source, and what its last polls gave')
    .argument('<source>')
    .action((target: string) =>
      perform(async (_, io) => {
        const source = await findSource(io, target);
        return printSource(session, io, source, await latestPolls(io, source, shownPolls));
      }),
    );
  addAddCommand(sources, session, perform);
  addDiscover(sources, session, perform);
  const change = (verb: string, about: string, said: string, apply: typeof pauseSource) =>
    sources
      .command(verb)
      .description(about)
      .argument('<source...>')
      .action((targets: readonly string[]) =>
        perform(async (_, io) => {
          for (const target of targets) session.say(`${(await apply(io, target)).url} ${said}.`);
          return exitCodes.ok;
        }),
      );
  change('pause', 'stop the polls of a source until it is resumed', 'is paused', pauseSource);
  change('resume', 'poll a source again', 'is polled again', resumeSource);
  change('remove', 'remove a source; its visits and articles stay', 'is removed', removeSource);
  sources
    .command('import')
    .description('add the sources of an OPML file, or of a list with one address per line; - is stdin')
    .argument('<file>')
    .action((file: string) => perform(async (_, io) => importFile(session, io, file)));
  sources
    .command('export')
    .description('all sources as OPML, on stdout')
    .action(() =>
      perform(async (app, { store }) => {
        await session.print(opmlOf(await store.sources.list(), app.clock.now()));
        return exitCodes.ok;
      }),
    );
}

/** Polls that `show` lists. */
const shownPolls = 10;

function addAddCommand(
  sources: Command,
  session: Session,
  perform: (run: (app: App, io: SourcePorts) => Promise<ExitCode>) => Promise<void>,
): void {
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
    .action((addresses: readonly string[], options: AddOptions) =>
      perform(async (_, io) => {
        for (const address of addresses) {
          const { source, isNew } = await addSource(io, requestOf(address, options));
          const what = isNew ? 'is added' : 'has a new definition';
          session.say(
            `${source.url} ${what} as a ${source.kind}${options.kind ? '' : ', by its address'} (${source.id}).`,
          );
        }
        return exitCodes.ok;
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
  const { requests, refused } = readSourceFile(await textOf(session, file));
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

async function textOf(session: Session, file: string): Promise<string> {
  if (file === '-') return (await Array.fromAsync(session.inputLines())).join('\n');
  return await readFile(resolve(session.io.cwd, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? 'does not exist' : `can't be read (${fileTrouble(cause)})`;
    throw new CommandError(exitCodes.usage, `${file} ${why}.`, { cause });
  });
}

async function openSourcePorts(app: App): Promise<SourcePorts> {
  const sites = await app.sites();
  return { store: await app.store(), clock: app.clock, sites, siteOf: (host) => siteFor(sites, host) };
}
