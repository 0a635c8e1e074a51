import { NewshawkError } from '../../../errors.ts';
import type { ApiFinding } from '../../../model/page/page-api.ts';
import type { Crawl } from '../../crawl.ts';
import type { PageVisit } from '../../visit-result.ts';
import type { VisitedPage } from '../../visited-page.ts';
import type { OpenedPage } from '../open-page.ts';
import { provenTexts } from './proven-texts.ts';
import { repeatRequests } from './repeat-requests.ts';

/**
 * Samples the answers of a rendered article. Undefined where the page says nothing of the API: it is no article, or its text came with the page.
 */
export async function sampleAnswers(
  crawl: Crawl,
  visit: PageVisit,
  { live, page }: OpenedPage,
  { reading, snapshot }: VisitedPage,
): Promise<ApiFinding | undefined> {
  const { draft } = reading;
  if (live === null || draft === null || !isOfPage(draft.provenance.body?.by)) return undefined;
  try {
    const answers = await live.answers();
    if (answers.answers.length === 0) return { kind: 'sampled', sample: null };
    const { url } = visit.task;
    const sample = await crawl.reader.sampleAnswers({
      url,
      takenAt: page.fetchedAt,
      draft,
      media: snapshot.media,
      answers,
    });
    if (sample === null) return { kind: 'sampled', sample };
    const unfit = await repeatRequests(crawl, visit, sample, answers);
    if (unfit !== null) return { kind: 'unfit', reason: unfit };
    return { kind: 'sampled', sample: { ...sample, proven: await provenTexts(crawl, visit, sample) } };
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind === 'bug') throw error;
    crawl.log.info('api.not-sampled', { url: visit.task.url, message: error.message });
    return undefined;
  }
}

/** Read from what the page shows, by our rules or the site's own: not from an API. */
const isOfPage = (by: string | undefined): boolean => by !== undefined && by !== 'api';
