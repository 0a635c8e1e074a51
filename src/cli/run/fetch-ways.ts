import type { SavedRenders } from '../../model/crawl/saved-renders.ts';
import type { VisitSummary } from '../../storage/collections/crawl/visits.ts';
import { bytesText, countText } from '../terminal/amounts.ts';

/** `80 static (80 %), 15 by API (15 %), 5 in a browser (5 %)`: ways without a page are left out. */
export function waysText({ static: plain, api, browser }: VisitSummary['byWay']): string {
  const all = plain + api + browser;
  const counts = [
    [plain, 'static'],
    [api, 'by API'],
    [browser, 'in a browser'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, way]) => `${countText(count)} ${way} (${shareText(count / all)})`)
    .join(', ');
}

/** `95 renders, about 12.3 MB`. Empty: nothing was saved. */
export function savedText({ pages, bytes }: SavedRenders): string {
  if (pages === 0) return '';
  const less = bytes !== null && bytes > 0 ? `, about ${bytesText(bytes)}` : '';
  return `${countText(pages)} ${pages === 1 ? 'render' : 'renders'}${less}`;
}

/** A share above 0 is never shown as 0 %, one below 1 never as 100 %. */
const shareText = (share: number): string =>
  share > 0 && share < 0.01 ? '<1 %' : share > 0.99 && share < 1 ? '>99 %' : `${Math.round(share * 100)} %`;
