import { z } from 'zod';
import type { FieldFunction, Site } from '../model/crawl/site.ts';
import type { SourceSpec } from '../model/crawl/source.ts';
import type { MediaResolver } from '../model/media/media-resolver.ts';
import { canonicalUrl, tryCanonicalUrl } from '../model/web/canonical-url.ts';
import { hostAndPort, siteKey } from '../model/web/site-key.ts';
import { literalPattern } from '../text/characters.ts';
import { toNamedList } from './api/list-api-schema.ts';
import { checkSources, namedApis } from './api/named-apis.ts';
import { toNamedApi } from './api/page-api-schema.ts';
import { dataDeclaration, recordDeclarations } from './data/data-schema.ts';
import type { ScraperDefinition, SourceDefinition, SourceOptions } from './definitions/scraper-definition.ts';
import { liveSelector, selector, selectorOrXPath } from './selector-schema.ts';
import { closedObject } from './setting.ts';
import { siteSteps, sourceSteps } from './step-schema.ts';

/**
 * A page whose links are followed.
 * @example listing('/world', { every: '10m', links: '#main' })
 */
export const listing = (url: string, options: SourceOptions = {}): SourceDefinition => ({
  ...options,
  url,
  kind: 'listing',
});
/**
 * An RSS, Atom or JSON feed.
 * @example feed('/feed.xml', { every: '5m' })
 */
export const feed = (url: string, options: SourceOptions = {}): SourceDefinition => ({ ...options, url, kind: 'feed' });
/**
 * A sitemap, or an index of sitemaps.
 * @example sitemap('/sitemap-news.xml', { every: '30m' })
 */
export const sitemap = (url: string, options: SourceOptions = {}): SourceDefinition => ({
  ...options,
  url,
  kind: 'sitemap',
});

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const interval = z
  .string()
  .regex(/^\d+(\.\d+)?[smhd]$/, 'write a number and a unit: 90s, 15m, 2h or 1d')
  .transform((text) => Number.parseFloat(text) * unitsMs[text.at(-1) as keyof typeof unitsMs]);
const hour = z.int().min(0).max(24);

const activeWindow = closedObject({
  timeZone: z.string().refine(isTimeZone, 'not a time zone: use an IANA name such as Europe/London'),
  days: z.array(z.int().min(0).max(6)).default(() => [0, 1, 2, 3, 4, 5, 6]),
  fromHour: hour,
  toHour: hour,
});

const renderMode = z.enum(['static', 'browser', 'auto']);

const stepsNeedBrowser = "steps are taken in a browser: leave out render: 'static', or the steps";

/** Relative addresses too: they are resolved against a placeholder. */
const isAddress = (text: string): boolean => URL.canParse(text, 'https://site.example');

const address = z.string().min(1).refine(isAddress, 'not an address: write it in full, or from the first / on');

const source = closedObject({
  url: address,
  kind: z.enum(['listing', 'feed', 'sitemap']),
  weight: z.number().positive().default(1),
  every: interval.default(15 * unitsMs.m),
  minFactor: z.number().positive().max(1).default(0.25),
  maxFactor: z.number().min(1).default(8),
  activeWindows: z.array(activeWindow).default([]),
  maxDepth: z.int().min(1).max(10).default(2),
  links: selectorOrXPath.nullable().default(null),
  render: renderMode.nullable().default(null),
  steps: sourceSteps,
}).superRefine(({ kind, render, steps }, context) => {
  if (steps === null || steps.length === 0) return;
  const complain = (message: string) => context.addIssue({ code: 'custom', path: ['steps'], message });
  if (kind !== 'listing') complain(`a ${kind} is read as text: steps need a page`);
  else if (render === 'static') complain(stepsNeedBrowser);
});

const wrapper = closedObject({
  title: selector.nullable().default(null),
  body: selector.nullable().default(null),
  byline: selector.nullable().default(null),
  date: selector.nullable().default(null),
  section: selector.nullable().default(null),
  tags: selector.nullable().default(null),
  image: selector.nullable().default(null),
  clean: z.array(selector).default([]),
  validUntil: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'not a date: write it like 2026-11-21')
    .transform((text) => new Date(text))
    .nullable()
    .default(null),
});

