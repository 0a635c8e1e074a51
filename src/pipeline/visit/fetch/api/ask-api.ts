import { NewshawkError } from '../../../../errors.ts';
import type { Page } from '../../../../model/page/page.ts';
import type { ApiKnowledge, PageAnswer, PageApi } from '../../../../model/page/page-api.ts';
import { pageOfAnswers } from '../../../../stages/extract/answers/answer-page.ts';
import { publicIdentity } from '../../../../stages/fetch/fetch-static.ts';
import { shellPlaces } from '../../../../stages/page-api/infer.ts';
import { makeRequest } from '../../../../stages/page-api/make-request.ts';
import { placeholderValue } from '../../../../stages/page-api/placeholders.ts';
import { ShellValues } from '../../../../stages/page-api/shell-values.ts';
import { dataOf } from '../../../../text/answer-data.ts';
import type { PageVisit } from '../../page-visit.ts';
import { openPage } from '../open-page.ts';
import { type ApiPorts, sendRequest } from './send-request.ts';

/** What the API behind a page gave. */
export interface AskedApi {
  /** Made from the answers; null where these have no article. */
  readonly page: Page | null;
  /** Why there is no page. */
  readonly lack: string;
  /** Bytes over the network. */
  readonly bytes: number;
  /** The app's scripts; null where the shell was not fetched. */
  readonly scripts: readonly string[] | null;
  /** Values of the shell that were old; null: none was. */
  readonly renewed: Readonly<Record<string, string>> | null;
}

/**
 * Asks the API behind a page for its article, as the page's own scripts would: by robots.txt, in the hosts' turns, through the identity's proxy. The shell is only
 * fetched where its values are needed. Values that all pages share are read anew when the API fails with the old ones.
 * @param looksAtShell fetches the shell in any case, to see whether the site has a new app
 * @throws NewshawkError of the shell's fetch, and proxy errors
 */
export async function askApi(
  io: ApiPorts,
  visit: PageVisit,
  knowledge: ApiKnowledge,
  looksAtShell: boolean,
): Promise<AskedApi> {
  const { api, shared } = knowledge;
  if (api === null) throw new NewshawkError('bug', 'an API is asked that is not known');
  const places = shellPlaces(api);
  const asking = new Asking(io, visit, api);
  const needsShell = api.reading.usesShell || looksAtShell || places.some((place) => !Object.hasOwn(shared, place));
  if (needsShell) await asking.fetchShell();
  const first = await asking.ask(needsShell ? {} : shared);
  const fresh = needsShell ? {} : await freshValues();
  const result =
    fresh === null || Object.keys(fresh).length === 0 || first.html !== null ? first : await asking.ask({});
  const now = asking.valuesNow(places.filter((place) => Object.hasOwn(shared, place)));
  const renewed =
    now === null ? null : Object.fromEntries(Object.entries(now).filter(([place, value]) => value !== shared[place]));
  return {
    page: result.html === null ? null : asking.pageOf(result.html),
    lack: result.lack,
    bytes: asking.bytes,
    scripts: asking.scripts,
    renewed: renewed === null || result.html === null || Object.keys(renewed).length === 0 ? null : renewed,
  };

  /** After a failure with shared values: those that are new; null: there is nothing to try. */
  async function freshValues(): Promise<Readonly<Record<string, string>> | null> {
    if (first.html !== null || places.length === 0) return null;
    await asking.fetchShell();
    const values = asking.valuesNow(places) ?? {};
    return Object.fromEntries(Object.entries(values).filter(([place, value]) => value !== shared[place]));
  }
}

interface Asked {
  readonly html: string | null;
  readonly lack: string;
}

/** The requests of one visit. */
class Asking {
  readonly #io: ApiPorts;
  readonly #visit: PageVisit;
  readonly #api: PageApi;
  readonly #startedMs: number;
  #shell: { readonly html: string; readonly values: ShellValues } | null = null;
  bytes = 0;

  constructor(io: ApiPorts, visit: PageVisit, api: PageApi) {
    this.#io = io;
    this.#visit = visit;
    this.#api = api;
    this.#startedMs = io.clock.monotonicMs();
  }

  get scripts(): readonly string[] | null {
    return this.#shell?.values.scripts ?? null;
  }

  async fetchShell(): Promise<void> {
    const { task, site, identity } = this.#visit;
    await using opened = await openPage(this.#io, 'static', { task, site, identity, headers: {} });
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

  async ask(shared: Readonly<Record<string, string>>): Promise<Asked> {
    const answers: PageAnswer[] = [];
    const data: unknown[] = [];
    for (const template of this.#api.requests) {
      const address = new URL(this.#visit.task.url);
      const request = makeRequest(template, { address, shellValue: this.#shellValue, shared, answers: data });
      if ('lacks' in request) return { html: null, lack: `the page has no value for ${request.lacks}` };
      const { answer, lack, bytes } = await sendRequest(this.#io, this.#visit, request);
      this.bytes += bytes;
      if (answer === null) return { html: null, lack };
      if (answer.kind !== template.kind)
        return { html: null, lack: `an answer is ${answer.kind}, not ${template.kind}` };
      answers.push(answer);
      data.push(answer.kind === 'html' ? undefined : dataOf(answer.text));
    }
    const html = pageOfAnswers(answers, this.#api, this.#shell?.html ?? null);
    return html === null ? { html, lack: 'the answers have no text at the places of the body' } : { html, lack: '' };
  }

  pageOf(html: string): Page {
    const { clock } = this.#io;
    const { task, identity } = this.#visit;
    return {
      task,
      via: 'api',
      finalUrl: task.url,
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      html,
      fetchedAt: clock.now(),
      elapsedMs: clock.monotonicMs() - this.#startedMs,
      bytes: this.bytes,
      identity: publicIdentity(identity),
      network: [],
      console: [],
      settledBy: 'static',
      encoding: null,
    };
  }
}
