import { isDeepStrictEqual } from 'node:util';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import type { ListApi } from '../../model/page/list-api.ts';
import type {
  AnswerPath,
  ApiKnowledge,
  BodyPath,
  LearnedApi,
  PageApi,
  RequestTemplate,
} from '../../model/page/page-api.ts';
import { printable } from '../../printable.ts';
import { formatPattern } from '../../stages/schedule/format-pattern.ts';
import { literalPattern } from '../../text/literal-pattern.ts';

export interface ScraperOf {
  readonly host: string;
  /** Null: `https://<host>`. */
  readonly origin: string | null;
  /** Of the pages of the host. */
  readonly formats: readonly FormatEvidence[];
}

export interface ScraperText {
  readonly text: string;
  /** Formats whose API is in the text. */
  readonly learned: readonly string[];
  /** Formats whose API can't be named, because they have no pattern. */
  readonly leftOut: readonly string[];
}

interface Learned {
  readonly format: string;
  readonly pages: RegExp;
  readonly knowledge: ApiKnowledge;
  readonly api: PageApi;
}

/** The text of a scraper file with the APIs that were learned behind the pages of its host. */
export function scraperText({ host, origin, formats }: ScraperOf): ScraperText {
  const apis = formats.flatMap(({ format, api = null }) =>
    api?.state === 'learned' && api.isNamed !== true && api.api !== null
      ? [{ format, knowledge: api, api: api.api }]
      : [],
  );
  const learned = apis
    .flatMap((one): Learned[] => {
      const pages = formatPattern(one.format);
      return pages === null ? [] : [{ ...one, pages }];
    })
    .sort((a, b) => widthOf(a.format) - widthOf(b.format));
  const lists = formats.flatMap(learnedList);
  const languages = new Set(learned.map(({ api }) => api.lang));
  const [language = null] = languages.size === 1 ? languages : [];
  const lines = [
    "import { defineScraper, listing } from 'newshawk';",
    '',
    '// One typed object per site. Only `host` is required; the generic extractor finds what is left out.',
    "// Values and lists of your own: data: { rating: number('.stars') }, records: { event: { region: '.event', fields: { … } } }.",
    'export default defineScraper({',
    `  host: ${quoted(host)},`,
    ...(origin === null ? [] : [`  origin: ${quoted(origin)},`]),
    ...(language === null ? [] : [`  language: ${quoted(language)},`]),
    ...sourceLines(lists.map(pathOfList)),
    ...(learned.length + lists.length === 0
      ? []
      : ['  api: [', ...learned.flatMap(apiLines), ...lists.flatMap(listLines), '  ],']),
    '});',
    '',
  ];
  return {
    text: lines.join('\n'),
    learned: [...learned, ...lists].map(({ format }) => format),
    leftOut: apis.filter(({ format }) => formatPattern(format) === null).map(({ format }) => format),
  };
}

/** The first API that matches a page counts, so formats with fewer wide segments come first. */
const widthOf = (format: string): number => format.match(/\{slug\}|\{word\}|\*/g)?.length ?? 0;

interface LearnedList {
  readonly format: string;
  readonly knowledge: LearnedApi<unknown, ListApi>;
  readonly api: ListApi;
}

const learnedList = ({ format, list = null }: FormatEvidence): LearnedList[] =>
  list?.state === 'learned' && list.isNamed !== true && list.api !== null
    ? [{ format, knowledge: list, api: list.api }]
    : [];

/** Where it was learned, and how sure it is. */
function evidenceLines(
  { agreed, shared, reason, decidedAt }: LearnedApi<unknown, unknown>,
  learnedFrom: string,
): string[] {
  const day = decidedAt.toISOString().slice(0, 10);
  const compared =
    agreed.length === 0 ? '' : `; ${agreed.filter(Boolean).length} of the last ${agreed.length} comparisons agreed`;
  return [
    `    // Learned on ${day} from ${printable(learnedFrom)}: ${printable(reason)}${compared}.`,
    ...Object.entries(shared).map(
      ([place, value]) => `    // On all of them, \${${printable(place)}} was ${printable(value).slice(0, 80)}.`,
    ),
  ];
}

/** `source /news?page=1` is the format of that source alone. */
const pathOfList = ({ format }: Pick<LearnedList, 'format'>): string => format.replace(/^source /, '');

