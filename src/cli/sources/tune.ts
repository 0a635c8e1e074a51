import type { Command } from 'commander';
import { exitCodes } from '../../errors.ts';
import { baseIntervalOf } from '../../model/crawl/source.ts';
import { tuningPolicy } from '../../stages/schedule/tuning/base-interval.ts';
import { tuningDays } from '../../watch/tuning/poll-evidence.ts';
import { isTuningChanged, type TunedSource, tuneSources } from '../../watch/tuning/tune-sources.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, durationText } from '../terminal/amounts.ts';
import { printList } from '../terminal/table.ts';

interface TuneOptions {
  readonly dryRun?: true;
  readonly days: number;
}

const help = `
A source whose rounds of the last UTC day found an update in fewer than half of the cases gets a longer base interval (with
NEWSHAWK_POLL_POLICY=rate, the default, only if NEWSHAWK_TUNE=fewer-polls), in more than nine of ten a shorter one. Outside of the hours that hold 98 % of its updates it is polled at an eighth of its rate. \`watch\` does this by itself, once a day.
\`newshawk explain <source>\` shows the evidence.`;

export function addTune(program: Command, session: Session): void {
  program
    .command('tune')
    .description('learn base intervals and active hours of all sources from their past polls')
    .option('--dry-run', 'show what would change; change nothing')
    .option('--days <n>', 'days over which the hours of updates are counted', parseWholeNumber(7, 365), tuningDays)
    .addHelpText('after', help)
    .action(async (options: TuneOptions) => {
      await using app = await session.openApp();
      const isDry = options.dryRun === true;
      const request = {
        policy: tuningPolicy(app.config),
        days: options.days,
        isDry,
        onlyDue: false,
        signal: session.signal,
      };
      const tuned = await tuneSources(await app.store(), app.clock, request);
      await printTuned(session, tuned, isDry);
      session.exitCode = session.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
    });
}

async function printTuned(session: Session, tuned: readonly TunedSource[], isDry: boolean): Promise<void> {
  const none = 'There is nothing to tune: no source is polled. `newshawk sources add --help` shows how to add one.';
  const isShown = await printList(session, tuned, { data: tuned.map(tunedJson), none }, [
    ['', (each) => (isTuningChanged(each) ? 'changes' : '')],
    ['rounds', ({ rounds }) => String(rounds.rounds), 'right'],
    ['updates', ({ rounds }) => String(rounds.updates), 'right'],
    [
      'every',
      ({ source, interval }) => changeText(durationText(baseIntervalOf(source)), durationText(interval.intervalMs)),
    ],
    ['hours', ({ source, tuning }) => changeText(hoursText(source.tuning?.hours ?? null), hoursText(tuning.hours))],
    ['why', ({ interval, hours }) => `${interval.why}; hours: ${hours.why}`, 24],
    ['address', ({ source }) => source.url, 16],
  ]);
  if (!isShown) return;
  const changed = tuned.filter(isTuningChanged).length;
  const lost = isDry ? 0 : tuned.filter((each) => !each.isWritten).length;
  session.say(
    `${countText(changed - (isDry ? 0 : tuned.filter((each) => isTuningChanged(each) && !each.isWritten).length))} of ${countText(tuned.length)} sources ${isDry ? 'would change; nothing is changed' : 'have changed'}.`,
  );
  if (lost > 0) session.say(`${countText(lost)} were removed or defined anew meanwhile: the next tuning takes them.`);
}

const changeText = (before: string, after: string): string => (before === after ? after : `${before} to ${after}`);

const hoursText = (hours: readonly number[] | null): string => (hours === null ? 'all' : `${hours.length} of 168`);

const tunedJson = (each: TunedSource) => {
  const { source, rounds, interval, hours, tuning, isWritten } = each;
  return {
    id: source.id,
    url: source.url,
    isChanged: isTuningChanged(each),
    isWritten,
    rounds,
    baseIntervalMs: source.baseIntervalMs,
    before: source.tuning ?? null,
    tuning,
    interval,
    hours,
  };
};
