import type { RenderForecast } from '../../commands/page/explain.ts';
import { type ApiSavings, savingsDays } from '../../commands/page/explain-api.ts';
import type { ListApi, ListApiSample, NextPage } from '../../model/page/list-api.ts';
import type {
  AnswerPath,
  ApiSample,
  BodyPath,
  LearnedApi,
  PageApi,
  RequestTemplate,
} from '../../model/page/page-api.ts';
import { pagesMissing } from '../../model/page/page-api.ts';
import { bytesText, countedText, countText, durationText, minuteText } from '../terminal/amounts.ts';

type Row = readonly [name: string, value: string];

/** Lines of `explain` on the API behind the pages of a format, or behind a source's list. Empty: nothing is known of one. */
export function apiRows(evidence: RenderForecast['evidence'], saved: RenderForecast['saved']): readonly Row[] {
  const { api = null, list = null } = evidence ?? {};
  return [
    ...(api === null ? [] : knowledgeRows(api, { api: fieldRows, sample: pageSampleRows })),
    ...(list === null ? [] : knowledgeRows(list, { api: listRows, sample: listSampleRows })),
    ...(saved === null ? [] : savedRows(saved)),
  ];
}

/** Lines that differ between the APIs of articles and of lists. */
interface PartRows<Sample, Api> {
  readonly api: (api: Api) => readonly Row[];
  readonly sample: (sample: Sample) => readonly Row[];
}

function knowledgeRows<Sample, Api extends { readonly requests: readonly RequestTemplate[] }>(
  knowledge: LearnedApi<Sample, Api>,
  partRows: PartRows<Sample, Api>,
): readonly Row[] {
  const { state, reason, decidedAt, api } = knowledge;
  const missing = pagesMissing(knowledge);
  const next = missing === 0 ? '' : `; ${countText(missing)} more to be rendered`;
  return [
    ['state', `${state}, ${minuteText(decidedAt)}: ${reason === '' ? 'nothing is known yet' : reason}${next}`],
    ...(api === null ? [] : [...api.requests.flatMap(requestRows), ...partRows.api(api)]),
    ...knowledge.samples.flatMap(partRows.sample),
    ...Object.entries(knowledge.shared).map(([place, value]): Row => ['same on all', `\${${place}} is ${value}`]),
    ...comparedRows(knowledge),
  ];
}

/** What a rendered article says: the request that has its text, and where. */
function pageSampleRows({ url, requests, bodies }: ApiSample): readonly Row[] {
  const [best = []] = bodies;
  return [
    ['sample', url],
    ...best.map(({ answer, path }): Row => ['', `text at ${pathText(path)} of ${requests[answer]?.text ?? ''}`]),
  ];
}

function listSampleRows({ takenAt, requests, lists }: ListApiSample): readonly Row[] {
  const places = lists.map(
    ({ answer, path, links }) => `${countText(links)} links at ${pathText(path)} of ${requests[answer]?.text ?? ''}`,
  );
  return places.map((place, at): Row => [at === 0 ? 'sample' : '', `${minuteText(new Date(takenAt))}: ${place}`]);
}

const pathText = (path: string): string => (path === '' ? 'the whole answer' : path);

/** Where the links of a list are, and how its next pages are asked for. */
function listRows({ requests, list, next, shownPages }: ListApi): readonly Row[] {
  const others = [
    ['titles', list.title],
    ['dates', list.publishedAt],
  ] as const;
  const shown = shownPages === 1 ? [] : [['', `the rendered list shows ${countText(shownPages)} pages`] as const];
  return [
    ['items', `${list.path}${requests.length === 1 ? '' : ` of request ${list.answer}`}`],
    ['links', list.address],
    ...others.map(([name, path]): Row => [name, path ?? 'in no answer']),
    ['next page', nextText(next)],
    ...shown,
  ];
}

function nextText(next: NextPage | null): string {
  if (next === null) return 'none, or it is not known how it is asked for';
  if (next.kind === 'address') return `the answer has its address: ${next.path}`;
  const drops = next.drops.length === 0 ? '' : `, without ${next.drops.join(', ')}`;
  if (next.kind === 'cursor') return `${next.part} is ${next.path} of the answer${drops}`;
  return `${next.part} is ${next.first}, then ${next.step} more each time${drops}`;
}

const requestRows = ({ method, url, headers, body, kind }: RequestTemplate, at: number): Row[] => [
  [`request ${at}`, `${method} ${url} (${kind})`],
  ...Object.entries(headers).map(([name, value]): Row => ['', `${name}: ${value}`]),
  ...(body === null || body === '' ? [] : [['', `body ${body}`] as const]),
];

function fieldRows({ requests, fields, reading, lang }: PageApi): Row[] {
  const asWhole = reading.takesWholeBody ? 'the whole text of the body' : 'the text that extraction finds in the body';
  const how: Row = [
    'read',
    `${asWhole}${reading.usesShell ? ', with title and metadata of the page itself' : ''}${lang === null ? '' : `; language ${lang}`}`,
  ];
  if (fields === null) return [['fields', 'the answers are HTML, read as a page'], how];
  const { body, ...others } = fields;
  const place = ({ answer, path, isUtc = false }: AnswerPath) =>
    `${pathText(path)}${requests.length === 1 ? '' : ` of request ${answer}`}${isUtc ? ', in UTC' : ''}`;
  return [
    ...Object.entries(others).map(([name, path]): Row => [name, path === null ? 'in no answer' : place(path)]),
    ...body.map((path): Row => ['body', `${place(path)}${bodyRules(path)}`]),
    how,
  ];
}

const bodyRules = ({ texts, skips }: BodyPath): string =>
  `${texts.length === 0 ? '' : `, text in ${texts.map((name) => (name === '' ? 'lists' : name)).join(', ')}`}${skips.length === 0 ? '' : `, without ${skips.join(', ')}`}`;

function comparedRows({ agreed, lastDifference, costs }: LearnedApi<unknown, unknown>): Row[] {
  const same = agreed.filter(Boolean).length;
  return [
    ...(agreed.length === 0
      ? []
      : [['compared', `${same} of the last ${agreed.length} pages were the same as rendered`] as const]),
    ...(lastDifference === '' ? [] : [['difference', `the last one: ${lastDifference}`] as const]),
    ...(costs === undefined
      ? []
      : [
          [
            'costs',
            `${durationText(costs.apiMs)} and ${bytesText(costs.apiBytes)} a page, rendered ${durationText(costs.browserMs)} and ${bytesText(costs.browserBytes)} (means of ${countText(costs.pages)} compared pages)`,
          ] as const,
        ]),
  ];
}

function savedRows({ pages, isAtLeast, ms, bytes }: ApiSavings): Row[] {
  if (pages === 0) return [];
  const amounts = [
    ...(ms === null ? [] : [amount(ms, durationText)]),
    ...(bytes === null ? [] : [amount(bytes, bytesText)]),
  ];
  const saved = amounts.length === 0 ? 'not known before a comparison' : amounts.join(' and ');
  return [
    [
      'saved',
      `${saved}: ${isAtLeast ? 'at least ' : ''}${countedText(pages, 'visit')} in ${savingsDays} days came without a browser`,
    ],
  ];
}

const amount = (value: number, text: (value: number) => string): string =>
  value < 0 ? `${text(-value)} lost` : text(value);
