import type { Command } from 'commander';
import { findModel } from '../../config-files/load-categories.ts';
import { openStoredModel } from '../../config-files/model-store.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { StoredModel } from '../../model/topic/stored-model.ts';
import type { Store } from '../../storage/port.ts';
import type { Session } from '../session.ts';
import { bytesText, countText, minuteText } from '../terminal/amounts.ts';
import { printList, tableText } from '../terminal/table.ts';
import { labelReportText, summaryText } from '../topics/label-report.ts';

export function addModels(program: Command, session: Session): void {
  const models = program.command('models').description('versions of the model that predicts categories');
  const command = (name: string, about: string, run: (store: Store, version: string) => Promise<void>) =>
    models
      .command(name)
      .description(about)
      .action(
        session.withApp(async (app, version: string | object) =>
          run(await app.store(), typeof version === 'string' ? version : ''),
        ),
      );
  const now = () => session.io.clock.now();
  command('list', 'all versions, newest first', (store) => list(session, store));
  command('show', 'how well a version predicts its labels, and by which words', (store, version) =>
    show(session, store, version),
  ).argument('<version>', 'or its beginning');
  command('activate', 'use a version from the next crawl on', async (store, version) => {
    const model = await findModel(store, version);
    await openStoredModel(store, model); // a version that can't be opened would stop the next crawl
    return activate(session, store, { version: model.version, at: now() });
  }).argument('<version>', 'or its beginning');
  command('rollback', 'use the previous version again', async (store) =>
    activate(session, store, { version: await previousVersion(store), at: now() }),
  );
  command('deactivate', 'use no model: section, address and words decide', (store) =>
    activate(session, store, { version: null, at: now() }),
  );
}

async function list(session: Session, { models }: Store): Promise<void> {
  const [all, active] = [await models.list(), await models.active()];
  const data = all.map((model) => ({ ...model, active: model.version === active?.version }));
  const none = 'There are no models yet: `newshawk train categories <file> --activate` makes one.';
  await printList(session, all, { data, none }, [
    ['version', ({ version }) => version],
    ['in use', ({ version }) => (version === active?.version ? 'yes' : '')],
    ['saved (UTC)', ({ savedAt }) => minuteText(savedAt)],
    ['examples', ({ examples }) => countText(examples), 'right'],
    ['accuracy', ({ report }) => report.accuracy.toFixed(3), 'right'],
    ['labels', ({ labels }) => labels.join(', '), 10],
  ]);
}

async function show(session: Session, store: Store, version: string): Promise<void> {
  const stored = await findModel(store, version);
  const model = await openStoredModel(store, stored);
  const topTerms = Object.fromEntries(model.labels.map((label, at) => [label, model.topTerms[at] ?? []]));
  const words = tableText(session, Object.entries(topTerms), [
    ['label', ([label]) => label],
    ['top words', ([, terms]) => terms.join(' '), 20],
  ]);
  await session.printData({ ...stored, topTerms }, `${labelReportText(stored.report, session)}\n${words}`);
  if (!session.options.json) session.say(`\n${describe(stored)}`);
}

const describe = ({ version, savedAt, examples, report, bytes }: StoredModel): string =>
  `Model ${version}, saved ${minuteText(savedAt)} UTC, ${bytesText(bytes)}: ${countText(examples)} examples; cross-validated (${report.folds} folds) ${summaryText(report)}.`;

async function activate(
  session: Session,
  { models }: Store,
  activation: { readonly version: string | null; readonly at: Date },
): Promise<void> {
  await models.activate(activation);
  session.say(
    activation.version === null
      ? 'No model is in use from the next crawl on.'
      : `Model ${activation.version} is in use from the next crawl on.`,
  );
}

/** The version that was active before the current one; null for none. @throws CommandError (nothing found) */
async function previousVersion({ models }: Store): Promise<string | null> {
  const activations = await models.activations(100);
  const before = activations.find(({ version }) => version !== activations[0]?.version);
  if (before === undefined && activations.length === 0)
    throw new CommandError(exitCodes.nothingFound, 'No model was ever active: there is no previous version.');
  return before?.version ?? null;
}
