import type { FieldFunction, RequiredField } from '../../model/crawl/site.ts';
import type { SourceKind } from '../../model/crawl/source.ts';
import type { RenderMode } from '../../model/crawl/task.ts';
import type { MediaResolver } from '../../model/media/media-resolver.ts';
import type { PageStep } from '../../model/page/page-step.ts';
import type { ListApiDefinition } from '../api/list-api-schema.ts';
import type { ApiDefinition } from '../api/page-api-schema.ts';
import type { DataFieldDefinition } from '../data/data-fields.ts';
import type { RecordsDefinition } from '../data/data-schema.ts';

/** The fields of a scraper file. All but `host` have a default. */
export interface ScraperDefinition {
  /**
   * Registrable or full host name, without scheme: `gazette.example`. Sub-domains match. Another port is another site: `localhost:4000`. Without
   * a port, the one of `origin`, or of a source in full, counts.
   * @example host: 'gazette.example'
   */
  host: string;
  /**
   * Scheme, host and port of relative addresses.
   * @default `https://<host>`
   * @example origin: 'http://gazette.example:8080'
   */
  origin?: string;
  /**
   * The outlet's name, for people.
   * @default the host
   * @example name: 'The Example Gazette'
   */
  name?: string;
  /**
   * Language of the pages, ISO 639-1. It decides where a page does not say.
   * @default unknown
   * @example language: 'en'
   */
  language?: string;
  /**
   * Country of the outlet, ISO 3166-1 alpha-2.
   * @default unknown
   * @example country: 'GB'
   */
  country?: string;
  /**
   * What is polled for new links: pages, feeds and sitemaps.
   * @default none: addresses come from the command line
   * @example sources: [feed('/feed.xml', { every: '5m' }), listing('/world')]
   */
  sources?: SourceDefinition[];
  /**
   * `article`: patterns of the articles' addresses; no page with another address is stored as an article. `ignore`: addresses that are never followed.
   * @default by the form of the address, and what crawls learn
   * @example links: { article: [/\/20\d\d\/\d\d\/[a-z0-9-]+$/], ignore: [/\/tag\//] }
   */
  links?: { article?: RegExp[]; ignore?: RegExp[] };
  /**
   * Pages that are lists: patterns, or addresses with their further pages (`/blog/page/2/`). Their links are followed; they are never stored.
   * @default by the structure of the page
   * @example lists: ['/blog/', /\/category\/[a-z-]+\/$/]
   */
  lists?: (RegExp | string)[];
  /**
   * True: only articles are stored, and only links to articles and lists are followed. With `links.article`, only these addresses and `lists` are fetched.
   * @default false
   * @example articlesOnly: true
   */
  articlesOnly?: boolean;
  /**
   * How pages are fetched: `static`, `browser`, or `auto`, which learns for each format of addresses what is needed.
   * @default 'auto'
   * @example render: 'browser'
   */
  render?: RenderMode;
  /**
   * CSS selector that matches once a client-rendered page is complete.
   * @default the page is quiet
   * @example waitFor: 'article[data-ready]'
   */
  waitFor?: string;
  /**
   * Steps in the browser before a page is read, for articles and for sources (docs/steps.md).
   * @default none
   * @example steps: { sources: [clickUntilGone('.load-more')], articles: [click('.read-on')] }
   */
  steps?: { articles?: PageStep[]; sources?: PageStep[] };
  /**
   * CSS selectors of the fields, one object for each layout, newest last. Without them the generic extractor reads the site, with what crawls learn of it.
   * @default none
   * @example wrappers: [{ title: 'h1', body: 'article .prose > p', byline: '.byline', clean: ['.promo'] }]
   */
  wrappers?: WrapperDefinition[];
  /**
   * APIs behind pages, and with `source` behind lists, that scripts fill: these are read without a browser (docs/page-api.md).
   * @default none; crawls learn them
   * @example api: { pages: /\/news\//, requests: [{ url: 'https://gazette.example/api/news/${address.segment.-1}' }] }
   */
  api?: ApiDefinition | ListApiDefinition | (ApiDefinition | ListApiDefinition)[];
  /**
   * At most this many pages of one article are fetched and joined. 1: only the first page.
   * @default 10
   * @example articlePages: 1
   */
  articlePages?: number;
  /**
   * Functions that read a field from the page, for what selectors can't express. Null: the next rule decides.
   * @default none
   * @example fields: { authors: (page) => page.texts('.byline a').filter((name) => name !== 'Newsroom') }
   */
  fields?: Partial<Record<'title' | 'body' | 'authors' | 'publishedAt' | 'section', FieldFunction>>;
  /**
   * Data of your own beside those of an article (docs/own-data.md).
   * @default none
   * @example data: { rating: number('.stars'), vendor: text('.vendor', { required: true }) }
   */
  data?: Readonly<Record<string, DataFieldDefinition>>;
  /**
   * Repeated items of a page, such as events, prices or comments: one definition, or several by their kind.
   * @default none
   * @example records: { event: { region: '.event', fields: { title: text('h3'), day: date('time') }, key: 'title' } }
   */
  records?: RecordsDefinition | Readonly<Record<string, RecordsDefinition>>;
  /**
   * False: no page of the site is an article; its pages give `data` and `records` only.
   * @default true
   * @example articles: false
   */
  articles?: boolean;
  /**
   * Fields without which a page fails as `layout-changed`.
   * @default ['title', 'body']
   * @example required: ['title', 'body', 'authors']
   */
  required?: RequiredField[];
  /**
   * From 0 (off) to 1: an article whose generic body has less confidence fails as `low-confidence`.
   * @default `NEWSHAWK_MIN_CONFIDENCE`
   * @example minConfidence: 0.5
   */
  minConfidence?: number;
  /**
   * The site's media resolver (docs/media.md); false: media are not searched.
   * @default the generic resolver
   * @example media: { resolve: async (page) => (page.html.includes('data-clip') ? [{ url: '/clip.mp4' }] : 'generic') }
   */
  media?: MediaResolver | false;
  /**
   * Names of the topics (topics.json) that apply to this site.
   * @default all
   * @example topics: ['climate']
   */
  topics?: string[];
  /**
   * Pause between two requests, ms, and requests at once.
   * @default `NEWSHAWK_HOST_GAP_MS`, `NEWSHAWK_HOST_CONCURRENCY`
   * @example politeness: { gapMs: 5_000, concurrency: 1 }
   */
  politeness?: { gapMs?: number; concurrency?: number };
}

