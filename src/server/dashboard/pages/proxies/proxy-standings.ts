import type { ListedProxy, ProxyUse } from '../../../../model/crawl/proxy.ts';
import type { Json } from '../../data/json.ts';

/** What GET /v1/proxies answers. */
export interface ProxyStandings {
  readonly total: number;
  readonly good: number;
  readonly waiting: number;
  readonly items: readonly (Json<Omit<ListedProxy, 'url'>> & { readonly scheme: string })[];
  readonly uses: readonly ProxyUse[];
}

/** How a proxy's check went, as the filter names it. */
export const checkOf = ({ check }: ProxyStandings['items'][number]): string =>
  check === null ? 'not checked' : (check.fault ?? 'good');
