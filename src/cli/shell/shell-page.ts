import type { App, ReadPageResult } from '../../app.ts';
import { readingText } from '../../commands/page/reading-text.ts';
import { mistakesOf } from '../../config-files/load-module.ts';
import { siteFor } from '../../config-files/load-scrapers.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Draft } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { RenderMode } from '../../model/crawl/task.ts';
import { valuesOf } from '../../model/data/own-data.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { WrapperDefinition } from '../../settings/definitions/scraper-definition.ts';
import { defineScraper } from '../../settings/scraper.ts';
import type { Document } from '../../stages/extract/dom/document.ts';
import { extract } from '../../stages/extract/extract.ts';
import { parsePage } from '../../stages/extract/page/parse.ts';
import { withoutControls } from '../../text/characters.ts';
import { elementsOf } from './shell-element.ts';

interface Fetch {
  /** True: in the browser; false: by a plain request; default: as `--render` says. */
  readonly render?: boolean;
}

/** The page at the prompt, and what can be done with it. */
export class ShellPage {
  readonly #app: App;
  readonly #render: RenderMode;
  #sites: readonly Site[] = [];
  #read: { readonly result: ReadPageResult; readonly document: Document } | null = null;

  constructor(app: App, render: RenderMode) {
    this.#app = app;
    this.#render = render;
  }

  /** Reads a page; further calls are about it. @param html of a file; null: the page is fetched @throws NewshawkError, CommandError */
  async open(url: string, html: string | null, options: Fetch = {}): Promise<object> {
    const way = options.render === undefined ? this.#render : options.render ? 'browser' : 'static';
    const render = html === null ? way : 'static';
    const result = await this.#app.readPage({ url, html, fetchedAt: null, render, explain: true });
    this.#sites = await this.#app.sites();
    this.#read = { result, document: parsePage(result.snapshot.html).document };
    return this.page;
  }

  /** The names at the prompt. Values are read anew at each use: `fetch` changes them. */
  get names(): PropertyDescriptorMap {
    // before the first page they are undefined: an error in a getter would read as a missing name
    const value = (get: () => unknown): PropertyDescriptor => ({
      get: () => (this.#read === null ? undefined : get()),
      enumerable: true,
      configurable: true,
    });
    const call = (run: unknown): PropertyDescriptor => ({
      value: run,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    return withNames({
      page: value(() => this.page),
      draft: value(() => this.#result.reading.draft),
      data: value(() => valuesOf(this.#result.reading.ownData.fields)),
      records: value(() => this.#result.reading.ownData.records),
      scraper: value(() => this.#site),
      fetch: call((url: string, options?: Fetch) => this.open(this.#absolute(url), null, options)),
      $: call((rule: string) => elementsOf(this.#open.document, rule)),
      links: call(() =>
        this.#result.reading.links.map(({ url, anchorText, region }) => ({ url, text: anchorText, region })),
      ),
      media: call(() => this.#result.snapshot.media),
      view: call(() => this.#view()),
      explain: call(() => this.#result.reading.trace.map(({ rule, why }) => `${rule}: ${why}`)),
      tryWrapper: call((wrapper: WrapperDefinition) => this.#tryWrapper(wrapper)),
    });
  }

  get page() {
    const { url, finalUrl, status, headers, html, via, takenAt } = this.#result.snapshot;
    // the source would fill the screen: it is there, and not shown
    return Object.defineProperty({ url, finalUrl, status, way: via, takenAt, headers }, 'html', { value: html });
  }

  get #open() {
    if (this.#read === null)
      throw new CommandError(exitCodes.usage, "There is no page yet: await fetch('https://…') reads one.");
    return this.#read;
  }

  get #result(): ReadPageResult {
    return this.#open.result;
  }

  get #site(): Site {
    return siteFor(this.#sites, siteKey(this.#result.snapshot.finalUrl));
  }

  #absolute(url: string): string {
    const base = this.#read?.result.snapshot.finalUrl;
    if (URL.canParse(url, base)) return new URL(url, base).href;
    throw new CommandError(exitCodes.usage, `"${url}" is no address: write it like https://example.com/page.`);
  }

  #view(): string {
    const { reading } = this.#result;
    if (reading.draft === null) return `no article (${reading.reason ?? 'unknown'}: ${reading.detail})`;
    return withoutControls(readingText(this.#result, 'page', { oneLine: false }).trimEnd());
  }

  /** The article as a scraper with this wrapper reads it, and which of its selectors matched. */
  #tryWrapper(definition: WrapperDefinition) {
    const site = this.#site;
    const { wrappers } = checked(() => defineScraper({ host: 'site.invalid', wrappers: [definition] }));
    const { draft, reason, detail, ownRules } = extract(this.#result.snapshot, { ...site, fields: {}, wrappers });
    const matched = Object.fromEntries(ownRules.map(({ field, hasMatch }) => [field, hasMatch]));
    return draft === null ? { matched, reason, detail } : { matched, ...briefOf(draft) };
  }
}

/** Functions get the names under which a person knows them: the prompt shows them. */
function withNames(descriptors: PropertyDescriptorMap): PropertyDescriptorMap {
  for (const [name, { value }] of Object.entries(descriptors))
    if (typeof value === 'function') Object.defineProperty(value, 'name', { value: name });
  return descriptors;
}

const briefOf = ({ title, authors, publishedAt, section, body, provenance }: Draft) => ({
  title,
  authors,
  publishedAt: publishedAt?.value ?? null,
  section,
  by: Object.fromEntries(Object.entries(provenance).map(([field, { by }]) => [field, by])),
  paragraphs: body.split('\n\n').length,
  body,
});

/** @throws CommandError (usage) that lists the mistakes of a definition, as for a scraper's file */
function checked<T>(define: () => T): T {
  try {
    return define();
  } catch (error) {
    throw new CommandError(exitCodes.usage, mistakesOf(error, '').join('; '), { cause: error });
  }
}
