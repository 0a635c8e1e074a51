import { NewshawkError } from '../../../errors.ts';
import type { Page } from '../../../model/page/page.ts';
import type { ApiKnowledge } from '../../../model/page/page-api.ts';
import { pageOfAnswers } from '../../../stages/extract/answers/answer-page.ts';
import type { Crawl } from '../../crawl.ts';
import type { PageVisit } from '../../visit-result.ts';
import { Asking } from './asking.ts';
import { pageByApi } from './page-by-api.ts';

/** What the API behind a page gave. */
export interface AskedApi {
  /** Made from the answers; null where these have no article. */
  readonly page: Page | null;
  /** Why there is no page. */
  readonly lack: string;
  /** Bytes over the network. */
  readonly bytes: number;
  /** The app's scripts; null where the shell was not fetched. */
  readonly scripts: readonly string[] | null;
  /** Values of the shell that were old; null: none was. */
  readonly renewed: Readonly<Record<string, string>> | null;
}

/**
 * Asks the API behind a page for its article, as the page's own scripts would: by robots.txt, in the hosts' turns, through the identity's proxy. The shell is only
 * fetched where its values are needed. Values that all pages share are read anew when the API fails with the old ones.
 * @param looksAtShell fetches the shell in any case, to see whether the site has a new app
 * @throws NewshawkError of the shell's fetch, and proxy errors
 */
export async function askApi(
  crawl: Crawl,
  visit: PageVisit,
  knowledge: ApiKnowledge,
  looksAtShell: boolean,
): Promise<AskedApi> {
  const { api, shared } = knowledge;
  if (api === null) throw new NewshawkError('bug', 'an API is asked that is not known');
  const startedMs = crawl.clock.monotonicMs();
  const asking = new Asking(crawl, visit);
  const fetchesShell = api.reading.usesShell || looksAtShell;
  const asked = await asking.askWithShared<{ readonly html: string }>(
    { requests: api.requests, shared, fetchesShell },
    (answers) => {
      const html = pageOfAnswers(answers.answers, api, asking.shell);
      return html === null ? { lack: 'the answers have no text at the places of the body' } : { html };
    },
  );
  return {
    page:
      'lack' in asked.result
        ? null
        : pageByApi(crawl, visit, { html: asked.result.html, bytes: asking.bytes, startedMs }),
    lack: 'lack' in asked.result ? asked.result.lack : '',
    bytes: asking.bytes,
    scripts: asking.scripts,
    renewed: asked.renewed,
  };
}
