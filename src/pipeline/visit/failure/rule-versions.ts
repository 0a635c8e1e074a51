import type { FailureVersions } from '../../../model/crawl/failure.ts';
import type { Site } from '../../../model/crawl/site.ts';
import type { Store } from '../../../storage/port.ts';

/** The scraper and the learned wrapper that read pages of a host now. */
export async function ruleVersions(
  { wrappers }: Pick<Store, 'wrappers'>,
  { version }: Site,
  host: string,
): Promise<Omit<FailureVersions, 'newshawk'>> {
  return { scraper: version ?? null, wrapper: (await wrappers.get(host))?.live ?? null };
}
