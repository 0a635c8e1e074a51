import { exitCodes } from '../../errors.ts';

/** What each exit code means, and what a script may do. */
const texts: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done; a closed pipe (`| head`) and a `watch`, `worker`, `serve` or `mcp` that was asked to stop count as done',
  bug: 'a bug in newshawk: please report it with the lines on stderr',
  usage: 'the command line is wrong: the message says what is right',
  output: 'stdout or the file of `-o` could not be written whole',
  configuration: 'a mistake in the environment, .env, browsers.config.ts, a scraper or topics.json',
  store: 'the store can not be opened or written',
  queue: "the queue's server does not answer",
  browser: 'no browser starts: `newshawk doctor --fix`',
  interrupted: 'stopped before its end; everything is saved, `newshawk crawl --resume` continues',
  failureLimit: '`--failure-limit` was reached',
  timeLimit: '`--time-limit` was reached; `newshawk crawl --resume` continues',
  incomplete: 'ended by itself, but pages failed or are left, or a list has more than was loaded: the table names them',
  defects: '`store check` found defects, or a copy differs from its store',
  proxies: 'no proxy answers',
  drift: 'with `--fail-on drift`: the layout of a site has changed',
  nothingFound: 'nothing was found: no article, no media, no such record',
  testsFailed: 'a page is read worse than its fixture or correction says',
  refused: 'refused by a policy: the network guard, or a wrapper that would harm other pages',
};

interface ExitCodeRow {
  readonly code: number;
  readonly text: string;
}

/** By code. */
export const exitCodeRows: readonly ExitCodeRow[] = (Object.keys(texts) as (keyof typeof texts)[])
  .map((name) => ({ code: exitCodes[name], text: texts[name] }))
  .sort((a, b) => a.code - b.code);
