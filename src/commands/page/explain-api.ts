import type { TaskKind } from '../../model/crawl/task.ts';
import type { LearnedApi } from '../../model/page/page-api.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { urlFormats } from '../../stages/schedule/url-format.ts';
import type { Store } from '../../storage/port.ts';

const dayMs = 86_400_000;
export const savingsDays = 7;
/** Visits of a host that are read. */
const visitsRead = 20_000;

/** What an API saved for the pages of one format, or for the polls of a source. */
export interface ApiSavings {
  readonly since: Date;
  /** Visits that came by the API. */
  readonly pages: number;
  /** Whether there were more visits of the host than are read: the true figures are higher. */
  readonly isAtLeast: boolean;
  /** Pages times the mean difference of the compared pages; null: none was compared. Below 0: the API costs more. */
  readonly ms: number | null;
  readonly bytes: number | null;
}

interface SavingsOf {
  /** A page of the format, or the source. */
  readonly url: CanonicalUrl;
  readonly kind: TaskKind;
  readonly format: string;
  readonly costs: LearnedApi<unknown, unknown>['costs'];
  readonly now: Date;
}

/** What the API behind the pages of a format, or behind a source's list, saved in the last days. */
export async function apiSavings({ visits }: Store, { url, kind, format, costs, now }: SavingsOf): Promise<ApiSavings> {
  const since = new Date(now.getTime() - savingsDays * dayMs);
  const urls = await visits.urlsByApi({ origin: new URL(url).origin, kind, since, limit: visitsRead });
  const pages = urls.filter((visited) => (kind === 'source' ? visited === url : isOfFormat(visited, format))).length;
  const total = (difference: number) => Math.round(pages * difference);
  return {
    since,
    pages,
    isAtLeast: urls.length === visitsRead,
    ms: costs === undefined ? null : total(costs.browserMs - costs.apiMs),
    bytes: costs === undefined ? null : total(costs.browserBytes - costs.apiBytes),
  };
}

/** Pages of a host with many formats share a coarse one, or `*`. */
function isOfFormat(url: CanonicalUrl, format: string): boolean {
  const { fine, coarse } = urlFormats(url);
  return format === '*' || format === fine || format === coarse;
}
