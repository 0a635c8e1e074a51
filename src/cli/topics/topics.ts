import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { growTopics } from '../../crawl/topics/grow-topics.ts';
import { knownTopics, refuseNameOfFile, removeTopic, saveTopic } from '../../crawl/topics/known-topics.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { CalibrationStep } from '../../model/topic/label.ts';
import type { KnownTopic, Topic } from '../../model/topic/topic.ts';
import { parseTopics } from '../../settings/topics.ts';
import { topTerms } from '../../stages/classify/growth/grown-topic.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { printList } from '../terminal/table.ts';
import { agreesToHide, forecastLines, hidesMuch } from './forecast.ts';
import { addRescore } from './rescore.ts';

const help = `
Topics are defined in topics.json (NEWSHAWK_TOPICS) or in the store; the file wins where both define a name. Changes apply
from the next crawl on. It also judges stored articles again where they are few; else use topics rescore.

Examples:
  newshawk topics add energy -k "wind power" -k grid=2 -e https://news.example/some-article
  newshawk topics add cycling -k bicycle -k "bike lane" --follow
  newshawk topics import topics.json`;

interface AddOptions {
  readonly keyword?: readonly string[];
  readonly example?: readonly string[];
  readonly exclude?: readonly string[];
  readonly language?: readonly string[];
  readonly method?: string;
  readonly threshold?: string;
  readonly follow?: boolean;
}

interface SaveOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const appendValue = (value: string, before: readonly string[] = []): string[] => [...before, value];

export function addTopics(program: Command, session: Session): void {
  const topics = program
    .command('topics')
    .description('the topics that articles are judged by')
    .addHelpText('after', help);
  topics
    .command('list')
    .description('all topics, with the number of published articles on each')
    .action(session.withApp((app) => list(session, app)));
  topics
    .command('show')
    .description('a topic, and what was learned from its examples')
    .argument('<name>')
    .action(session.withApp((app, name: string) => show(session, app, name)));
  topics
    .command('add')
    .description('add a topic to the store, or replace the one of this name')
    .argument('<name>')
    .option('-k, --keyword <term[=weight]>', 'a term and its weight, default 1 (repeat)', appendValue)
    .option('-e, --example <address|text>', 'an article on the topic (repeat)', appendValue)
    .option('-x, --exclude <term>', 'a page with it is off topic (repeat)', appendValue)
    .option('-l, --language <code>', 'only pages in this language, ISO 639-1 (repeat)', appendValue)
    .option('--method <method>', 'vector (default), boolean, tags or learned')
    .option('--threshold <score>', 'minimum score of a page on the topic, 0 to 1')
    .option('--follow', 'mark the articles that match, and hide no others')
    .option('--dry-run', 'say what it would do to the stored articles, save nothing')
    .option('--yes', 'save it without asking')
    .action(
      session.withApp((app, name: string, options: AddOptions & SaveOptions) =>
        save(session, app, parseTopics([topicDefinition(name, options)]), options),
      ),
    );
  topics
    .command('import')
    .description('add the topics of a JSON file to the store')
    .argument('<file>')
    .option('--dry-run', 'say what they would do to the stored articles, save nothing')
    .option('--yes', 'save them without asking')
    .action(
      session.withApp(async (app, file: string, options: SaveOptions) =>
        save(session, app, await readTopicsFile(session, file), options),
      ),
    );
  topics
    .command('remove')
    .description('remove a topic from the store; `topics rescore` or the next crawl updates the stored articles')
    .argument('<name>')
    .action(session.withApp((app, name: string) => remove(session, app, name)));
  addRescore(topics, session);
}

function topicDefinition(
  name: string,
  { keyword = [], example = [], exclude = [], language = [], ...options }: AddOptions,
): object {
  const { method, threshold, follow } = options;
  const weighted = keyword.map((text) => {
    const [, term = '', weight = '1'] = /^(.*?)(?:=(\d+(?:\.\d+)?))?$/s.exec(text) ?? [];
    return [term, Number(weight)];
  });
  return {
    name,
    keywords: Object.fromEntries(weighted),
    examples: example,
    exclude,
    languages: language,
    ...(method !== undefined && { method }),
    ...(threshold !== undefined && { threshold: Number(threshold) }),
    ...(follow === true && { follow }),
  };
}

async function readTopicsFile(session: Session, file: string): Promise<Topic[]> {
  const refuse = (lack: string) => (cause: Error) => {
    throw new CommandError(exitCodes.configuration, `${file} ${lack}: ${cause.message}`, { cause });
  };
  const text = await readFile(resolve(session.io.cwd, file), 'utf8').catch(refuse("can't be read"));
  const json: unknown = await Promise.resolve(text).then(JSON.parse).catch(refuse('is not JSON'));
  return parseTopics(Array.isArray(json) ? json : [json]);
}

