import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { answerLines } from '../../commands/batch/json-lines.ts';
import { readModelFile } from '../../config-files/load-categories.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Category } from '../../model/article/category.ts';
import type { LinearWeights } from '../../model/topic/linear-weights.ts';
import { printable } from '../../printable.ts';
import { categorise } from '../../stages/classify/categories/categorise.ts';
import type { CategoryInput } from '../../stages/classify/categories/fallback-rules.ts';
import type { Session } from '../session.ts';
import { loadModel } from './train.ts';

interface Options {
  readonly model?: string;
  readonly batch?: true;
}

const help = `
A line is JSON {"id": …, "title": …, "text": …}, with "lang", "section" and "url" where they are known; a title is enough.
Each line is answered with {"id", "label", "probability", "terms", "by", "model"}, in input order; an invalid line with
{"id", "error": {kind, message}}.

Without a model (--model, or NEWSHAWK_CATEGORIES_MODEL) section, address and a word list decide; label is null where
they give no category.

Examples:
  newshawk classify "Striker signs for three more seasons"
  newshawk classify --model categories.json --batch < articles.jsonl`;

export function addClassify(program: Command, session: Session): void {
  program
    .command('classify')
    .description('predict the category of headlines, text files (the first line is the title) or pages')
    .argument('[text...]', 'headlines, files, or http(s) addresses')
    .option('--model <file or version>', 'a model: its file, its version in the store, or `active`')
    .option('--batch', 'JSON lines from stdin, one JSON line each to stdout')
    .addHelpText('after', help)
    .action(session.action((texts: string[], options: Options) => classify(session, texts, options)));
}

async function classify(session: Session, texts: readonly string[], options: Options): Promise<ExitCode> {
  if ((options.batch === true) !== (texts.length === 0))
    throw new CommandError(
      exitCodes.usage,
      options.batch
        ? '--batch reads from stdin: leave the texts out, or leave --batch out.'
        : 'Write a headline in quotes, the name of a text file, or use --batch.',
    );
  const model = await chooseModel(session, options.model);
  if (options.batch) return batch(session, model);
  for (const text of texts) {
    const subject = await readSubject(session, text);
    const category = categorise(model, subject);
    await session.printData(
      { title: subject.title, category },
      `${printable(subject.title)}\n  ${categoryText(category)}\n`,
    );
  }
  return exitCodes.ok;
}

/** The named model, else the configured one; null where neither is set. @throws CommandError, NewshawkError */
async function chooseModel(session: Session, name: string | undefined): Promise<LinearWeights | null> {
  if (name !== undefined) return loadModel(session, name);
  await using app = await session.openApp();
  const { categoriesModel } = app.config;
  return categoriesModel === null ? null : readModelFile(resolve(session.io.cwd, categoriesModel));
}

const lineSchema = z
  .object({
    id: z.unknown().optional(),
    title: z.string('a title is required; it may be ""').default(''),
    text: z.string().nullish(),
    lang: z.string().nullish(),
    section: z.string().nullish(),
    url: z.string().nullish(),
  })
  .refine(({ title, text }) => `${title}${text ?? ''}`.trim() !== '', 'neither title nor text');

async function batch(session: Session, model: LinearWeights | null): Promise<ExitCode> {
  const answers = answerLines(session.inputLines(), lineSchema, ({ id = null, title, text, ...context }) => {
    const { lang = null, section = null, url = null } = context;
    const category = categorise(model, { title, text: text ?? '', lang, section, url });
    const { label, probability, terms, by, model: version } = category ?? noCategory;
    return { id, label, probability, terms, by, model: version };
  });
  return await session.printLines(answers);
}

const noCategory = { label: null, probability: 0, terms: [], by: null, model: null };

/** An address is fetched, a file is read, any other text is a headline. */
async function readSubject(session: Session, text: string): Promise<CategoryInput> {
  const nothing = { lang: null, section: null, url: null };
  if (/^https?:\/\//i.test(text)) {
    await using app = await session.openApp();
    const request = { html: null, fetchedAt: null, render: 'auto', explain: false } as const;
    const { draft, detail } = (await app.readPage({ url: text, ...request })).reading;
    if (draft === null) throw new CommandError(exitCodes.nothingFound, `${text} is not an article: ${detail}.`);
    const { title, body, lang, section, canonicalUrl } = draft;
    return { title, text: body, lang, section, url: canonicalUrl };
  }
  const content = await readFile(resolve(session.io.cwd, text), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // errors for a text that is not a file name: it is a headline
    if (['ENOENT', 'ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EINVAL'].includes(error.code ?? '')) return null;
    throw new CommandError(exitCodes.usage, `${text} can't be read (${error.code}).`, { cause: error });
  });
  if (content === null) return { title: text, text: '', ...nothing };
  const [title = '', ...rest] = content.trimStart().split('\n');
  return { title: title.trim(), text: rest.join('\n').trim(), ...nothing };
}

/** `sport 0.97 by model 1f2e…: goal 20 %, striker 12 %` */
export function categoryText(category: Category | null): string {
  if (category === null) return 'no category: nothing in the text indicates one';
  const { label, probability, by, model, terms } = category;
  const shares = terms.map(({ term, share }) => `${term} ${Math.round(share * 100)} %`).join(', ');
  const way = model === null ? by : `${by} ${model}`;
  return printable(`${label} ${probability.toFixed(2)} by ${way}${shares && `: ${shares}`}`);
}
