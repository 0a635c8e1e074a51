import type {
  AnswerFieldName,
  AnswerPath,
  ApiSample,
  BodyPath,
  PageAnswer,
  PageAnswers,
  SampleRequest,
} from '../../model/page/page-api.ts';
import { dataOf, jsonpOf, leavesOf } from '../../text/answer-data.ts';
import { explainPart } from './explain-parts.ts';
import { addressValues, answerValues, type NamedValue } from './placeholders.ts';
import { requestParts } from './request-parts.ts';
import { ShellValues } from './shell-values.ts';

/** Where a page's article is in its answers; `answer` is a number in `PageAnswers.answers`. */
export interface ArticleInAnswers {
  readonly bodies: readonly (readonly BodyPath[])[];
  readonly fields: Readonly<Record<AnswerFieldName, readonly AnswerPath[] | null>>;
}

/** Requests of a page that are kept. */
const maxRequests = 6;
/** Characters of an answer's value that a later request may contain. */
const maxIdLength = 80;

/** What a rendered page teaches: the requests whose answers have its article, with all sources of their parts. @param page its address, and what is known of the article */
export function sampleOf(
  {
    url,
    lang,
    likeness,
  }: { readonly url: string; readonly lang: string | null; readonly likeness: ApiSample['likeness'] },
  answers: PageAnswers,
  article: ArticleInAnswers,
): ApiSample {
  const named = [...article.bodies.flat(), ...Object.values(article.fields).flatMap((paths) => paths ?? [])];
  const used = [...new Set(named.map(({ answer }) => answer))].slice(0, maxRequests).sort((a, b) => a - b);
  const { requests, scripts } = sampledRequests(url, answers, used);
  const renumber = <T extends AnswerPath>(paths: readonly T[]): T[] =>
    paths.filter(({ answer }) => used.includes(answer)).map((path) => ({ ...path, answer: used.indexOf(path.answer) }));
  const fields = Object.entries(article.fields).map(([name, paths]) => [name, paths === null ? null : renumber(paths)]);
  return {
    url,
    requests,
    bodies: article.bodies.filter((body) => body.every(({ answer }) => used.includes(answer))).map(renumber),
    fields: Object.fromEntries(fields) as ApiSample['fields'],
    lang,
    likeness,
    proven: [],
    scripts,
  };
}

/** The requests with these numbers in `PageAnswers.answers`, with all sources of their parts. @param url of the page */
export function sampledRequests(url: string, { shell, answers }: PageAnswers, used: readonly number[]) {
  const shellValues = new ShellValues(shell ?? '');
  const ofAddress = addressValues(new URL(url));
  const requests = used.map((number, at) => {
    const answer = answers[number] as PageAnswer;
    const earlier = used.slice(0, at).flatMap((before, place) => valuesOf(answers[before] as PageAnswer, place));
    return requestOf(answer, [...callbackOf(answer), ...ofAddress], shellValues, earlier);
  });
  return { requests, scripts: shellValues.scripts };
}

const callbackOf = ({ text, kind }: PageAnswer): readonly NamedValue[] => {
  const callback = kind === 'jsonp' ? jsonpOf(text)?.callback : undefined;
  return callback === undefined ? [] : [{ name: 'callback', value: callback }];
};

/** The short values of an answer, the last of equal ones left out. */
function valuesOf({ text, kind }: PageAnswer, place: number): readonly NamedValue[] {
  if (kind === 'html') return [];
  const leaves = leavesOf(dataOf(text)).filter(
    ({ value }) => typeof value !== 'boolean' && String(value).length <= maxIdLength,
  );
  return answerValues(place, leaves);
}

function requestOf(
  answer: PageAnswer,
  ofPage: readonly NamedValue[],
  shell: ShellValues,
  earlier: readonly NamedValue[],
): SampleRequest {
  const { url, method, headers, body, by, kind } = answer;
  const { parts } = requestParts(answer);
  const values = [...ofPage, ...shell.valuesIn([...parts.values()].join('\n')), ...earlier];
  return {
    method,
    by,
    kind,
    text: `${method} ${url}`.slice(0, 300),
    request: { url, method, headers, body, by },
    parts: Object.fromEntries([...parts].map(([key, text]) => [key, explainPart(text, values)])),
  };
}
