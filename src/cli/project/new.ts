import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { App } from '../../app.ts';
import type { SiteStudy } from '../../commands/scraper/site-study.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { siteKey } from '../../model/web/site-key.ts';
import { sayBrokenScrapers } from '../broken-scrapers.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { type ScraperText, scraperText } from './scraper-text.ts';
import { studyLines } from './study-lines.ts';

/** Articles that are read where nobody says how many. */
const defaultPages = 6;

interface Options {
  readonly pages: number;
  readonly print?: true;
  readonly stored?: true;
}

export function addNew(program: Command, session: Session): void {
  program
    .command('new')
    .description(
      'read some pages of a site and write a scraper for it, with fixtures and the APIs that crawls have learned',
    )
    .argument('<host or address>', 'of the home page, or of a channel')
    .option('--pages <number>', 'articles that are read, at most', parseWholeNumber(1, 50), defaultPages)
    .option('--print', 'print the scraper, and write no file')
    .option('--stored', 'only what crawls have learned: nothing is read from the site')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 2 there is a scraper already, 11 interrupted: nothing was written, 31 no article was found or the site does not answer, 33 robots.txt or the network policy forbids it.',
    )
    .action((target: string, options: Options) => makeScraper(session, target, options));
}

async function makeScraper(session: Session, target: string, options: Options): Promise<void> {
  const site = siteNamed(target);
  const isPrinted = options.print === true;
  await using app = await session.openApp();
  // Windows allows no colon in a name
  const fileOf = (host: string) =>
    join(resolve(session.io.cwd, app.config.scrapersDir), host.replace(':', '_'), 'scraper.ts');
  if (!isPrinted) await refuseToOverwrite(fileOf(site.host), site.host);
  const study = options.stored === true ? null : await studyOf(session, app, { site, target, pages: options.pages });
  if (session.isInterrupted) {
    session.exitCode = exitCodes.interrupted;
    return;
  }
  // redirects may lead to another host
  const named = study === null ? site : siteNamed(study.origin);
  if (named.host !== site.host)
    session.say(`${site.host} leads to ${named.origin ?? named.host}: the scraper is of that site.`);
  const scraper = await textOf(app, named, study);
  const file = isPrinted ? null : fileOf(named.host);
  if (file !== null && named.host !== site.host) await refuseToOverwrite(file, named.host);
  const { writeScraper } = await import('../../commands/scraper/write-scraper.ts');
  const fixtures = file === null ? [] : await writeScraper(file, { text: scraper.text, pages: study?.pages ?? [] });
  if (session.options.json)
    await session.printJson({ file, fixtures, ...scraper, study: study === null ? null : briefOf(study) });
  else if (isPrinted) await session.print(scraper.text);
  sayResult(session, { host: named.host, file, fixtures, scraper, study });
  await sayBrokenScrapers(session, app);
}

interface StudyTarget {
  readonly site: NamedSite;
  readonly target: string;
  readonly pages: number;
}

async function studyOf(session: Session, app: App, { site, target, pages }: StudyTarget): Promise<SiteStudy> {
  const address = /^https?:\/\//i.test(target) ? target : `https://${site.host}/`;
  const { signal } = session;
  let step = '';
  const onProgress = (sentence: string): void => {
    step = sentence;
    session.say(sentence);
  };
  return await session.unlessStopped(
    app.studySite(address, { pages, signal, onProgress }),
    () =>
      `Interrupted. This was not finished: ${step} No scraper and no fixture was written; \`newshawk new ${target}\` begins again.`,
  );
}

async function textOf(app: App, site: NamedSite, study: SiteStudy | null): Promise<ScraperText> {
  const { formats } = await app.store();
  const evidence = await Promise.all(site.formatHosts.map((host) => formats.ofHost(host)));
  const day = app.clock.now().toISOString().slice(0, 10);
  const lines = study === null ? {} : { study: studyLines(study, day) };
  return scraperText({ host: site.host, origin: site.origin, formats: evidence.flat(), ...lines });
}

interface Result {
  readonly host: string;
  readonly file: string | null;
  readonly fixtures: readonly string[];
  readonly scraper: ScraperText;
  readonly study: SiteStudy | null;
}

function sayResult(
  session: Session,
  { host, file, fixtures, scraper: { text, learned, leftOut }, study }: Result,
): void {
  if (file !== null)
    session.say(`${file} is written${fixtures.length === 0 ? '' : `, with ${fixtures.length / 2} pages as fixtures`}.`);
  if (learned.length > 0) session.say(`It names the APIs behind ${learnedText(learned)}.`);
  else if (study === null)
    session.say('No API is learned behind its pages: `newshawk explain <address of an article>` shows why.');
  if (leftOut.length > 0)
    session.say('An API that is learned for pages of many forms is left out: no pattern names these pages.');
  if (file === null) return;
  session.say(
    study === null
      ? `Next: \`newshawk sources discover ${host}\` proposes its sources.`
      : `${text.includes('TO DECIDE') ? 'Look at its lines with TO DECIDE. ' : ''}Next: \`newshawk crawl ${host} --limit 20\` brings articles.`,
  );
}

/** What scripts need of a study: the pages themselves are in the fixtures. */
const briefOf = ({ pages, rules, ...rest }: SiteStudy): object => ({
  ...rest,
  rules,
  pages: pages.map(({ url, snapshot, reading: { draft } }) => ({ url, via: snapshot.via, title: draft.title })),
});

async function refuseToOverwrite(file: string, host: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false, // missing, as expected
  );
  if (isThere)
    throw new CommandError(
      exitCodes.usage,
      `${file} is there already. Nothing was written: \`newshawk new ${host} --print\` shows what would be, to copy from.`,
    );
}

/** @param formats those of lists begin with `source ` */
function learnedText(formats: readonly string[]): string {
  const lists = formats.filter((format) => format.startsWith('source '));
  const pages = formats.filter((format) => !lists.includes(format));
  return [
    ...(pages.length === 0 ? [] : [`pages like ${pages.join(', ')}`]),
    ...(lists.length === 0
      ? []
      : [
          `the ${lists.length === 1 ? 'list' : 'lists'} ${lists.map((format) => format.slice('source '.length)).join(', ')}`,
        ]),
  ].join(' and ');
}

interface NamedSite {
  readonly host: string;
  /** Null: `https://<host>`. */
  readonly origin: string | null;
  /** Hosts, with port, under which pages of the site are kept. */
  readonly formatHosts: readonly string[];
}

/** The site that a person names. @throws CommandError (usage) where it is neither a host nor an address */
function siteNamed(target: string): NamedSite {
  const isAddress = /^https?:\/\//i.test(target);
  const address = isAddress ? target : `https://${target}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (
    url === null ||
    (!isAddress && url.host !== target.toLowerCase()) ||
    !/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(url.hostname)
  )
    throw new CommandError(
      exitCodes.usage,
      `"${target}" is neither a host nor an http(s) address: write gazette.example, or https://www.gazette.example/.`,
    );
  const host = siteKey(url.href).replace(/^www\./, '');
  return {
    host,
    origin: url.origin === `https://${host}` ? null : url.origin,
    formatHosts: [...new Set([url.host, host, `www.${host}`])],
  };
}
