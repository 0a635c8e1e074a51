import type { ListApi, ListKnowledge } from '../../../model/page/list-api.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { Link } from '../../../model/web/link.ts';
import { madeLinks } from '../../../stages/page-api/lists/made-links.ts';
import { type AnsweredRequest, nextRequest } from '../../../stages/page-api/lists/next-pages.ts';
import { dataOf } from '../../../text/answer-data.ts';
import type { Crawl } from '../../crawl.ts';
import type { TaskVisit } from '../../visit-result.ts';
import { type Answered, Asking, type NoAnswer } from './asking.ts';

/** The pages of a list as its API gives them, one after the other. */
export class ListPages {
  readonly #asking: Asking;
  readonly #api: ListApi;
  readonly #url: CanonicalUrl;
  readonly #links = new Map<CanonicalUrl, Link>();
  readonly #asked = new Set<string>();
  #last: AnsweredRequest | null = null;
  #count = 0;
  #newest: readonly Link[] = [];

  constructor(crawl: Crawl, visit: TaskVisit, api: ListApi) {
    this.#asking = new Asking(crawl, visit);
    this.#api = api;
    this.#url = visit.task.url;
  }

  /** All links so far, each address once. */
  get links(): readonly Link[] {
    return [...this.#links.values()];
  }

  /** The links of the last page that earlier ones did not have. */
  get newest(): readonly Link[] {
    return this.#newest;
  }

  /** Pages so far. */
  get count(): number {
    return this.#count;
  }

  /** Over the network so far. */
  get bytes(): number {
    return this.#asking.bytes;
  }

  /** The app's scripts; null where the shell was not fetched. */
  get scripts(): readonly string[] | null {
    return this.#asking.scripts;
  }

  /** Asks for the first page. @returns what is missing, empty: nothing; and the values of the shell that were old @throws NewshawkError of the shell's fetch, and proxy errors */
  async first(
    { shared }: ListKnowledge,
    fetchesShell: boolean,
  ): Promise<{ readonly lack: string; readonly renewed: Readonly<Record<string, string>> | null }> {
    const { requests } = this.#api;
    const read = (answered: Answered): AnsweredRequest | NoAnswer => {
      const { answer } = this.#api.list;
      const request = answered.requests[answer];
      if (request === undefined) return { lack: 'the list has no request' };
      const page = { request, data: answered.data[answer] };
      return this.#linksOf(page).length === 0 ? { lack: 'the answer has no links at the place of the list' } : page;
    };
    const { result, renewed } = await this.#asking.askWithShared({ requests, shared, fetchesShell }, read);
    if ('lack' in result) return { lack: result.lack, renewed };
    this.#add(result);
    return { lack: '', renewed };
  }

  /** Asks for the page behind the last one. @returns whether it has links that earlier pages did not have */
  async next(): Promise<boolean> {
    const { next, list, requests } = this.#api;
    const kind = requests[list.answer]?.kind ?? 'json';
    if (next === null || this.#last === null) return false;
    const request = nextRequest(next, this.#last, this.#count);
    // a cursor that repeats
    if (request === null || this.#asked.has(keyOf(request))) return false;
    const answer = await this.#asking.send(request, kind);
    if (typeof answer === 'string') return false;
    this.#add({ request, data: dataOf(answer.text) });
    return this.#newest.length > 0;
  }

  #linksOf({ data }: AnsweredRequest): readonly Link[] {
    return madeLinks(data, this.#api.list, this.#url);
  }

  #add(page: AnsweredRequest): void {
    this.#last = page;
    this.#count++;
    this.#asked.add(keyOf(page.request));
    this.#newest = this.#linksOf(page).filter(({ url }) => url !== this.#url && !this.#links.has(url));
    for (const link of this.#newest) this.#links.set(link.url, link);
  }
}

const keyOf = ({ url, body }: AnsweredRequest['request']): string => `${url}\n${body ?? ''}`;
