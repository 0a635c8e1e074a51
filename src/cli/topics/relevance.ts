import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { relevanceBatch, textClassifier } from '../../commands/batch/relevance-batch.ts';
import { completeExamples, isUnread } from '../../crawl/topics/example-pages.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Topic } from '../../model/topic/topic.ts';
import { parseTopics } from '../../settings/topics.ts';
import { readPageFile } from '../files.ts';
import type { Session } from '../session.ts';
import { printTable } from '../terminal/table.ts';

interface Options {
  readonly topic: string;
  readonly batch?: true;
}

const help = `
A topic file is JSON: {"name", "keywords": {"term": weight}, "examples": ["a text", "https://..."], ...}, or a list
with one topic. With --batch a line is {"id": ..., "title": ..., "text": ..., "lang": ...}. It is answered with
{"id", "score", "kept", "terms"}; an invalid line with {"id", "error": {kind, message}}. A topic with three examples or
more learns from the input: the first 2,000 lines are read before the first answer.

Examples:
  newshawk relevance --topic topic.json --batch < articles.jsonl
  newshawk relevance --topic energy https://news.example/some-article`;

export function addRelevance(program: Command, session: Session): void {
  program
    .command('relevance')
    .description('how relevant texts are to a topic, and which terms counted')
    .argument('[page]', 'http(s) address, or HTML file')
    .requiredOption('--topic <topic>', 'a JSON file with a topic, or the name of a known topic')
    .option('--batch', 'JSON lines from stdin, one JSON line each to stdout, in input order')
    .addHelpText('after', help)
    .action(session.action((page: string | undefined, options: Options) => relevance(session, page, options)));
}

async function relevance(session: Session, page: string | undefined, options: Options): Promise<ExitCode> {
  if ((page === undefined) === (options.batch === undefined))
    throw new CommandError(exitCodes.usage, 'Name one page, or use --batch with JSON lines on stdin.');
  await using app = await session.openApp();
  const topic = await loadTopic(session, app, options.topic);
  return page === undefined ? batch(session, topic) : onePage(session, app, topic, page);
}

async function batch(session: Session, topic: Topic): Promise<ExitCode> {
  return await session.printLines(relevanceBatch(session.inputLines(), topic));
}

/** The topic of a file, or a known topic, with the texts of its examples. @throws CommandError */
async function loadTopic(session: Session, app: App, nameOrFile: string): Promise<Topic> {
  const topic = nameOrFile.endsWith('.json')
    ? await readTopicFile(resolve(session.io.cwd, nameOrFile))
    : await findKnownTopic(app, nameOrFile);
  // The store is opened only for examples with addresses.
  if (!topic.examples.some(isUnread)) return topic;
  const { topic: complete, missing } = await completeExamples(topic, { ...app, topics: (await app.store()).topics });
  for (const { url, why } of missing) session.say(`The example ${url} can't be read (${why}): it is left out.`);
  return complete;
}

async function readTopicFile(file: string): Promise<Topic> {
  const json = await readFile(file, 'utf8').then(JSON.parse, (cause: Error) => {
    throw new CommandError(exitCodes.configuration, `${file} can't be read: ${cause.message}`, { cause });
  });
  const [topic, ...more] = parseTopics(Array.isArray(json) ? json : [json]);
  if (topic === undefined || more.length > 0)
    throw new CommandError(
      exitCodes.usage,
      `${file} has ${more.length === 0 ? 'no topic' : `${more.length + 1} topics`}: expected one.`,
    );
  return topic;
}

async function findKnownTopic(app: App, name: string): Promise<Topic> {
  const topics = await app.topics();
  const match = topics.find((topic) => topic.name === name);
  if (match !== undefined) return match;
  const names = topics.map((topic) => topic.name).join(', ');
  throw new CommandError(
    exitCodes.usage,
    `There is no topic "${name}"${names === '' ? '' : `; there are: ${names}`}. A file with a topic ends in .json.`,
  );
}

async function onePage(session: Session, app: App, topic: Topic, page: string): Promise<ExitCode> {
  const { reading } = await readPage(session, app, page);
  const { draft, detail } = reading;
  if (draft === null) {
    session.say(`${page}: no article (${detail}).`);
    return exitCodes.nothingFound;
  }
  const stream = await app.streamSample();
  const { title, body: text, lang, tags, description } = draft;
  const { topics } = textClassifier([topic], stream)({ title, text, lang, tags: [...tags], description });
  const [score] = topics;
  if (score === undefined) throw new CommandError(exitCodes.bug, 'the topic gave no score');
  if (session.options.json) {
    await session.print(`${JSON.stringify({ page, title, ...score })}\n`);
    return exitCodes.ok;
  }
  const verdict = score.kept ? 'on topic' : 'off topic';
  await session.print(
    `${title}\n${topic.name}: ${score.score.toFixed(3)}, ${verdict} (threshold ${topic.threshold})\n`,
  );
  if (score.terms.length > 0)
    await printTable(session, score.terms, [
      ['term', ({ term }) => term],
      ['share', ({ share }) => `${(100 * share).toFixed(1)} %`, 'right'],
    ]);
  return exitCodes.ok;
}

async function readPage(session: Session, app: App, page: string) {
  const request = { fetchedAt: null, render: 'auto', explain: false } as const;
  if (/^https?:\/\//i.test(page)) return app.readPage({ ...request, url: page, html: null });
  const { url, html } = await readPageFile(session.io.cwd, page);
  return app.readPage({ ...request, url, html, render: 'static' });
}
