import type { FetchWay } from '../page/page.ts';

/** What pages that came without a browser saved. */
export interface SavedRenders {
  /** Pages that came by a static fetch or an API. */
  readonly pages: number;
  /** How many bytes more as many rendered pages have, at the mean of the rendered ones; null: none was rendered, and nothing compares. */
  readonly bytes: number | null;
}

type ByWay = Readonly<Record<FetchWay, number>>;

/** @param pages number of pages by way @param bytes bytes of these pages by way */
export function savedRenders(pages: ByWay, bytes: ByWay): SavedRenders {
  const cheap = pages.static + pages.api;
  if (pages.browser === 0) return { pages: cheap, bytes: null };
  return {
    pages: cheap,
    bytes: Math.round((cheap * bytes.browser) / pages.browser - bytes.static - bytes.api),
  };
}
