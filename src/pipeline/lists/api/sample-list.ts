import { NewshawkError } from '../../../errors.ts';
import type { ListFinding } from '../../../model/page/list-api.ts';
import type { Link } from '../../../model/web/link.ts';
import { listShortfall } from '../../../stages/schedule/same-article.ts';
import { provenTexts } from '../../visit/fetch/api/proven-texts.ts';
import type { OpenedPage } from '../../visit/fetch/open-page.ts';
import type { TaskVisit } from '../../visit/page-visit.ts';
import type { ListingPorts } from '../list-page.ts';

/** Samples the answers of a rendered list. Undefined where the page says nothing of the API: it has hardly any links. @param links of its content */
export async function sampleList(
  io: ListingPorts,
  visit: TaskVisit,
  { live, page }: OpenedPage,
  links: readonly Link[],
): Promise<ListFinding | undefined> {
  if (live === null || listShortfall(links) !== null) return undefined;
  try {
    const answers = await live.answers();
    if (answers.answers.length === 0) return { kind: 'sampled', sample: null };
    const sample = await io.reader.sampleList({ url: visit.task.url, takenAt: page.fetchedAt, links, answers });
    if (sample === null) return { kind: 'sampled', sample };
    return { kind: 'sampled', sample: { ...sample, proven: await provenTexts(io, visit, sample) } };
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind === 'bug') throw error;
    io.log.info('api.not-sampled', { url: visit.task.url, message: error.message });
    return undefined;
  }
}
