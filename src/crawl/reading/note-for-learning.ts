import type { PageType } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import { filledByLearning } from '../../site/own-data-evidence.ts';
import { leftToLearning } from '../../site/teacher.ts';
import { urlFormats } from '../../stages/schedule/url-format.ts';
import type { VisitResult } from '../../storage/port.ts';
import type { Crawl } from '../crawl.ts';
import type { EndedPage } from '../page-status.ts';
import type { PageVisit } from '../visit-result.ts';
import type { VisitedPage } from '../visited-page.ts';

/** Tells the learner what the page shows of its site. Pages whose body the site's own rules or an API give need no wrapper. */
export async function noteForLearning(
  { siteLearner, log }: Crawl,
  { task, site }: PageVisit,
  page: VisitedPage | EndedPage,
  { visit }: VisitResult,
): Promise<void> {
  const format = urlFormats(task.url).coarse;
  if ('reading' in page && showsOwnData(site, page)) {
    const { snapshot, reading } = page;
    const sample = { url: task.url, snapshot: snapshot.hash, at: snapshot.takenAt, isData: true } as const;
    const filled = filledByLearning(reading.ownData);
    await siteLearner.note({
      site: snapshot.site,
      sample,
      isArticle: true,
      format,
      evidence: null,
      declared: site,
      filled,
      log,
    });
    return;
  }
  if (visit.snapshot === null || !('reading' in page)) return;
  const { draft, evidence } = page.reading;
  const sample = { url: task.url, snapshot: visit.snapshot, at: page.snapshot.takenAt };
  if (page.failedAs !== null) {
    if (evidence !== null) await siteLearner.note({ site: task.host, sample, isArticle: false, format, evidence, log });
    return;
  }
  const by = draft?.provenance.body?.by;
  if (visit.outcome !== 'stored' || (by !== 'generic' && by !== 'learned')) return;
  await siteLearner.note({
    site: page.snapshot.site,
    sample,
    isArticle: true,
    format,
    evidence,
    declared: site,
    log,
  });
}

/** Whether a page that is no article may show own data whose places are learned. Sources list links. */
function showsOwnData(site: Site, { reading }: VisitedPage): boolean {
  const { fields, records } = leftToLearning(site);
  const isOther = reading.reason === 'not-an-article' || reading.reason === 'list';
  if (!isOther || (fields.length === 0 && records.length === 0)) return false;
  return reading.ownData.isDataPage || reading.ownData.records.length > 0 || isItem(reading.pageType) || !site.articles;
}

const isItem = (type: PageType): boolean => type === 'product' || type === 'forum';
