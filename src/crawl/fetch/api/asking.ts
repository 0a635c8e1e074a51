import type { PageAnswer, PageRequest, RequestTemplate } from '../../../model/page/page-api.ts';
import { makeRequest } from '../../../stages/page-api/make-request.ts';
import { placeholderValue } from '../../../stages/page-api/placeholders.ts';
import { shellPlaces } from '../../../stages/page-api/request-plan.ts';
import { ShellValues } from '../../../stages/page-api/shell-values.ts';
import { dataOf } from '../../../text/answer-data.ts';
import type { Crawl } from '../../crawl.ts';
import type { TaskVisit } from '../../visit-result.ts';
import { openPage } from '../open-page.ts';
import { sendRequest } from './send-request.ts';

/** The answers to requests, in their order. */
export interface Answered {
  readonly requests: readonly PageRequest[];
  readonly answers: readonly PageAnswer[];
  /** Undefined for HTML. */
  readonly data: readonly unknown[];
}

/** Why an API gave nothing. */
export interface NoAnswer {
  readonly lack: string;
}

export interface SharedRequests {
  readonly requests: readonly RequestTemplate[];
  /** Values of the shell that are known, by placeholder. */
  readonly shared: Readonly<Record<string, string>>;
  /** Whether the shell is fetched though its values are known. */
  readonly fetchesShell: boolean;
}

/** The requests to an API within one visit: by robots.txt, in the hosts' turns, through the identity's proxy. */
export class Asking {
  readonly #crawl: Crawl;
  readonly #visit: TaskVisit;
  #shell: { readonly html: string; readonly values: ShellValues } | null = null;
  /** Over the network so far. */
  bytes = 0;

  constructor(crawl: Crawl, visit: TaskVisit) {
    this.#crawl = crawl;
    this.#visit = visit;
  }

  /** The static page; null where it was not fetched. */
  get shell(): string | null {
    return this.#shell?.html ?? null;
  }

  /** The app's scripts; null where the shell was not fetched. */
  get scripts(): readonly string[] | null {
    return this.#shell?.values.scripts ?? null;
  }

  /** @throws NewshawkError of the fetch */
  async fetchShell(): Promise<void> {
    const { task, site, identity } = this.#visit;
    await using opened = await openPage(this.#crawl, 'static', { task, site, identity, headers: {} });
    this.bytes += opened.page.bytes;
    this.#shell = { html: opened.page.html, values: new ShellValues(opened.page.html) };
  }

  /** Values of placeholders in the shell; null where it was not fetched. */
  valuesNow(places: readonly string[]): Readonly<Record<string, string>> | null {
    if (this.#shell === null) return null;
    const sources = { address: new URL(this.#visit.task.url), shellValue: this.#shellValue, answers: [] };
    const values = places.flatMap((place) => {
      const value = placeholderValue(place, sources);
      return value === null ? [] : [[place, value] as const];
    });
    return Object.fromEntries(values);
  }

  readonly #shellValue = (place: string): string | null => this.#shell?.values.valueAt(place) ?? null;

  /**
   * Sends the requests with values of the shell that all pages share, and reads the answers. Where that fails, the values are read anew, and the requests sent again if one
   * of them changed.
   * @throws NewshawkError of the shell's fetch, and proxy errors
   */
  async askWithShared<T extends object>(
    { requests, shared, fetchesShell }: SharedRequests,
    read: (answers: Answered) => T | NoAnswer,
  ): Promise<{
    readonly result: T | NoAnswer;
    /** Values of the shell that were old; null: none was. */
    readonly renewed: Readonly<Record<string, string>> | null;
  }> {
    const places = shellPlaces({ requests });
    const needsShell = fetchesShell || places.some((place) => !Object.hasOwn(shared, place));
    const send = async (values: Readonly<Record<string, string>>) => {
      const answers = await this.ask(requests, values);
      return 'lack' in answers ? answers : read(answers);
    };
    const changed = () =>
      Object.entries(this.valuesNow(places) ?? {}).filter(
        ([place, value]) => Object.hasOwn(shared, place) && value !== shared[place],
      );
    if (needsShell) await this.fetchShell();
    let result = await send(needsShell ? {} : shared);
    if ('lack' in result && !needsShell && places.length > 0) {
      await this.fetchShell();
      if (changed().length > 0) result = await send({});
    }
    const renewed = changed();
    return { result, renewed: 'lack' in result || renewed.length === 0 ? null : Object.fromEntries(renewed) };
  }

  /** Sends the requests one after the other. @param shared values of placeholders that are known without the shell @throws NewshawkError that concerns the visit: a proxy's */
  async ask(
    templates: readonly RequestTemplate[],
    shared: Readonly<Record<string, string>>,
  ): Promise<Answered | NoAnswer> {
    const requests: PageRequest[] = [];
    const answers: PageAnswer[] = [];
    const data: unknown[] = [];
    for (const template of templates) {
      const address = new URL(this.#visit.task.url);
      const request = makeRequest(template, { address, shellValue: this.#shellValue, shared, answers: data });
      if ('lacks' in request) return { lack: `the page has no value for ${request.lacks}` };
      const answer = await this.send(request, template.kind);
      if (typeof answer === 'string') return { lack: answer };
      requests.push(request);
      answers.push(answer);
      data.push(answer.kind === 'html' ? undefined : dataOf(answer.text));
    }
    return { requests, answers, data };
  }

  /** @returns the answer, or why there is none */
  async send(request: PageRequest, kind: PageAnswer['kind']): Promise<PageAnswer | string> {
    const { answer, lack, bytes } = await sendRequest(this.#crawl, this.#visit, request);
    this.bytes += bytes;
    if (answer === null) return lack;
    return answer.kind === kind ? answer : `an answer is ${answer.kind}, not ${kind}`;
  }
}
