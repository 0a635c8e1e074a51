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
import { literalPattern } from '../../text/characters.ts';
import { lineWidth, literalOf, quoted } from './literal.ts';
import { noStudy, type SourceLine, type StudyLines } from './study-lines.ts';

interface ScraperOf {
  readonly host: string;
  /** Null: `https://<host>`. */
  readonly origin: string | null;
  /** Of the pages of the host. */
  readonly formats: readonly FormatEvidence[];
  /** What its pages say; default: nothing. */
  readonly study?: StudyLines;
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
export function scraperText({ host, origin, formats, study = noStudy }: ScraperOf): ScraperText {
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
  const [onlyLanguage = null] = languages.size === 1 ? languages : [];
  const language = study.language ?? onlyLanguage;
  const hasApi = learned.length + lists.length > 0;
  const sources = sourcesOf(
    lists.map(({ format }) => pathOfList(format)),
    study.sources,
  );
  const body = [
    `  host: ${quoted(host)},`,
    ...(origin === null ? [] : [`  origin: ${quoted(origin)},`]),
    ...(study.name === null ? [] : [`  name: ${quoted(study.name)},`]),
    ...(language === null ? [] : [`  language: ${quoted(language)},`]),
    ...sourceLines(sources),
    ...study.fields(hasApi),
    ...(hasApi ? ['  api: [', ...learned.flatMap(apiLines), ...lists.flatMap(listLines), '  ],'] : []),
  ];
  const lines = [
    `import { ${kitNames(body).join(', ')} } from 'newshawk';`,
    '',
    '// One typed object per site. Only `host` is required; the generic extractor finds what is left out.',
    "// Values and lists of your own: data: { rating: number('.stars') }, records: { event: { region: '.event', fields: { … } } }.",
    ...study.head,
    'export default defineScraper({',
    ...body,
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
const pathOfList = (format: string): string => format.replace(/^source /, '');

/** The studied sources, and the lists whose APIs are named: no other source uses these. Without a study the front page. */
function sourcesOf(lists: readonly string[], studied: readonly SourceLine[]): SourceLine[] {
  const others = (studied.length === 0 ? ['/', ...lists] : lists).filter(
    (path, at, all) => all.indexOf(path) === at && !studied.some((source) => source.path === path),
  );
  return [
    ...studied,
    ...others.map((path) => ({ path, text: `listing(${quoted(path)}, { every: '30m' })`, note: '' })),
  ];
}

function sourceLines(sources: readonly SourceLine[]): string[] {
  const line = `  sources: [${sources.map(({ text }) => text).join(', ')}],`;
  if (line.length < lineWidth && sources.every(({ note }) => note === '')) return [line];
  const lines = sources.map(({ text, note }) => `    ${text},${note === '' ? '' : ` // ${note}`}`);
  return ['  sources: [', ...lines, '  ],'];
}

/** What the text uses of the kit. */
const kitNames = (body: readonly string[]): string[] =>
  ['clickUntilGone', 'defineScraper', 'feed', 'listing', 'scrollUntilNothingNew', 'sitemap'].filter(
    (name) => name === 'defineScraper' || body.some((line) => line.includes(`${name}(`)),
  );

function listLines({ knowledge, api, format }: LearnedList): string[] {
  const path = pathOfList(format);
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