const fieldFunction = z.custom<FieldFunction>(
  (value) => typeof value === 'function',
  'must be a function of the document',
);

const functionOf = <T>(signature: string) =>
  z.custom<T>((value) => typeof value === 'function', `must be a function: ${signature}`);

const mediaResolver = closedObject({
  isPlayPage: functionOf<MediaResolver['isPlayPage']>(
    '(page) => true, false or { play: false, reason, next }',
  ).optional(),
  resolve: functionOf<MediaResolver['resolve']>("async (page, tools) => items or 'generic'"),
  refresh: functionOf<MediaResolver['refresh']>('async (item, tools) => an item or null').optional(),
});

const scraperSchema = closedObject({
  host: z
    .string()
    .regex(
      /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i,
      'a bare host name is wanted: gazette.example, or localhost:4000',
    )
    .toLowerCase(),
  origin: z.url({ protocol: /^https?$/ }).optional(),
  name: z.string().min(1).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'an ISO 639-1 code is wanted: en')
    .nullable()
    .default(null),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'an ISO 3166-1 code is wanted: GB')
    .nullable()
    .default(null),
  sources: z.array(source).default([]),
  links: closedObject({
    article: z.array(z.instanceof(RegExp)).default([]),
    ignore: z.array(z.instanceof(RegExp)).default([]),
  }).prefault({}),
  lists: z.array(z.union([z.instanceof(RegExp), address], 'an address or a pattern (RegExp) is wanted')).default([]),
  articlesOnly: z.boolean().default(false),
  render: renderMode.default('auto'),
  waitFor: liveSelector.nullable().default(null),
  steps: siteSteps,
  wrappers: z.array(wrapper).default([]),
  api: namedApis,
  articlePages: z.int().min(1).max(50).default(10),
  fields: closedObject({
    title: fieldFunction.optional(),
    body: fieldFunction.optional(),
    authors: fieldFunction.optional(),
    publishedAt: fieldFunction.optional(),
    section: fieldFunction.optional(),
  }).prefault({}),
  data: dataDeclaration,
  records: recordDeclarations,
  articles: z.boolean().default(true),
  required: z.array(z.enum(['title', 'body', 'publishedAt', 'authors', 'media'])).optional(),
  minConfidence: z.number().min(0).max(1).nullable().default(null),
  media: mediaResolver.nullable().default(null),
  topics: z.array(z.string().min(1)).default([]),
  politeness: closedObject({
    gapMs: z.int().min(0).nullable().default(null),
    concurrency: z.int().min(1).max(64).nullable().default(null),
  }).prefault({}),
}).superRefine(({ render, sources, steps, api, ...site }, context) => {
  if (api.pages.length + api.lists.length > 0 && render !== 'auto')
    context.addIssue({
      code: 'custom',
      path: ['api'],
      message: `an API is used with render: 'auto' only, which is the default: leave out render: '${render}', or the API`,
    });
  const inFull = sources.flatMap(({ kind, url: address }) => {
    const url = tryCanonicalUrl(address, originOf(site));
    return url === null ? [] : [{ kind, url }];
  });
  checkSources(api, inFull, (at, message) =>
    context.addIssue({ code: 'custom', path: ['api', at, 'source'], message }),
  );
  if (render !== 'static') return;
  const complain = (path: (string | number)[]) => context.addIssue({ code: 'custom', path, message: stepsNeedBrowser });
  const hasDynamic = sources.some((entry) => entry.render !== null && entry.render !== 'static');
  for (const key of ['articles', 'sources'] as const)
    if (steps[key].length > 0 && !hasDynamic) complain(['steps', key]);
  for (const [at, entry] of sources.entries())
    if (entry.render === null && entry.steps !== null && entry.steps.length > 0) complain(['sources', at, 'steps']);
});

