import type { App } from '../../app.ts';
import { siteFor } from '../../config-files/load-scrapers.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import { namedSite, siteKey } from '../../model/web/site-key.ts';
import { brokenError, brokenScrapers, isBroken } from '../../settings/broken-scrapers.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { formatTable } from '../terminal/table.ts';

/** What a crawl starts with. Pages behind links are unknown until the sources are read. */
export interface CrawlPlan {
  readonly fetches: readonly { readonly url: string; readonly kind: string; readonly site: string }[];
  /** Pages of earlier crawls that wait in the frontier. */
  readonly pending: number;
}

/** @throws CommandError (usage) for a target that is neither a scraper's host nor an address */
export async function planCrawl(app: App, targets: readonly string[]): Promise<CrawlPlan> {
  const sites = await app.sites();
  if (targets.length === 0 && sites.length > 0 && sites.every(isBroken)) throw brokenError(brokenScrapers(sites));
  const fetches =
    targets.length === 0 ? sites.flatMap(sourcesOf) : targets.flatMap((target) => fetchesOf(target, sites));
  const { pending } = await (await app.store()).frontier.counts();
  return { fetches, pending };
}

/** Prints the plan as a table. */
export async function printPlan(session: Session, app: App, { fetches, pending }: CrawlPlan): Promise<void> {
  const columns = [{ title: 'site' }, { title: 'kind' }, { title: 'address' }];
  await session.print(
    formatTable(
      columns,
      fetches.map(({ site, kind, url }) => [site, kind, url]),
      Number.POSITIVE_INFINITY,
    ),
  );
  const mayDiscover = app.config.discover === 'on' && fetches.some(({ kind }) => kind === 'page');
  const more = mayDiscover
    ? ' Feeds that such a page links to, and sitemaps in its robots.txt, may also be polled.'
    : '';
  session.say(
    `${countText(fetches.length)} addresses to start with; ${countText(pending)} pages wait in the frontier.${more} Nothing was fetched.`,
  );
}

const sourcesOf = (site: Site): CrawlPlan['fetches'] =>
  site.sources.map(({ url, kind }) => ({ url, kind, site: site.host }));

function fetchesOf(target: string, sites: readonly Site[]): CrawlPlan['fetches'] {
  if (URL.canParse(target) && /^https?:$/.test(new URL(target).protocol))
    return isBroken(siteFor(sites, siteKey(target)))
      ? []
      : [{ url: new URL(target).href, kind: 'page', site: siteKey(target) }];
  const site = namedSite(sites, target);
  if (site !== null) return sourcesOf(site);
  const hosts = sites.map(({ host }) => host).join(', ') || 'none';
  throw new CommandError(
    exitCodes.usage,
    `"${target}" is neither the host of a scraper (there are: ${hosts}) nor an http(s) address.`,
  );
}
