import { NewshawkError } from '../../../errors.ts';
import type { ApiFinding, ApiKnowledge } from '../../../model/page/page-api.ts';
import {
  articleDifference,
  browserErrors,
  shortfallOf,
  toleratedErrors,
} from '../../../stages/schedule/same-article.ts';
import type { Crawl } from '../../crawl.ts';
import { checkReading, extractOpened } from '../../page-reader.ts';
import type { EndedPage } from '../../page-status.ts';
import type { PageVisit } from '../../visit-result.ts';
import { joined } from '../../visit-result.ts';
import type { VisitedPage } from '../../visited-page.ts';
import type { Fetched, Subject } from '../fetch-modes.ts';
import { noFinding } from '../fetch-modes.ts';
import type { ModeChoice } from '../format-evidence.ts';
import type { AskedApi } from './ask-api.ts';
import { askApi } from './ask-api.ts';
import { comparedCosts } from './page-by-api.ts';
/** Share of visits that look at the shell though its values are known: a new app is noticed by its scripts. */
export const shellLookShare = 0.1;

type Result = Fetched<VisitedPage | EndedPage>;

/** What the API gave, and what was made of it. */
interface ApiReading {
  readonly asked: AskedApi;
  /** Null: it gave no page. */
  readonly read: VisitedPage | null;
  /** Why the page is rendered; empty: for a comparison. */
  readonly shortfall: string;
}

/** Reads a page by the API behind it; in the browser where that gives too little or the site has a new app, and for a comparison. @throws NewshawkError */
export async function readByApi(
  crawl: Crawl,
  visit: PageVisit,
  { api: knowledge, ways: mode }: ModeChoice,
  subject: Subject<VisitedPage, EndedPage>,
): Promise<Result> {
  if (knowledge === null) throw new NewshawkError('bug', 'an API is used that is not known');
  const isCompared = mode === 'api-compared';
  const asked = await askApi(crawl, visit, knowledge, isCompared || crawl.random() < shellLookShare);
  const read = asked.page === null ? null : await extractOpened(crawl, visit, { page: asked.page, live: null });
  const tooLittle = read === null ? asked.lack : shortfallOf(read);
  const shortfall = isCompared ? '' : (tooLittle ?? (isNewApp(asked, knowledge) ? 'the site has a new app' : ''));
  if (read === null || isCompared || shortfall !== '')
    return await compareWithApi(crawl, visit, knowledge, { asked, read, shortfall }, subject);
  const { renewed } = asked;
  return {
    ...noFinding,
    result: await checkReading(crawl, visit, read, null),
    outcome: renewed === null ? '' : `values of the page were read anew: ${Object.keys(renewed).join(', ')}`,
    ...(renewed === null ? {} : { api: { kind: 'renewed', shared: renewed } }),
  };
}

/** Of an API that a scraper names, the first comparison says which scripts the app has. */
const isNewApp = ({ scripts }: AskedApi, { scripts: before, isNamed = false, agreed }: ApiKnowledge): boolean =>
  scripts !== null && (!isNamed || agreed.length > 0) && scripts.join('\n') !== before.join('\n');

/** Renders a page that its API gave. The rendered page is kept. @throws NewshawkError */
async function compareWithApi(
  crawl: Crawl,
  visit: PageVisit,
  knowledge: ApiKnowledge,
  { asked, read, shortfall }: ApiReading,
  subject: Subject<VisitedPage, EndedPage>,
): Promise<Result> {
  try {
    await using rendered = await subject.open('browser', { expands: false });
    const fetch = { ...noFinding, otherBytes: asked.bytes, steps: rendered.steps };
    const why = shortfall === '' ? '' : `rendered: ${shortfall}`;
    if ('ended' in rendered) return { ...fetch, result: rendered.ended, outcome: why };
    const result = await subject.keep(rendered);
    const finding = findingOf(asked, read, rendered.read);
    if (finding?.kind === 'compared' && finding.difference !== '' && knowledge.isNamed === true)
      crawl.log.warn('api.differs', { url: visit.task.url, difference: finding.difference });
    const compared =
      finding?.kind !== 'compared'
        ? ''
        : finding.difference === ''
          ? 'compared with the API: the same'
          : `compared with the API: ${finding.difference}`;
    return { ...fetch, result, outcome: joined(why, compared), api: finding };
  } catch (error) {
    if (!(error instanceof NewshawkError) || read === null) throw error;
    const isTolerated = [...browserErrors, ...toleratedErrors].includes(error.kind);
    if (!isTolerated || shortfallOf(read) !== null || knowledge.state !== 'learned') throw error;
    const result = await checkReading(crawl, visit, read, null);
    return { ...noFinding, result, outcome: `not compared: ${error.message}`.slice(0, 200) };
  }
}

/** A page that gives no article in either mode says nothing of the API. */
function findingOf(
  { page, bytes, lack, scripts, renewed }: AskedApi,
  byApi: VisitedPage | null,
  rendered: VisitedPage,
): ApiFinding | undefined {
  if (page === null || byApi === null)
    return rendered.reading.draft === null ? undefined : { kind: 'compared', difference: lack, scripts, renewed };
  const costs = comparedCosts({ elapsedMs: page.elapsedMs, bytes }, rendered.page);
  return { kind: 'compared', difference: articleDifference(byApi, rendered) ?? '', scripts, renewed, costs };
}