/** The selectors of one layout. What is left out, or matches nothing, comes from the page's metadata or the generic extractor. */
export interface WrapperDefinition {
  /**
   * Selector of the headline.
   * @default by the other sources
   * @example title: 'h1.headline'
   */
  title?: string;
  /**
   * Selector of the paragraphs, headings and lists of the body, or of one container.
   * @default by the other sources
   * @example body: 'article .prose > p'
   */
  body?: string;
  /**
   * Selector of the authors' names.
   * @default by the other sources
   * @example byline: '.byline .author'
   */
  byline?: string;
  /**
   * Selector of the date: its `datetime`, `content` or text.
   * @default by the other sources
   * @example date: 'time.published'
   */
  date?: string;
  /**
   * Selector of the section's name.
   * @default by the other sources
   * @example section: '.kicker'
   */
  section?: string;
  /**
   * Selector of the tags, one element each.
   * @default by the other sources
   * @example tags: '.post-tags a'
   */
  tags?: string;
  /**
   * Selector of the lead image, or of an element with it, such as its `figure`; of a `meta` or `link`, its `content` or `href`.
   * @default by the other sources
   * @example image: '.post-thumbnail img'
   */
  image?: string;
  /**
   * Selectors of elements that are removed from the body.
   * @default none
   * @example clean: ['.promo', 'aside']
   */
  clean?: string[];
  /**
   * ISO 8601 date from which this layout is no longer used. A page that was fetched before is read by it.
   * @default it is in use
   * @example validUntil: '2026-11-21'
   */
  validUntil?: string;
}

/** Options of `listing`, `feed` and `sitemap`. */
export interface SourceOptions {
  /**
   * How important its links are beside those of other sources.
   * @default 1
   * @example weight: 4
   */
  weight?: number;
  /**
   * Polling interval, such as `90s`, `15m`, `2h`, `1d`. Polling adapts it within the factors.
   * @default '15m'
   * @example every: '5m'
   */
  every?: string;
  /**
   * The interval is at least this times `every`.
   * @default 0.25
   * @example minFactor: 0.5
   */
  minFactor?: number;
  /**
   * The interval is at most this times `every`.
   * @default 8
   * @example maxFactor: 4
   */
  maxFactor?: number;
  /**
   * Hours in which the source is polled: an IANA time zone, the first hour (0 to 23) and the hour at which the window ends (1 to 24), which are required, and days from 0 (Sunday). Without `days`: every day.
   * @default always
   * @example activeWindows: [{ timeZone: 'Europe/London', days: [1, 2, 3, 4, 5], fromHour: 6, toHour: 22 }]
   */
  activeWindows?: { timeZone: string; fromHour: number; toHour: number; days?: readonly number[] }[];
  /**
   * How many links away from the source a page may be.
   * @default 2
   * @example maxDepth: 3
   */
  maxDepth?: number;
  /**
   * CSS selector, or XPath (it begins with `/`, `(` or `xpath:`), of the regions whose links are followed.
   * @default all content links
   * @example links: '#main'
   */
  links?: string;
  /**
   * How the source and the pages that it links to are fetched.
   * @default the scraper's `render`
   * @example render: 'static'
   */
  render?: RenderMode;
  /**
   * Steps for this listing, instead of the scraper's `steps.sources`. A listing with steps is fetched by the browser.
   * @default the scraper's
   * @example steps: [scrollUntilNothingNew({ times: 5 })]
   */
  steps?: PageStep[];
}

/** A source, as `listing`, `feed` and `sitemap` make it. */
export interface SourceDefinition extends SourceOptions {
  /**
   * Address, in full or from the first / on.
   * @example url: '/feed.xml'
   */
  url: string;
  /**
   * `listing`, `feed` or `sitemap`.
   * @example kind: 'feed'
   */
  kind: SourceKind;
}
