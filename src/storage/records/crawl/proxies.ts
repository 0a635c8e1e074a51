import type { ListedProxy } from '../../../model/crawl/proxy.ts';
import type { Stored } from '../stored.ts';

export const proxyOf = ({ id, url, list, listedAt, check }: Stored<ListedProxy>): ListedProxy => ({
  id,
  url,
  list,
  listedAt: new Date(listedAt),
  check: check === null ? null : { ...check, at: new Date(check.at) },
});