/** The front page, and the lists whose APIs are named: no other source uses these. */
function sourceLines(lists: readonly string[]): string[] {
  const sources = [...new Set(['/', ...lists])].map((path) => `listing(${quoted(path)}, { every: '30m' })`);
  const line = `  sources: [${sources.join(', ')}],`;
  return line.length < lineWidth ? [line] : ['  sources: [', ...sources.map((source) => `    ${source},`), '  ],'];
}

function listLines({ knowledge, api, ...list }: LearnedList): string[] {
  const path = pathOfList(list);
  const { items, ...places } = { items: pathOf(api.list), address: api.list.address, ...namedPaths(api.list) };
  const next = nextOf(api.next);
  return [
    ...evidenceLines(knowledge, `the list ${path}`),
    '    {',
    `      source: ${path.includes('*') ? `/${literalPattern(path)}$/` : quoted(path)},`,
    `      requests: ${literalOf(api.requests.map(requestOf), 3)},`,
    `      list: ${literalOf({ items, ...places }, 3)},`,
    ...(next === null ? [] : [`      next: ${literalOf(next, 3)},`]),
    '    },',
  ];
}

const namedPaths = ({ title, publishedAt }: ListApi['list']): object => ({
  ...(title === null ? {} : { title }),
  ...(publishedAt === null ? {} : { publishedAt }),
});

function nextOf(next: ListApi['next']): object | null {
  if (next === null) return null;
  if (next.kind === 'address') return { address: next.path };
  const { part, drops } = next;
  const dropped = drops.length === 0 ? {} : { drops };
  if (next.kind === 'cursor') return { cursor: next.path, part, ...dropped };
  return { part, first: next.first, step: next.step, ...dropped };
}

function apiLines({ format, pages, knowledge, api }: Learned): string[] {
  const { takesWholeBody, usesShell } = api.reading;
  const fields = api.fields === null ? [] : [`fields: ${literalOf(fieldsOf(api), 3)},`];
  return [
    ...evidenceLines(knowledge, `pages like ${format}`),
    '    {',
    `      pages: ${pages},`,
    `      requests: ${literalOf(api.requests.map(requestOf), 3)},`,
    ...fields.map((line) => `      ${line}`),
    ...(takesWholeBody ? [] : ['      takesWholeBody: false,']),
    ...(usesShell ? ['      usesShell: true,'] : []),
    '    },',
  ];
}

const requestOf = ({ url, method, headers, body, kind }: RequestTemplate): object => ({
  url,
  ...(method === 'GET' ? {} : { method }),
  ...(Object.keys(headers).length === 0 ? {} : { headers }),
  ...(body === null || body === '' ? {} : { body }),
  ...(kind === 'json' || kind === 'html' ? {} : { kind }),
});

const fieldsOf = ({ fields }: PageApi): object => {
  const { body = [], ...others } = fields ?? {};
  const paths = Object.entries(others).flatMap(([name, path]) =>
    path === null ? [] : [[name, pathOf(path)] as const],
  );
  const [first, ...rest] = body.map(bodyOf);
  return { ...Object.fromEntries(paths), body: rest.length === 0 ? first : [first, ...rest] };
};

const pathOf = ({ answer, path, isUtc = false }: AnswerPath): unknown =>
  answer === 0 && !isUtc ? path : { ...(answer === 0 ? {} : { answer }), path, ...(isUtc ? { isUtc } : {}) };

function bodyOf({ answer, path, texts, skips }: BodyPath): unknown {
  const whole = {
    ...(answer === 0 ? {} : { answer }),
    path,
    ...(texts.length === 0 ? {} : { texts }),
    ...(skips.length === 0 ? {} : { skips }),
  };
  return isDeepStrictEqual(whole, { path }) ? path : whole;
}

/** Columns of a line, at most; a longer object or list gets a line for each part. */
const lineWidth = 110;

/** A value as it is written in a program. @param depth levels of two spaces of the line that it is in */
function literalOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const parts = Object.entries(value).map(
    ([name, part]) => `${isList ? '' : `${nameOf(name)}: `}${literalOf(part, depth + 1)}`,
  );
  const space = isList ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && line.length + 2 * depth < lineWidth) return line;
  const indent = '  '.repeat(depth);
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

const nameOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name));

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
