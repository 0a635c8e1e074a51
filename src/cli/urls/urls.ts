import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { parsePatterns, patternsText } from '../../commands/batch/patterns-file.ts';
import { classifyUrls, learnUrls } from '../../commands/batch/url-batch.ts';
import { learnSeen } from '../../crawl/links/link-patterns.ts';
import { CommandError, type ExitCode, exitCodes, kindOf } from '../../errors.ts';
import { tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import type { SitePatterns } from '../../model/web/url-pattern.ts';
import { siteOf } from '../../stages/url-patterns/typed-address.ts';
import type { Store } from '../../storage/port.ts';
import { batchLines, replaceFile } from '../files.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { printList, printTable } from '../terminal/table.ts';

const learnHelp = `
A line is {"url": "https://...", "label": ...}; the label is "article", "listing", "other", true (an article), false (none), or
missing: then what crawls have seen of the site counts, and the form of the address and of the others of its site. Invalid lines are left out and named.

Examples:
  newshawk urls learn --batch --out patterns.json < known.jsonl
  newshawk urls classify --patterns patterns.json < urls.jsonl`;

const classifyHelp = `
A line is {"id": ..., "url": ...}. It is answered with {"id", "url", "class", "pattern", "confidence", "why"}: the class is article,
listing, other, or unknown where too little is known; an invalid line with {"id", "error": {kind, message}}.`;

export function addUrls(program: Command, session: Session): void {
  const urls = program
    .command('urls')
    .description('which addresses of a site are articles, by patterns that are learned (docs/url-patterns.md)');
  urls
    .command('learn')
    .description('learn the patterns of addresses from JSON lines')
    .requiredOption('--batch [file]', 'JSON lines of a file or of stdin; any number of sites')
    .option('-o, --out <file>', 'where to write the patterns; default: stdout')
    .addHelpText('after', learnHelp)
    .action(
      session.action(({ batch, out }: { readonly batch: string | true; readonly out?: string }) =>
        learn(session, batch, out),
      ),
    );
  urls
    .command('classify')
    .description(
      'classify addresses before they are fetched: JSON lines from stdin, one JSON line each to stdout, in input order',
    )
    .requiredOption('--patterns <file>', 'a file of `newshawk urls learn`')
    .addHelpText('after', classifyHelp)
    .action(session.action(({ patterns }: { readonly patterns: string }) => classify(session, patterns)));
  urls
    .command('list')
    .description('the sites whose addresses visits have shown, with their numbers')
    .action(session.action(session.withApp((app) => list(session, app))));
  urls
    .command('show')
    .description('the patterns of a site, as the crawl learned them from its visits')
    .argument('<host>', 'a host or domain: gazette.example')
    .action(session.action((host: string) => show(session, host)));
}

async function list(session: Session, app: App): Promise<ExitCode> {
  const counts = await (await app.store()).knownAddresses.counts();
  const none = 'No addresses are known yet: `newshawk crawl` learns from the pages that it visits.';
  await printList(session, counts, { none }, [
    ['site', ({ site }) => site],
    ['articles', ({ article }) => countText(article), 'right'],
    ['lists', ({ listing }) => countText(listing), 'right'],
    ['other', ({ other }) => countText(other), 'right'],
  ]);
  if (session.options.json && counts.length === 0) session.say(none);
  return counts.length > 0 ? exitCodes.ok : exitCodes.nothingFound;
}

async function show(session: Session, host: string): Promise<ExitCode> {
  const url = tryCanonicalUrl(/^https?:\/\//i.test(host) ? host : `https://${host}/`);
  if (url === null)
    throw new CommandError(exitCodes.usage, `"${host}" is no host. Name one as in https://gazette.example.`);
  await using app = await session.openApp();
  const site = siteOf(url);
  const { patterns } = learnSeen(await (await app.store()).knownAddresses.ofSite(site), site);
  if (patterns.patterns.length === 0) {
    session.say(
      `Nothing is known of the addresses of ${patterns.site}: no page of it was visited, or too few. \`newshawk urls list\` shows the known sites.`,
    );
    return exitCodes.nothingFound;
  }
  if (session.options.json) await session.printJson(patterns);
  else
    await printTable(session, patterns.patterns, [
      ['class', (pattern) => pattern.class],
      ['conf.', ({ confidence }) => confidence.toFixed(2), 'right'],
      ['for', ({ support }) => countText(support), 'right'],
      ['against', ({ against }) => countText(against), 'right'],
      ['expression', ({ expression }) => expression],
    ]);
  return exitCodes.ok;
}

async function learn(session: Session, batch: string | true, out: string | undefined): Promise<ExitCode> {
  await using opened = new AsyncDisposableStack();
  let store: Promise<Store | null> | null = null;
  const { sites, lines, mistakes, invalid } = await learnUrls(await batchLines(session, batch), async (site) => {
    store ??= existingStore(session, opened);
    return (await (await store)?.knownAddresses.ofSite(site)) ?? [];
  });
  if (session.signal.aborted) return exitCodes.interrupted;
  if (invalid > 0) {
    const more = invalid > mistakes.length ? [`  - and ${countText(invalid - mistakes.length)} more`] : [];
    session.say(
      `${countText(invalid)} invalid lines are left out:\n${[...mistakes.map((mistake) => `  - ${mistake}`), ...more].join('\n')}`,
    );
  }
  if (lines === 0)
    throw new CommandError(
      exitCodes.nothingFound,
      'stdin has no line with an http(s) address. A line is {"url": "https://…", "label": "article"}.',
    );
  const text = patternsText(sites);
  if (out === undefined) await session.print(text);
  else await replaceFile(resolve(session.io.cwd, out), text, 'The patterns');
  session.say(
    `Learned ${patternCount(sites)} patterns of ${countText(sites.length)} sites from ${countText(lines)} addresses${out === undefined ? '' : `: ${out}`}.`,
  );
  return exitCodes.ok;
}

/** The store of the project, which is closed with `opened`; null: it can't be opened, which is said. Learning needs none, so none is created. */
async function existingStore(session: Session, opened: AsyncDisposableStack): Promise<Store | null> {
  const app = opened.use(await session.openApp());
  try {
    return opened.use(await app.openStoreAt(app.config.store, 'existing'));
  } catch (error) {
    if (kindOf(error) !== 'store') throw error;
    session.say(`Addresses without label are learned by their form alone: ${(error as Error).message}`);
    return null;
  }
}

const patternCount = (sites: readonly SitePatterns[]): string =>
  countText(sites.reduce((sum, { patterns }) => sum + patterns.length, 0));

async function classify(session: Session, file: string): Promise<ExitCode> {
  const text = await readFile(resolve(session.io.cwd, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError(
      exitCodes.configuration,
      `${file} can't be read (${cause.code}). \`newshawk urls learn --batch --out ${file}\` writes it.`,
      { cause },
    );
  });
  const sites = parsePatterns(file, text);
  return await session.printLines(classifyUrls(session.inputLines(), sites));
}
