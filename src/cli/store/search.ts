import { type Command, Option } from 'commander';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import { readSearch, type SearchQuery } from '../../text/search-query.ts';
import { type Snippet, searchSnippet } from '../../text/search-snippet.ts';
import { parseTime, parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { printTable } from '../terminal/table.ts';

const help = `
All words must be there, in title or body; case and accents do not count. In one argument: "a phrase" in quotes, elect* for a
beginning, -word for one that is not there.

Exit codes: 0 found, 31 nothing is found.`;

interface Options {
  readonly site?: string;
  readonly topic?: string;
  readonly since?: Date;
  readonly sort: 'relevance' | 'newest';
  readonly limit: number;
}

export function addSearch(program: Command, session: Session): void {
  program
    .command('search')
    .description('stored articles with these words, the best match first')
    .argument('<words...>', 'what to look for')
    .option('--site <host>', 'articles of this site')
    .option('--topic <name>', 'articles relevant to this topic')
    .option('--since <time>', 'stored or updated since: 2026-11-21, 2h, 7d', parseTime(session.io.clock.now()))
    .addOption(new Option('--sort <order>', 'order').choices(['relevance', 'newest']).default('relevance'))
    .option('--limit <count>', 'how many', parseWholeNumber(1, 1_000), 20)
    .addHelpText('after', help)
    .action(session.action((words: readonly string[], options: Options) => search(session, words.join(' '), options)));
}

async function search(session: Session, q: string, { limit, sort, ...options }: Options): Promise<ExitCode> {
  const query = readWords(q, '`newshawk search wind`');
  await using app = await session.openApp();
  const { articles } = await app.store();
  const filter: ArticleFilter = { q, ...options };
  const found = await articles.find({ ...filter, byRelevance: sort === 'relevance', limit });
  const [total, notIndexed] = [await articles.count(filter), await articles.notIndexed()];
  const items = found.map(({ id, site, url, title, status, updatedAt, body }) => ({
    id,
    site,
    url,
    title,
    status,
    updatedAt,
    snippet: searchSnippet(query, body),
  }));
  if (session.options.json) await session.printJson({ total, notIndexed, items });
  else if (items.length > 0)
    await printTable(session, items, [
      ['id', ({ id }) => id],
      ['changed', ({ updatedAt }) => updatedAt.toISOString().slice(0, 10)],
      ['site', ({ site }) => site, 12],
      ['title', ({ title }) => title, 20],
      ['found', ({ snippet }) => markedText(snippet), 20],
    ]);
  if (total > items.length) session.say(`${countText(total)} articles in all; --limit shows more.`);
  if (items.length === 0) session.say('Nothing is found. Fewer words, or a beginning such as elect*, find more.');
  if (notIndexed > 0) session.say(notIndexedText(notIndexed));
  return items.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

export const notIndexedText = (count: number): string =>
  `${countText(count)} articles are not searched yet: \`newshawk watch\` and \`newshawk serve\` add them by and by, \`newshawk store check --repair\` at once.`;

/** Checks words of a search. @param example a command that does it right @throws CommandError (usage) where they look for nothing */
export function readWords(q: string, example: string): SearchQuery {
  const read = readSearch(q);
  if ('query' in read) return read.query;
  throw new CommandError(exitCodes.usage, `The search finds nothing: ${read.problem}. Example: ${example}`);
}

/** Letters of a table's snippet before the first found word: the column is narrow. */
const before = 20;

/** Found words between brackets, for terminals with and without colours; it begins near the first one. */
function markedText({ text, marks }: Snippet): string {
  const from = Math.max(0, (marks[0]?.[0] ?? 0) - before);
  let marked = from > 0 ? '…' : '';
  let at = from;
  for (const [start, end] of marks) {
    marked += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return marked + text.slice(at);
}
