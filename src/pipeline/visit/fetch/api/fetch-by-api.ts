import { NewshawkError } from '../../../../errors.ts';
import type { Page } from '../../../../model/page/page.ts';
import type { ApiFinding, ApiKnowledge } from '../../../../model/page/page-api.ts';
import {
  articleDifference,
  browserErrors,
  shortfallOf,
  toleratedErrors,
} from '../../../../stages/schedule/same-article.ts';
import type { Crawl } from '../../../crawl/crawl.ts';
import type { ExtractedPage } from '../../../crawl.ts';
import { resultOfReading, resultUnread } from '../../page-result.ts';
import type { PageVisit } from '../../page-visit.ts';
import { extractOpened, type FetchResult, noFinding, openWay, stepsOn } from '../one-way.ts';
import { type AskedApi, askApi } from './ask-api.ts';
import { comparedCosts } from './page-by-api.ts';

/** Share of visits that look at the shell though its values are known: a new app is noticed by its scripts. */
export const shellLookShare = 0.1;

/** An API's answer that is not used, and what was made of it. */
export interface UnusedAnswer {
  readonly asked: AskedApi;
  readonly extracted: ExtractedPage | null;
  /** Why the page is rendered. */
  readonly lack: string;
}

/** Reads a page by the API behind it. @returns the page; or why it must be rendered: the API gave no article, or the site has a new app @throws NewshawkError */
export async function fetchByApi(
  services: Crawl,
  visit: PageVisit,
  knowledge: ApiKnowledge,
): Promise<FetchResult | UnusedAnswer> {
  const asked = await askApi(services, visit, knowledge, services.random() < shellLookShare);
  if (asked.page === null) return { asked, extracted: null, lack: asked.lack };
  const opened = asOpened(asked.page);
  const extracted = await extractOpened(services, visit, opened);
  const lack = shortfallOf(extracted);
  if (lack !== null) return { asked, extracted, lack };
  if (isNewApp(asked, knowledge)) return { asked, extracted, lack: 'the site has a new app' };
  const { renewed } = asked;
  return {
    ...noFinding,
    page: await resultOfReading(services, visit, { opened, extracted }),
    outcome: renewed === null ? '' : `values of the page were read anew: ${Object.keys(renewed).join(', ')}`,
    ...(renewed === null ? {} : { api: { kind: 'renewed', shared: renewed } }),
  };
}

const asOpened = (page: NonNullable<AskedApi['page']>) => ({ page, live: null, [Symbol.asyncDispose]: async () => {} });

/** Of an API that a scraper names, the first comparison says which scripts the app has. */
const isNewApp = ({ scripts }: AskedApi, { scripts: before, isNamed = false, agreed }: ApiKnowledge): boolean =>
  scripts !== null && (!isNamed || agreed.length > 0) && scripts.join('\n') !== before.join('\n');

/** Reads a page by its API and renders it. The rendered page is kept. @param unused the API's answer, where it was asked already @throws NewshawkError */
export async function compareWithApi(
  services: Crawl,
  visit: PageVisit,
  knowledge: ApiKnowledge,
  unused: UnusedAnswer | null = null,
): Promise<FetchResult> {
  const { asked, extracted, lack } = unused ?? (await askForComparison(services, visit, knowledge));
  try {
    await using opened = await openWay(services, visit, 'browser');
    const fetch = { ...noFinding, otherBytes: asked.bytes, steps: stepsOn(opened) };
    const why = unused === null ? '' : `rendered: ${lack}`;
    const unread = resultUnread(services, visit, opened);
    if (unread !== null) return { ...fetch, page: unread, outcome: why };
    const rendered = await extractOpened(services, visit, opened);
    const page = await resultOfReading(services, visit, { opened, extracted: rendered });
    const finding = findingOf(asked, { byApi: extracted, rendered, renderedPage: opened.page });
    if (finding?.kind === 'compared' && finding.difference !== '' && knowledge.isNamed === true)
      services.log.warn('api.differs', { url: visit.task.url, difference: finding.difference });
    const compared =
      finding?.kind !== 'compared'
        ? ''
        : finding.difference === ''
          ? 'compared with the API: the same'
          : `compared with the API: ${finding.difference}`;
    return { ...fetch, page, outcome: [why, compared].filter((text) => text !== '').join('; '), api: finding };
  } catch (error) {
    if (!(error instanceof NewshawkError) || asked.page === null || extracted === null) throw error;
    if (
      ![...browserErrors, ...toleratedErrors].includes(error.kind) ||
      shortfallOf(extracted) !== null ||
      knowledge.state !== 'learned'
    )
      throw error;
    const page = await resultOfReading(services, visit, { opened: asOpened(asked.page), extracted });
    return { ...noFinding, page, outcome: `not compared: ${error.message}`.slice(0, 200) };
  }
}

async function askForComparison(services: Crawl, visit: PageVisit, knowledge: ApiKnowledge): Promise<UnusedAnswer> {
  const asked = await askApi(services, visit, knowledge, true);
  const extracted = asked.page === null ? null : await extractOpened(services, visit, asOpened(asked.page));
  return { asked, extracted, lack: asked.lack };
}

interface BothReadings {
  readonly byApi: ExtractedPage | null;
  readonly rendered: ExtractedPage;
  readonly renderedPage: Page;
}

/** A page that gives no article in either way says nothing of the API. */
function findingOf(
  { page, bytes, lack, scripts, renewed }: AskedApi,
  { byApi, rendered, renderedPage }: BothReadings,
): ApiFinding | undefined {
  if (page === null || byApi === null)
    return rendered.reading.draft === null ? undefined : { kind: 'compared', difference: lack, scripts, renewed };
  const costs = comparedCosts({ elapsedMs: page.elapsedMs, bytes }, renderedPage);
  return { kind: 'compared', difference: articleDifference(byApi, rendered) ?? '', scripts, renewed, costs };
}
