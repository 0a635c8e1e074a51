import type { Command } from 'commander';
import type { App } from '../../app.ts';
import type { SourceProposal, SourceProposals } from '../../commands/sources/discover-sources.ts';
import { addSource, type SourcePorts } from '../../commands/sources/manage-sources.ts';
import { exitCodes } from '../../errors.ts';
import type { Session } from '../session.ts';
import { printTable } from '../terminal/table.ts';

export function addDiscover(sources: Command, session: Session, openPorts: (app: App) => Promise<SourcePorts>): void {
  sources
    .command('discover')
    .description('what a site offers: feeds, sitemaps, home page and channels, with what each would bring a day')
    .argument('<host or address>')
    .option('--add', 'add the proposed ones')
    .action(
      session.withApp(async (app, target: string, { add = false }: { readonly add?: boolean }) => {
        session.say('Reading the site, with a pause between two requests: this takes a minute.');
        const report = await session.unlessStopped(
          app.discoverSources(target, session.signal),
          () => `Interrupted: not all lists of ${target} were read, and no source is proposed or added.`,
        );
        const hasLists = await printed(session, report);
        if (add) await addProposed(session, await openPorts(app), report.proposals);
        return hasLists ? exitCodes.ok : exitCodes.nothingFound;
      }),
    );
}

/** @returns whether there is a list at all */
async function printed(session: Session, { proposals, unread }: SourceProposals): Promise<boolean> {
  if (session.options.json) {
    await session.printJson({ proposals, unread });
    return proposals.length > 0;
  }
  await printTable(session, proposals, [
    ['', ({ isPolled, isProposed }) => (isPolled ? 'polled' : isProposed ? 'yes' : '')],
    ['kind', ({ kind }) => kind],
    ['new a day', ({ perDay }) => (perDay === null ? '?' : rateText(perDay)), 'right'],
    ['adds', ({ addsPerDay }) => rateText(addsPerDay), 'right'],
    ['links', ({ links }) => String(links), 'right'],
    ['every', ({ every }) => every, 'right'],
    ['address', ({ url }) => url, 24],
    ['named by', ({ namedBy }) => namedBy, 10],
  ]);
  for (const { url, why } of unread) session.say(`${url} was not read: ${why}`);
  if (proposals.some(isToAdd))
    session.say('"yes" marks what is proposed; `newshawk sources discover … --add` adds it.');
  return proposals.length > 0;
}

const rateText = (perDay: number): string => (perDay >= 10 ? perDay.toFixed(0) : perDay.toFixed(1));

const isToAdd = ({ isProposed, isPolled }: SourceProposal): boolean => isProposed && !isPolled;

async function addProposed(session: Session, io: SourcePorts, proposals: readonly SourceProposal[]): Promise<void> {
  for (const { url, kind, every } of proposals.filter(isToAdd)) {
    const { source } = await addSource(io, { definition: { url, kind, every }, isPaused: false });
    session.say(`${source.url} is added as a ${source.kind} (${source.id}).`);
  }
}
