import type { ApiSample, BodyPath, PageAnswer, PageAnswers, PageRequest } from '../../../model/page/page-api.ts';
import { plainText } from '../../../stages/extract/answers/plain-text.ts';
import { bodyHtmlAt } from '../../../stages/extract/answers/read-body.ts';
import { isRepeatable } from '../../../stages/page-api/repeatable.ts';
import { dataOf } from '../../../text/answer-data.ts';
import { wordTokens } from '../../../text/likeness.ts';
import type { Crawl } from '../../crawl.ts';
import type { PageVisit } from '../../visit-result.ts';
import { sendRequest } from './send-request.ts';

/** How often each request is sent again. Of two texts that a server gives by chance, three pages with two repetitions show the other one in 98 % of all cases. */
const repetitions = 2;

/**
 * Sends the requests whose answers hold the text again, as far as they have no effect. A server may give one of several texts by chance, or refuse what was asked
 * already; then the API can't be used.
 * @returns why it can't be used; null: nothing speaks against it
 */
export async function repeatRequests(
  crawl: Crawl,
  visit: PageVisit,
  { requests, bodies }: ApiSample,
  { answers }: PageAnswers,
): Promise<string | null> {
  const paths = bodies[0] ?? [];
  for (const number of new Set(paths.map(({ answer }) => answer))) {
    const request = requests[number]?.request;
    const first = answers.find((answer) => request !== undefined && isSame(answer, request));
    if (request === undefined || first === undefined || !isRepeatable(request.method, request.body)) continue;
    const ofAnswer = paths.filter(({ answer }) => answer === number);
    for (let count = 0; count < repetitions; count++) {
      const { answer, lack, status } = await sendRequest(crawl, visit, request);
      if (answer === null && (status === null || status >= 500)) return null; // the server has trouble: nothing is known
      if (answer === null) return `asked again, ${lack}`;
      if (textOf(answer, ofAnswer) !== textOf(first, ofAnswer)) return 'asked again, it gives another text';
    }
  }
  return null;
}

const isSame = (answer: PageAnswer, { url, method, body }: PageRequest): boolean =>
  answer.url === url && answer.method === method && answer.body === body;

const textOf = ({ kind, text }: PageAnswer, paths: readonly BodyPath[]): string =>
  wordTokens(plainText(kind === 'html' ? text : paths.map((path) => bodyHtmlAt(dataOf(text), path)).join(' '))).join(
    ' ',
  );
