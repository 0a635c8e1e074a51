import type { Site } from '../../../model/crawl/site.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import { DataPage } from '../data/data-page.ts';
import { dateContext } from '../dates/date-context.ts';
import { readStructured } from '../head/structured.ts';
import { readPageTree } from '../page/page-tree.ts';
import { parsePage } from '../page/parse.ts';
import { allRulesOn } from '../rules-off.ts';

/** A snapshot as the rules of own data read it. @throws NewshawkError too-large above 500,000 nodes */
export function openDataPage(snapshot: Snapshot, site: Site): DataPage {
  const parsed = parsePage(snapshot.html, allRulesOn);
  const { document } = parsed;
  const { finalUrl: url, takenAt } = snapshot;
  const structured = readStructured(parsed, url);
  const { blocks } = readPageTree(document.documentElement);
  const dates = dateContext({ structured, document, blocks, titleBlock: null, url, takenAt, country: site.country });
  const language =
    document.documentElement.getAttribute('lang') ||
    (structured.article?.language ??
      structured.meta.first('og:locale', 'content-language', 'language') ??
      site.language);
  return new DataPage({ snapshot, site, parsed, meta: structured.meta, dates, language });
}
