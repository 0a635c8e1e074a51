import { NewshawkError } from '../../../errors.ts';
import type { ListApiSample } from '../../../model/page/list-api.ts';
import type { ApiSample } from '../../../model/page/page-api.ts';
import { decodeHtml } from '../../../stages/fetch/http/decode.ts';
import { unprovenTexts } from '../../../stages/page-api/request-plan.ts';
import type { Crawl } from '../../crawl.ts';
import type { TaskVisit } from '../../visit-result.ts';

/** Scripts of an app that are searched for the texts of its requests: number, and bytes of each. */
const [maxScripts, maxScriptBytes] = [8, 4_000_000];

/** Texts of the requests that look like keys, and stand in the app's scripts. Scripts are only fetched for such texts. */
export async function provenTexts(
  crawl: Crawl,
  visit: TaskVisit,
  sample: ApiSample | ListApiSample,
): Promise<readonly string[]> {
  const texts = unprovenTexts(sample);
  const proven = new Set<string>();
  for (const script of sample.scripts.slice(0, maxScripts)) {
    if (texts.every((text) => proven.has(text))) break;
    if (!URL.canParse(script, visit.task.url)) continue;
    const source = await scriptText(crawl, visit, new URL(script, visit.task.url).href);
    for (const text of texts) if (source.includes(text)) proven.add(text);
  }
  return [...proven];
}

/** Empty where the script does not arrive. */
async function scriptText({ http, config, log }: Crawl, { identity, task }: TaskVisit, url: string): Promise<string> {
  try {
    const { status, body, headers } = await http.fetch({
      url,
      identity,
      headers: { accept: '*/*', referer: task.url },
      maxBytes: maxScriptBytes,
      timeoutMs: config.staticTimeoutMs,
    });
    return status === 200 ? decodeHtml(body, headers).html : '';
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind === 'bug') throw error;
    log.info('api.no-script', { url, message: error.message });
    return '';
  }
}
