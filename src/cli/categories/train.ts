import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkLabelled, evaluateModel, type LabelledLines, readLabelled } from '../../commands/batch/labelled-lines.ts';
import { findModel, readModelFile } from '../../config-files/load-categories.ts';
import { openStoredModel, saveModel } from '../../config-files/model-store.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import { modelVersion } from '../../model/topic/linear-weights.ts';
import { type LinearModel, writeModel } from '../../stages/classify/linear/model.ts';
import { trainLinear } from '../../stages/classify/linear/train.ts';
import { replaceFile } from '../files.ts';
import type { Session } from '../session.ts';
import { countText, durationText } from '../terminal/amounts.ts';
import { streamLines } from '../terminal/lines.ts';
import { labelReportText, summaryText } from '../topics/label-report.ts';

interface TrainOptions {
  readonly model?: string;
  readonly save?: true;
  readonly activate?: true;
  readonly test?: string;
  readonly skipBad?: true;
}

const lineHelp = `
A line of the file is JSON {"label": "sport", "title": "…", "text": "…"}; a title is enough. "lang" (ISO 639-1) and
"weight" (of the example) are optional.`;

export function addTrain(program: Command, session: Session): void {
  program
    .command('train')
    .description('train on labelled examples')
    .command('categories')
    .description('train a model that predicts categories, from JSON lines with a label each')
    .argument('<file>', 'JSON lines; - reads stdin')
    .option('--model <file>', 'write the model to this file')
    .option('--save', 'save it in the store as a version')
    .option('--activate', 'save it in the store and use it')
    .option('--test <file>', 'labelled lines to evaluate it on')
    .option('--skip-bad', 'leave out invalid lines instead of stopping')
    .addHelpText(
      'after',
      `${lineHelp}

Example:
  newshawk train categories articles.jsonl --model categories.json`,
    )
    .action(session.action((file: string, options: TrainOptions) => train(session, file, options)));
}

export function addEvaluate(program: Command, session: Session): void {
  program
    .command('evaluate')
    .description('evaluate on labelled examples')
    .command('categories')
    .description('how well a model predicts the labels of JSON lines')
    .argument('<file>', 'JSON lines; - reads stdin')
    .requiredOption('--model <file or version>', 'a model: its file, its version in the store, or `active`')
    .option('--skip-bad', 'leave out invalid lines instead of stopping')
    .addHelpText('after', lineHelp)
    .action(
      session.action((file: string, { model, skipBad }: { readonly model: string; readonly skipBad?: true }) =>
        evaluate(session, file, model, skipBad === true),
      ),
    );
}

async function train(session: Session, file: string, options: TrainOptions): Promise<ExitCode> {
  const { model: target, save, activate, test, skipBad = false } = options;
  const isKept = save === true || activate === true;
  if (target === undefined && !isKept)
    throw new CommandError(
      exitCodes.usage,
      'Choose where to save the model: --model <file>, --save (the store), or --activate (the store, and used).',
    );
  const examples = await readExamples(session, file, skipBad);
  const tests = test === undefined ? null : await readExamples(session, test, skipBad);
  const begun = performance.now();
  const model = trainLinear(examples);
  const elapsedMs = performance.now() - begun;
  if (target !== undefined) await replaceFile(resolve(session.io.cwd, target), writeModel(model), 'The model');
  if (isKept) await storeModel(session, model, activate === true);
  const tested = tests === null ? null : evaluateModel(model, tests);
  if (session.options.json) {
    await session.printJson({
      version: modelVersion(model),
      elapsedMs: Math.round(elapsedMs),
      report: model.report,
      test: tested,
    });
    return exitCodes.ok;
  }
  const { report } = model;
  await session.print(labelReportText(report, session));
  session.say(
    `\nLearned from ${countText(model.examples)} examples of ${model.labels.length} labels in ${durationText(elapsedMs)}. Cross-validated (${report.folds} folds): ${summaryText(report)}.`,
  );
  if (tested !== null) {
    await session.print(`\n${labelReportText(tested, session)}`);
    session.say(`\nOn the ${countText(tested.examples)} examples of ${test}: ${summaryText(tested)}.`);
  }
  if (target !== undefined) session.say(`The model ${modelVersion(model)} is in ${target}.`);
  return exitCodes.ok;
}

async function storeModel(session: Session, model: LinearModel, isActivated: boolean): Promise<void> {
  await using app = await session.openApp();
  const store = await app.store();
  const { version } = await saveModel(store, model, app.clock.now());
  if (isActivated) await store.models.activate({ version, at: app.clock.now() });
  session.say(
    isActivated
      ? `Model ${version} is in the store and in use from the next crawl on.`
      : `Model ${version} is in the store; \`newshawk models activate ${version}\` uses it.`,
  );
}

async function evaluate(session: Session, file: string, name: string, skipBad: boolean): Promise<ExitCode> {
  const model = await loadModel(session, name);
  const examples = await readExamples(session, file, skipBad);
  const report = evaluateModel(model, examples);
  await session.printData({ version: modelVersion(model), ...report }, labelReportText(report, session));
  session.say(`\n${countText(report.examples)} examples: ${summaryText(report)}.`);
  return exitCodes.ok;
}

/** A model by its file, its version in the store, or `active`. @throws CommandError, NewshawkError */
export async function loadModel(session: Session, name: string): Promise<LinearModel> {
  if (!/^([0-9a-f]{4,64}|active)$/.test(name)) return readModelFile(resolve(session.io.cwd, name));
  await using app = await session.openApp();
  const store = await app.store();
  const stored = name === 'active' ? await store.models.active() : await findModel(store, name);
  if (stored === null)
    throw new CommandError(
      exitCodes.nothingFound,
      'No model is in use: `newshawk models list` shows those of the store.',
    );
  return openStoredModel(store, stored);
}

/** @throws CommandError (usage) */
async function readExamples(session: Session, file: string, skipBad: boolean): Promise<LabelledLines['examples']> {
  const name = file === '-' ? 'stdin' : file;
  const input = file === '-' ? session.io.stdin : createReadStream(resolve(session.io.cwd, file));
  const read = await readLabelled(streamLines(input)).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw new CommandError(exitCodes.usage, `${name} can't be read (${error.code}).`, { cause: error });
  });
  checkLabelled(name, read, skipBad);
  if (read.mistakes.length > 0) session.say(`${name}: ${read.mistakes.length} invalid lines were left out.`);
  if (read.examples.length === 0) throw new CommandError(exitCodes.usage, `${name} holds no examples.`);
  return read.examples;
}
