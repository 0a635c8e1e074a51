import { NewshawkError } from '../../../../errors.ts';
import type { ApiFinding, ApiSample } from '../../../../model/page/page-api.ts';
import { decodeHtml } from '../../../../stages/fetch/http/decode.ts';
import { unprovenTexts } from '../../../../stages/page-api/infer.ts';
import type { ExtractedPage } from '../../../crawl.ts';
import type { CrawlPorts } from '../../../ports.ts';
import type { PageVisit } from '../../page-visit.ts';
import type { OpenedPage } from '../open-page.ts';
import { repeatRequests } from './repeat-requests.ts';
import type { ApiPorts } from './send-request.ts';

export type SamplePorts = ApiPorts & Pick<CrawlPorts, 'reader' | 'log'>;

/** Scripts of an app that are searched for the texts of its requests: number, and bytes of each. */
const [maxScripts, maxScriptBytes] = [8, 4_000_000];

/**
 * Samples the answers of a rendered article. Undefined where the page says nothing of the API: it is no article, or the site's own rules read it, and these are for the
 * rendered page.
 */
export async function sampleAnswers(
  io: SamplePorts,
  visit: PageVisit,
  { live, page }: OpenedPage,
  { reading, snapshot }: ExtractedPage,
): Promise<ApiFinding | undefined> {
  const { draft } = reading;
  if (live === null || draft === null || !isGeneric(draft.provenance.body?.by)) return undefined;
  try {
    const answers = await live.answers();
    if (answers.answers.length === 0) return { kind: 'sampled', sample: null };
    const { url } = visit.task;
    const sample = await io.reader.sampleAnswers({
      url,
      takenAt: page.fetchedAt,
      draft,
      media: snapshot.media,
      answers,
    });
    if (sample === null) return { kind: 'sampled', sample };
    const unfit = await repeatRequests(io, visit, sample, answers);
    if (unfit !== null) return { kind: 'unfit', reason: unfit };
    return { kind: 'sampled', sample: { ...sample, proven: await provenTexts(io, visit, sample) } };
  } catch (error) {
    if (!(error instanceof NewshawkError) || error.kind === 'bug') throw error;
    io.log.info('api.not-sampled', { url: visit.task.url, message: error.message });
    return undefined;
  }
}

const isGeneric = (by: string | undefined): boolean => by === 'generic' || by === 'state';

/** Texts of the requests that look like keys, and stand in the app's scripts. Scripts are only fetched for such texts. */
async function provenTexts(io: SamplePorts, visit: PageVisit, sample: ApiSample): Promise<readonly string[]> {
  const unproven = unprovenTexts(sample);
  const proven = new Set<string>();
  for (const script of sample.scripts.slice(0, maxScripts)) {
    if (unproven.every((text) => proven.has(text))) break;
    if (!URL.canParse(script, visit.task.url)) continue;
    const code = await scriptText(io, visit, new URL(script, visit.task.url).href);
    for (const text of unproven) if (code.includes(text)) proven.add(text);
  }
  return [...proven];
}

/** Empty where the script does not arrive. */
async function scriptText(
  { http, config, log }: SamplePorts,
  { identity, task }: PageVisit,
  url: string,
): Promise<string> {
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
