import { type Command, Option } from 'commander';
import { CommandError, exitCodes } from '../../errors.ts';
import { type VisitOutcome, visitOutcomes } from '../../model/crawl/visit.ts';
import { tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { minuteText } from '../terminal/amounts.ts';
import { printList } from '../terminal/table.ts';

interface Options {
  readonly run?: string;
  readonly outcome?: VisitOutcome;
  readonly reason?: string;
  readonly url?: string;
  readonly limit: number;
}

export function addVisits(program: Command, session: Session): void {
  program
    .command('visits')
    .description('how visits and polls ended, newest first, including pages that were dropped, and why')
    .option('--run <id>', 'of this run (`newshawk status` lists the latest)')
    .addOption(new Option('--outcome <outcome>', 'with this outcome').choices(visitOutcomes))
    .option('--reason <reason>', 'with this reason, such as robots or not-an-article')
    .option('--url <url>', 'of this page')
    .option('--limit <count>', 'how many', parseWholeNumber(1), 50)
    .action((options: Options) => visits(session, options));
}

async function visits(session: Session, { url, ...filter }: Options): Promise<void> {
  const page = url === undefined ? undefined : tryCanonicalUrl(url);
  if (page === null)
    throw new CommandError(
      exitCodes.usage,
      `"${url}" is not an http(s) address. Write it in full, such as https://example.com/page.`,
    );
  await using app = await session.openApp();
  const store = await app.store();
  const rows = await store.visits.find({ ...filter, ...(page === undefined ? {} : { url: page }) });
  const isShown = await printList(session, rows, { none: 'No visits.' }, [
    ['at (UTC)', ({ startedAt }) => minuteText(startedAt)],
    ['outcome', ({ outcome }) => outcome],
    ['reason', ({ reason }) => reason ?? ''],
    ['address', ({ url: address }) => address, 30],
    ['detail', ({ detail }) => detail, 8],
  ]);
  if (isShown) session.say('`newshawk explain <address>` says more about one page.');
}
