import { NewshawkError } from '../../../errors.ts';
import type { ListApiSample, ListFinding } from '../../../model/page/list-api.ts';
import type { Link } from '../../../model/web/link.ts';
import { itemsAt } from '../../../stages/page-api/lists/made-links.ts';
import { isRepeatable } from '../../../stages/page-api/repeatable.ts';
import { listShortfall } from '../../../stages/schedule/same-article.ts';
import { dataOf } from '../../../text/answer-data.ts';
import type { Crawl } from '../../crawl.ts';
import type { TaskVisit } from '../../visit-result.ts';
import type { OpenedPage } from '../open-page.ts';
import { provenTexts } from './proven-texts.ts';
import { sendRequest } from './send-request.ts';

/** Samples the answers of a rendered list. Undefined where the page says nothing of the API: it has hardly any links. @param links of its content */
export async function sampleList(
  crawl: Crawl,
  visit: TaskVisit,
  { live, page }: OpenedPage,
  links: readonly Link[],
): Promise<ListFinding | undefined> {
  if (live === null || listShortfall(links) !== null) return undefined;
  try {
    const answers = await live.answers();
    if (answers.answers.length === 0) return { kind: 'sampled', sample: null };
    const sample = await crawl.reader.sampleList({ url: visit.task.url, takenAt: page.fetchedAt, links, answers });
    if (sample === null) return { kind: 'sampled', sample };
    const unfit = await repeatRequest(crawl, visit, sample);
    if (unfit !== null) return { kind: 'unfit', reason: unfit };
    return { kind: 'sampled', sample: { ...sample, proven: await provenTexts(crawl, visit, sample) } };
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind === 'bug') throw error;
    crawl.log.info('api.not-sampled', { url: visit.task.url, message: error.message });
    return undefined;
  }
}

/** Sends the request of the longest list again, as far as it has no effect. @returns why its answer can't be used; null: nothing speaks against it */
async function repeatRequest(
  crawl: Crawl,
  visit: TaskVisit,
  { requests, lists }: ListApiSample,
): Promise<string | null> {
  const [list] = lists;
  const request = requests[list?.answer ?? -1]?.request;
  if (list === undefined || request === undefined || !isRepeatable(request.method, request.body)) return null;
  const { answer, lack, status } = await sendRequest(crawl, visit, request);
  if (answer === null && (status === null || status >= 500)) return null; // the server has trouble: nothing is known
  if (answer === null) return `asked again, ${lack}`;
  return itemsAt(dataOf(answer.text), list.path).length === 0 ? 'asked again, it gives no list' : null;
}
