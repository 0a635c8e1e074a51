import { type Command, Option } from 'commander';
import type { RetryRequest } from '../../commands/page/retry-failures.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { errorKinds } from '../../model/crawl/visit.ts';
import { withExpectedValues } from '../fixtures/expected-values.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { type FixtureRequest, fixtureOfFailure } from './fixture.ts';
import { type FailureQuery, printFailures, retry } from './list.ts';
import { replay } from './replay.ts';
import { replayAtEachSave } from './replay-watch.ts';
import { openFailure, show } from './show.ts';

export function addFailures(program: Command, session: Session): void {
  const failures = program.command('failures').description('pages that could not be fetched or extracted, and why');
  failures
    .command('list', { isDefault: true })
    .description('newest first, then counts by site and reason')
    .option('--site <host>', 'of this site')
    .option('--run <id>', 'of this run')
    .addOption(reasonOption())
    .option('--limit <count>', 'how many', parseWholeNumber(1), 50)
    .option('--all', 'also failures that are mended')
    .action(session.withApp((app, options: FailureQuery) => printFailures(session, app, options)));
  failures
    .command('show <id>')
    .description('one failure: what is stored of it, its requests, console and rule trace')
    .option('--to <folder>', 'write them there as files, and print their paths')
    .action(
      session.withApp((app, id: string, { to = null }: { readonly to?: string | null }) => show(session, app, id, to)),
    );
  failures
    .command('open <id>')
    .description('its page in the dashboard; off a terminal, the address of that page')
    .action(session.withApp((app, id: string) => openFailure(session, app, id)));
  addReplay(failures, session);
  addFixture(failures, session);
  failures
    .command('retry [id]')
    .description('fetch failed pages again: one failure, or all open ones')
    .option('--site <host>', 'of this site')
    .addOption(reasonOption())
    .addHelpText('after', '\nExit codes: 0 pages are queued again, 31 nothing to retry.')
    .action(
      session.action(
        session.withApp((app, id: string | undefined, options: RetryRequest) =>
          retry(session, app, { ...options, id }),
        ),
      ),
    );
}

function addReplay(failures: Command, session: Session): void {
  failures
    .command('replay <id>')
    .description("run today's scraper on the stored snapshot, offline")
    .option('--watch', 'again at each save of the scraper, with the fields that changed; Ctrl-C ends it')
    .option('--store', 'store the result, as a visit would: the failure is mended')
    .addHelpText('after', '\nExit codes: 0 it is mended, 31 it still fails.')
    .action(
      async (id: string, { store = false, watch = false }: { readonly store?: boolean; readonly watch?: boolean }) => {
        if (watch && store)
          throw new CommandError(
            exitCodes.usage,
            '--watch tries, --store stores: run it with --store when it is mended.',
          );
        session.exitCode = watch ? await replayAtEachSave(session, id) : await replay(session, id, store);
      },
    );
}

function addFixture(failures: Command, session: Session): void {
  const fixture = failures
    .command('fixture <id>')
    .description('keep the failure as a fixture of its scraper: `newshawk test` fails until it is mended')
    .option('--accept', 'after the fix: expect what the scraper reads now, and print it for your review')
    .option('--to <folder>', "default: `fixtures` beside the site's scraper");
  withExpectedValues(fixture)
    .addHelpText(
      'after',
      '\nWithout options the fixture demands what the site requires, whatever the values. Exit codes: 0 it is written, 31 the failure has no page, 32 --accept: it still fails.',
    )
    .action(
      session.action(
        session.withApp((app, id: string, options: FixtureRequest) => fixtureOfFailure(session, app, id, options)),
      ),
    );
}

const reasonOption = (): Option =>
  new Option('--reason <reason>', 'with this reason, such as layout-changed').choices(errorKinds);
