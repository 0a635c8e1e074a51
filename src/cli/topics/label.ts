import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import type { App } from '../../app.ts';
import { drawSample, makeLabel, type SampledPage, sampleItem } from '../../crawl/topics/labelling.ts';
import type { Topic } from '../../model/topic/topic.ts';
import { printable } from '../../printable.ts';
import { parseWholeNumber } from '../options.ts';
import type { CliIo, Session } from '../session.ts';
import { calibrateTopic, findTopic, stepTable } from './calibrate.ts';
import { importLabels } from './import-labels.ts';

interface Options {
  readonly topic?: string;
  readonly count: number;
  readonly seed: number;
  readonly list?: true;
  readonly history?: true;
  readonly import?: string;
  readonly by: string;
}

export function addLabel(program: Command, session: Session): void {
  const label = program
    .command('label')
    .description('label sampled articles as on or off topic, which calibrates the threshold')
    .option('--topic <name>', 'the topic')
    .option('--count <n>', 'how many articles', parseWholeNumber(1, 500), 30)
    .option('--seed <n>', 'the same seed selects the same articles', parseWholeNumber(0, 2 ** 31), 1)
    .option('--list', 'print the sample instead of asking')
    .option('--history', "print the steps of the topic's threshold")
    .option(
      '--import <file>',
      'labels as JSON lines: {"id", "topic", "relevant", "drawn"?} (drawn as --list --json gives it)',
    )
    .option('--by <name>', 'name of the person who labels', userInfo().username)
    .action(session.withApp((app, options: Options) => run(session, app, options)));
  label
    .command('set')
    .description('label one article')
    .argument('<id>', 'id of an article')
    .argument('<topic>', 'name of the topic')
    .argument('<yes|no>', 'whether the article belongs to it', yesOrNo)
    .action(async (id: string, name: string, relevant: boolean, _options: object, command: Command) => {
      const { by } = command.optsWithGlobals<{ readonly by: string }>();
      await using app = await session.openApp();
      const [store, topic] = [await app.store(), await findTopic(app, name)];
      const saying = { articleId: id, topic: topic.name, relevant, by, at: app.clock.now(), drawn: null };
      const label = await makeLabel(store, saying);
      await store.labels.put([label]);
      if (session.options.json) return await session.printJson(label);
      session.say(`${id} ${relevant ? 'belongs' : 'does not belong'} to ${topic.name}.`);
    });
}

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Say yes or no.');
  return text === 'yes';
}

async function run(session: Session, app: App, options: Options): Promise<void> {
  if (options.import !== undefined) return await importLabels(session, app, { file: options.import, by: options.by });
  const topic = await findTopic(app, options.topic);
  const store = await app.store();
  if (options.history === true) {
    const steps = await store.labels.steps(topic.name);
    return session.options.json ? await session.printJson(steps) : await session.print(stepTable(steps, session));
  }
  const { threshold, pages } = await drawSample(store, topic, { ...options, now: app.clock.now() });
  if (options.list === true || session.options.json)
    return await session.printJson({ topic: topic.name, threshold, items: pages.map(sampleItem) });
  const labelled = await askForLabels(session, app, { topic, threshold, pages, by: options.by });
  session.say(`${labelled} labels are stored.`);
  if (labelled > 0) await calibrateTopic(session, app, topic, { isDry: false });
}

interface LabelRound {
  readonly topic: Topic;
  readonly threshold: number;
  readonly pages: readonly SampledPage[];
  readonly by: string;
}

/** Asks for each page. Every answer is stored at once, so stopping loses nothing. @returns the number of labels */
async function askForLabels(session: Session, app: App, { topic, threshold, pages, by }: LabelRound): Promise<number> {
  if (pages.length === 0) {
    session.say(`There is nothing to label for ${topic.name}: every article that scores above 0 has a label.`);
    return 0;
  }
  const store = await app.store();
  const { bold, dim } = session.colors;
  using keys = keysOf(session.io.stdin);
  let labelled = 0;
  for (const [index, page] of pages.entries()) {
    const { id, url, title, lead, score } = sampleItem(page);
    const facts = `${index + 1} of ${pages.length}, score ${score.toFixed(3)}, threshold ${threshold.toFixed(3)}, ${url}`;
    session.say(`\n${bold(printable(title))}\n${dim(printable(facts))}\n${printable(lead)}`);
    session.say(`Does it belong to ${topic.name}? y yes, n no, s skip, q quit`);
    const key = session.signal.aborted ? 'q' : await keys.next(['y', 'n', 's', 'q']);
    if (key === 'q') break;
    if (key === 's') continue;
    const saying = {
      articleId: id,
      topic: topic.name,
      relevant: key === 'y',
      by,
      at: app.clock.now(),
      drawn: page.drawn,
    };
    await store.labels.put([await makeLabel(store, saying)]);
    labelled++;
  }
  return labelled;
}

export interface Keys extends Disposable {
  /** Waits for one of these keys; `q` at the end of the input and at Ctrl-C. */
  next<const Key extends string>(keys: readonly Key[]): Promise<Key | 'q'>;
}

/** Reads single keys from a terminal, without Enter; from other input, single characters. */
export function keysOf(stdin: CliIo['stdin']): Keys {
  const terminal = 'setRawMode' in stdin && typeof stdin.setRawMode === 'function' ? stdin : null;
  const setRaw = (isRaw: boolean): void =>
    void (terminal as { setRawMode(raw: boolean): void } | null)?.setRawMode(isRaw);
  const chunks = stdin[Symbol.asyncIterator]();
  let waiting: string[] = [];
  setRaw(true);
  return {
    async next(keys) {
      for (;;) {
        const key = waiting.shift();
        if (key === '\u0003') return 'q';
        const match = keys.find((candidate) => candidate === key?.toLowerCase());
        if (match !== undefined) return match;
        if (waiting.length > 0) continue;
        const { done, value } = await chunks.next();
        if (done) return 'q';
        waiting = [...(typeof value === 'string' ? value : new TextDecoder().decode(value))];
      }
    },
    [Symbol.dispose]: () => setRaw(false),
  };
}