/** Says what the topics do to the stored articles, then saves them. A person at a terminal is asked where they would hide most articles. */
async function save(
  session: Session,
  app: App,
  topics: readonly Topic[],
  { dryRun = false, yes = false }: SaveOptions,
): Promise<void> {
  const ofFile = await app.topicsOfFile();
  for (const { name } of topics) refuseNameOfFile(name, ofFile);
  const forecast = await app.forecastTopics(topics);
  for (const line of forecastLines(topics, forecast)) session.say(line);
  if (session.options.json) await session.printJson({ dryRun, ...forecast });
  if (dryRun || (!yes && hidesMuch(forecast) && !(await agreesToHide(session, forecast))))
    return session.say('Nothing was saved.');
  const examples = { topics: (await app.store()).topics, clock: app.clock, readPage: app.readPage };
  for (const topic of topics) {
    const { missing } = await saveTopic(topic, ofFile, examples);
    for (const { url, why } of missing) session.say(`The example ${url} can't be read: ${why}. It is left out.`);
    session.say(
      `Topic "${topic.name}" is saved and applies from the next crawl on; \`newshawk topics rescore\` applies it to stored articles now.`,
    );
  }
}

async function remove(session: Session, app: App, name: string): Promise<void> {
  await removeTopic(name, (await app.store()).topics, await app.topicsOfFile());
  session.say(`Topic "${name}" is removed from the store.`);
}

async function list(session: Session, app: App): Promise<void> {
  const { articles, topics, labels } = await app.store();
  const topicList = await knownTopics(await app.topicsOfFile(), topics);
  const calibrated = new Map((await labels.lastSteps()).map(({ topic, to }) => [topic, to]));
  const counts = new Map<string, number>();
  for (const { topic } of topicList)
    counts.set(topic.name, await articles.count({ topic: topic.name, status: 'published' }));
  const data = topicList.map((entry) => ({
    ...entry,
    calibrated: calibrated.get(entry.topic.name) ?? null,
    articles: counts.get(entry.topic.name),
  }));
  const none = 'There are no topics: every article is on topic. `newshawk topics add --help` shows how to add one.';
  await printList(session, topicList, { data, none }, [
    ['topic', ({ topic }) => (topic.follow === true ? `${topic.name} (followed)` : topic.name), 12],
    ['method', ({ topic }) => topic.method],
    ['keywords', ({ topic }) => countText(Object.keys(topic.keywords).length), 'right'],
    ['examples', ({ topic }) => countText(topic.examples.length), 'right'],
    ['threshold', ({ topic }) => calibrated.get(topic.name)?.toFixed(3) ?? String(topic.threshold), 'right'],
    ['articles', ({ topic }) => countText(counts.get(topic.name) ?? 0), 'right'],
    ['in', ({ definedIn }) => definedIn],
  ]);
}

async function show(session: Session, app: App, name: string): Promise<void> {
  const knownTopic = (await app.knownTopics()).find(({ topic }) => topic.name === name);
  if (knownTopic === undefined)
    throw new CommandError(exitCodes.nothingFound, `There is no topic "${name}": \`newshawk topics list\` shows all.`);
  const grown = growTopics([knownTopic.topic], await app.streamSample())[name];
  const learned = grown === undefined ? null : { stream: grown.stream, topTerms: topTerms(grown, 20) };
  const step = (await (await app.store()).labels.steps(name)).at(-1) ?? null;
  await session.printData(
    { ...knownTopic, calibrated: step, learned },
    `${describe(knownTopic, learned)}${step === null ? '' : calibrationText(step)}`,
  );
}

const calibrationText = ({ topic, to, at, why }: CalibrationStep): string =>
  `threshold in force: ${to.toFixed(3)} since ${minuteText(at)} UTC, by labels: ${why} (\`newshawk label --topic ${topic} --history\`)\n`;

interface Learned {
  readonly stream: number;
  readonly topTerms: readonly string[];
}

function describe({ topic, definedIn, updatedAt }: KnownTopic, learned: Learned | null): string {
  const keywords = Object.entries(topic.keywords).map(([term, weight]) => (weight === 1 ? term : `${term}=${weight}`));
  const lines = [
    `${topic.name}: ${topic.method}, threshold ${topic.threshold}, ${topic.follow === true ? 'followed, ' : ''}in the ${definedIn}${updatedAt === null ? '' : ` since ${minuteText(updatedAt)} UTC`}`,
    `keywords: ${keywords.join(', ') || 'none'}`,
    ...(topic.exclude.length > 0 ? [`exclude: ${topic.exclude.join(', ')}`] : []),
    ...(topic.languages.length > 0 ? [`languages: ${topic.languages.join(', ')}`] : []),
    `examples: ${topic.examples.length === 0 ? 'none' : ''}`,
    ...topic.examples.map(
      ({ url, title, fetchedAt }) =>
        `  ${title || 'not read'}${url === null ? '' : ` (${url}${fetchedAt === null ? '' : `, read ${fetchedAt}`})`}`,
    ),
    learned === null
      ? 'learned: nothing (three examples and 60 stored articles are needed); keywords alone decide'
      : `learned from ${learned.stream} articles: ${learned.topTerms.join(', ')}`,
  ];
  return `${lines.join('\n')}\n`;
}