/**
 * Declares a site. Importing a scraper only validates it.
 * @example defineScraper({ host: 'gazette.example', sources: [feed('/feed.xml')] })
 * @throws z.ZodError with all mistakes, which `loadScrapers` explains
 */
export function defineScraper(definition: ScraperDefinition): Site {
  // Apart from the schema: a union of `false` and an object would hide the object's mistakes.
  const isOff = definition?.media === false;
  const { sources, links, lists, origin, name, fields, required, api, ...rest } = scraperSchema.parse(
    isOff ? { ...definition, media: null } : definition,
  );
  const base = originOf({ origin, host: rest.host });
  const host = withPort(rest.host, [...(origin === undefined ? [] : [origin]), ...sources.map(({ url }) => url)]);
  const fieldFunctions = Object.fromEntries(Object.entries(fields).filter(([, read]) => read !== undefined));
  return {
    ...rest,
    host,
    origin: base,
    name: name ?? host,
    sources: sources.map((entry) => toSourceSpec(entry, base)),
    apis: api.pages.map(({ entry }) => toNamedApi(entry, { origin: base, language: rest.language })),
    listApis: api.lists.map(({ entry }) => toNamedList(entry, base)),
    articleUrls: links.article,
    ignoreUrls: links.ignore,
    listUrls: lists.map((list) => (typeof list === 'string' ? listPattern(list, base) : list)),
    fields: fieldFunctions,
    required: required ?? ['title', 'body'],
    strict: required ?? [],
    media: isOff ? false : rest.media,
    file: null,
  };
}

/** Matches a list and its further pages: `/blog/`, `/blog/page/2/`, `/blog/?page=2`. */
function listPattern(list: string, base: string): RegExp {
  const { origin, pathname, search } = new URL(canonicalUrl(new URL(list, base).href));
  const further = '(?:(?:page|seite|pagina|strona|p)[/_-]?\\d{1,4}\\/?)?';
  const pager = '(?:page|paged|pg|pn|seite|pagina|offset|start)=\\d+';
  const query = search === '' ? `(?:\\?${pager})?` : `${literalPattern(search)}(?:&${pager})?`;
  return new RegExp(`^${literalPattern(origin + pathname.replace(/\/$/, ''))}\\/?${further}${query}$`);
}

const originOf = ({ origin, host }: { readonly origin?: string | undefined; readonly host: string }): string =>
  new URL(origin ?? `https://${host}`).origin;

/**
 * The host with the port of the site, unless that is the default. A host without a port has that of the first of the scraper's addresses that
 * names the host in full: its origin, else a source.
 */
export function withPort(host: string, addresses: readonly string[]): string {
  const { name, port } = hostAndPort(host);
  if (host.includes(':')) return port === '' ? name : host;
  const own = addresses.filter((url) => URL.canParse(url)).map((url) => hostAndPort(siteKey(url)));
  const first = own.find((one) => one.name === name || one.name.endsWith(`.${name}`));
  return first === undefined || first.port === '' ? name : `${name}:${first.port}`;
}

/** A source outside of a scraper, completed with defaults. @throws z.ZodError */
export const sourceSpec = (definition: SourceDefinition, base: string): SourceSpec =>
  toSourceSpec(source.parse(definition), base);

const toSourceSpec = ({ every, links, url, ...kept }: z.output<typeof source>, base: string): SourceSpec => ({
  ...kept,
  url: new URL(url, base).href,
  baseIntervalMs: every,
  linkSelector: links,
});

/** The site of an address without a scraper. */
export function unknownSite(host: string): Site {
  const { name: hostname, port } = hostAndPort(host);
  const name = port === '' ? hostname : `${hostname}:${port}`;
  // Set without the schema: the host of an address (IPv6, underscores) need not be a valid `host` of a scraper.
  return { ...anySite, host: name, name, origin: `https://${name}` };
}

const anySite = defineScraper({ host: 'site.invalid' });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false; // Intl throws a RangeError for an invalid name
  }
}
