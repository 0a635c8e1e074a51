import { relative } from 'node:path';
import type { App } from '../app.ts';
import { claimsSite, namedSite, siteKey } from '../model/web/site-key.ts';
import { printable } from '../printable.ts';
import { type BrokenScraper, brokenScrapers } from '../settings/broken-scrapers.ts';
import type { Session } from './session.ts';

/** Says which scrapers can't be used, and why. @param targets of the command; empty: all scrapers */
export async function sayBrokenScrapers(session: Session, app: App, targets: readonly string[] = []): Promise<void> {
  for (const broken of brokenScrapers(await app.sites()))
    if (targets.length === 0 || targets.some((target) => isNamed(broken, target)))
      session.say(brokenText(broken, session.io.cwd));
}

/** A scraper that can't be used, with its mistakes and what to do. */
const brokenText = ({ host, file, mistakes }: BrokenScraper, cwd: string): string =>
  [
    `The scraper of ${printable(host)} can't be used, and its site is left out: ${printable(relative(cwd, file))}`,
    ...mistakes.map((mistake) => `  - ${printable(mistake)}`),
    `  Correct the file; \`newshawk test ${printable(host)}\` then checks it.`,
  ].join('\n');

const isNamed = (broken: BrokenScraper, target: string): boolean =>
  URL.canParse(target) && /^https?:/i.test(target)
    ? claimsSite(broken.host, siteKey(target))
    : namedSite([broken], target) !== null;

/** Rows of the final table. */
export const brokenScraperRows = (
  broken: readonly BrokenScraper[],
): (readonly [name: string, value: string, shownBy: string])[] =>
  broken.map(({ host, mistakes }) => [
    'broken scraper',
    `${printable(host)} left out: ${printable(mistakes[0] ?? '')}`,
    `test ${printable(host)}`,
  ]);
