import { type Command, InvalidArgumentError } from 'commander';
import type { App } from '../../app.ts';
import type { CalibrationStep } from '../../model/topic/label.ts';
import type { Topic } from '../../model/topic/topic.ts';
import { type Recalibrated, recalibrate } from '../../pipeline/topics/labelling.ts';
import { type CalibrationOptions, calibrationDefaults } from '../../stages/classify/calibrate.ts';
import { wholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { minuteText } from '../terminal/amounts.ts';
import { formatTable } from '../terminal/table.ts';
import { topicOf } from './named-topic.ts';

interface Options extends CalibrationOptions {
  readonly topic: string;
  readonly dryRun?: true;
}

export function addCalibrate(program: Command, session: Session): void {
  const { target, tolerance, floor } = calibrationDefaults;
  program
    .command('calibrate')
    .description("move a topic's threshold one step by its labels")
    .requiredOption('--topic <name>', 'the topic')
    .option('--target <precision>', 'the precision that is wanted', unit, target)
    .option('--tolerance <difference>', 'by so much it may be missed', unit, tolerance)
    .option('--floor <labels>', 'fewer labels change nothing', wholeNumber(1), floor)
    .option('--dry-run', 'say what would be done')
    .action(async ({ topic: name, dryRun, ...options }: Options) => {
      await using app = await session.openApp();
      const found = await calibrateTopic(session, app, await topicOf(app, name), { isDry: dryRun === true, options });
      if (session.options.json) await session.outJson(found);
    });
}

/** A number between 0 and 1. @throws InvalidArgumentError */
function unit(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value <= 0 || value >= 1)
    throw new InvalidArgumentError('A number between 0 and 1 is wanted, such as 0.9.');
  return value;
}

/** One round for a topic, and what came of it in words. */
export async function calibrateTopic(
  session: Session,
  app: App,
  topic: Topic,
  { isDry, options = calibrationDefaults }: { readonly isDry: boolean; readonly options?: CalibrationOptions },
): Promise<Recalibrated & { readonly topic: string }> {
  const found = await recalibrate(await app.store(), topic, { now: app.clock.now(), isDry, options });
  const moved = found.step === null || found.step.direction === 'stay' ? 'stays at' : isDry ? 'would go to' : 'goes to';
  session.say(`The threshold of ${topic.name} ${moved} ${found.threshold.toFixed(3)}: ${found.why}.`);
  return { topic: topic.name, ...found };
}

export function stepTable(steps: readonly CalibrationStep[], session: Session): string {
  if (steps.length === 0) return 'No step yet: the threshold is that of the definition.\n';
  const right = (title: string) => ({ title, align: 'right' as const });
  const columns = [
    { title: 'at (UTC)' },
    ...['from', 'to', 'precision', 'labels'].map(right),
    { title: 'why', shrinkTo: 20 },
  ];
  const rows = steps.map(({ at, from, to, precision, margin, labels, why }) => [
    ...[minuteText(at), from.toFixed(3), to.toFixed(3), `${precision.toFixed(3)} ± ${margin.toFixed(3)}`],
    ...[String(labels), why],
  ]);
  return formatTable(columns, rows, session.tableWidth, session.colors);
}
