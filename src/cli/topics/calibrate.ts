import { type Command, InvalidArgumentError } from 'commander';
import type { App } from '../../app.ts';
import { type CalibrationResult, recalibrate } from '../../crawl/topics/labelling.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { CalibrationStep } from '../../model/topic/label.ts';
import type { Topic } from '../../model/topic/topic.ts';
import { type CalibrationOptions, calibrationDefaults } from '../../stages/classify/calibrate-threshold.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { minuteText } from '../terminal/amounts.ts';
import { tableText } from '../terminal/table.ts';

/** The topic of this name. @throws CommandError (usage) that lists all topics */
export async function findTopic(app: App, name: string | undefined): Promise<Topic> {
  const topics = await app.topics();
  const topic = topics.find((candidate) => candidate.name === name);
  if (topic !== undefined) return topic;
  const available =
    topics.length === 0
      ? `No topics are defined: ${app.config.topicsFile} defines them.`
      : `There are: ${topics.map((candidate) => candidate.name).join(', ')}.`;
  throw new CommandError(
    exitCodes.usage,
    name === undefined ? `Name a topic with --topic. ${available}` : `There is no topic "${name}". ${available}`,
  );
}

interface Options extends CalibrationOptions {
  readonly topic: string;
  readonly dryRun?: true;
}

export function addCalibrate(program: Command, session: Session): void {
  const { target, tolerance, floor } = calibrationDefaults;
  program
    .command('calibrate')
    .description("move a topic's threshold one step towards the target precision, by its labels")
    .requiredOption('--topic <name>', 'the topic')
    .option('--target <precision>', 'target precision', parseShare, target)
    .option('--tolerance <difference>', 'allowed difference from the target', parseShare, tolerance)
    .option('--floor <labels>', 'labels needed for a step', parseWholeNumber(1), floor)
    .option('--dry-run', 'show what would change, change nothing')
    .action(async ({ topic: name, dryRun, ...options }: Options) => {
      await using app = await session.openApp();
      const result = await calibrateTopic(session, app, await findTopic(app, name), {
        isDry: dryRun === true,
        options,
      });
      if (session.options.json) await session.printJson(result);
    });
}

/** A number between 0 and 1. @throws InvalidArgumentError */
function parseShare(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value <= 0 || value >= 1)
    throw new InvalidArgumentError('Expected a number between 0 and 1, such as 0.9.');
  return value;
}

/** Runs one calibration step for a topic and reports it. */
export async function calibrateTopic(
  session: Session,
  app: App,
  topic: Topic,
  { isDry, options = calibrationDefaults }: { readonly isDry: boolean; readonly options?: CalibrationOptions },
): Promise<CalibrationResult & { readonly topic: string }> {
  const result = await recalibrate(await app.store(), topic, { now: app.clock.now(), isDry, options });
  const moved =
    result.step === null || result.step.direction === 'stay' ? 'stays at' : isDry ? 'would go to' : 'goes to';
  session.say(`The threshold of ${topic.name} ${moved} ${result.threshold.toFixed(3)}: ${result.why}.`);
  return { topic: topic.name, ...result };
}

export function stepTable(steps: readonly CalibrationStep[], session: Session): string {
  if (steps.length === 0) return 'No step yet: the threshold is that of the definition.\n';
  return tableText(session, steps, [
    ['at (UTC)', ({ at }) => minuteText(at)],
    ['from', ({ from }) => from.toFixed(3), 'right'],
    ['to', ({ to }) => to.toFixed(3), 'right'],
    ['precision', ({ precision, margin }) => `${precision.toFixed(3)} ± ${margin.toFixed(3)}`, 'right'],
    ['labels', ({ labels }) => String(labels), 'right'],
    ['why', ({ why }) => why, 20],
  ]);
}
