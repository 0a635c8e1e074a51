import { access, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError, exitCodes } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import type { Session } from '../session.ts';
import { type ScraperOf, scraperText } from './scraper-text.ts';

export function addNew(program: Command, session: Session): void {
  program
    .command('new')
    .description('write a scraper for a site, with the APIs that were learned behind its pages and lists')
    .argument('<host or address>')
    .option('--print', 'print it, and write no file')
    .action((target: string, { print = false }: { readonly print?: boolean }) => writeScraper(session, target, print));
}

async function writeScraper(session: Session, target: string, isPrinted: boolean): Promise<void> {
  const site = siteOf(target);
  await using app = await session.openApp();
  const file = join(resolve(session.io.cwd, app.config.scrapersDir), site.host, 'scraper.ts');
  if (!isPrinted) await refuseToOverwrite(file, site.host);
  const { formats } = await app.store();
  const evidence = await Promise.all(site.formatHosts.map((host) => formats.ofHost(host)));
  const { text, learned, leftOut } = scraperText({ ...site, formats: evidence.flat() });
  if (!isPrinted) await writeNew(file, text);
  if (session.options.json) await session.printJson({ file: isPrinted ? null : file, text, learned, leftOut });
  else if (isPrinted) await session.print(text);
  if (!isPrinted) session.say(`${file} is written.`);
  session.say(
    learned.length === 0
      ? 'No API is learned behind its pages: `newshawk explain <address of an article>` shows why.'
      : `It names the APIs behind ${learnedText(learned)}.`,
  );
  if (leftOut.length > 0)
    session.say('An API that is learned for pages of many forms is left out: no pattern names these pages.');
  if (!isPrinted) session.say(`Next: \`newshawk sources discover ${site.host}\` proposes its sources.`);
}

interface NamedSite extends Omit<ScraperOf, 'formats'> {
  /** Hosts, with port, under which pages of the site are kept. */
  readonly formatHosts: readonly string[];
}

/** @throws CommandError (usage) where it is neither a host nor an address */
function siteOf(target: string): NamedSite {
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
  const host = url.hostname.replace(/^www\./, '');
  return {
    host,
    origin: url.origin === `https://${host}` ? null : url.origin,
    formatHosts: [...new Set([url.host, host, `www.${host}`])],
  };
}

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

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    // wx: a file that was created since the check is not overwritten either.
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new CommandError(
      exitCodes.usage,
      `${path ?? file} can't be written (${code}). Set NEWSHAWK_SCRAPERS to another folder.`,
      {
        cause: error,
      },
    );
  }
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
