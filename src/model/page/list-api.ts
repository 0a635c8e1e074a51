import type { AnswerPath, LearnedApi, LearningFinding, RequestTemplate, SampleRequest } from './page-api.ts';

/** Where the links of a list are in an answer. `path` is that of the items: `data.items[]`. */
export interface ListPlace extends AnswerPath {
  /** The address of an item's page, with placeholders of the item: `${item.url}`, `https://paper.example/news/${item.slug}-${item.id}`. */
  readonly address: string;
  /** Path in an item; null: the data have no titles. */
  readonly title: string | null;
  /** Path in an item; null: the data have no dates. */
  readonly publishedAt: string | null;
}

/** How the next page of a list is asked for. `part` is a key of `RequestParts`, also of one that the first request does not have; `drops` are fields that only the first one has. */
export type NextPage =
  /** The answer has its address. */
  | { readonly kind: 'address'; readonly path: string }
  /** The answer has a value that goes into the request. */
  | {
      readonly kind: 'cursor';
      readonly path: string;
      readonly part: string;
      readonly drops: readonly string[];
    }
  /** A page's number or an offset: `first` in the first request, then `step` more each time. */
  | {
      readonly kind: 'number';
      readonly part: string;
      readonly first: number;
      readonly step: number;
      readonly drops: readonly string[];
    };

/** How a list is read without a browser. */
export interface ListApi {
  /** In the order in which they are sent: later ones may use values of earlier answers. */
  readonly requests: readonly RequestTemplate[];
  readonly list: ListPlace;
  /** Null: the list has no further pages, or it is not known how they are asked for. */
  readonly next: NextPage | null;
  /** Pages of the list that the rendered page shows. */
  readonly shownPages: number;
  /** Addresses made by the template that one rendered page showed, at most. */
  readonly confirmed: number;
}

/** Stands for `confirmed` of a list that a person names. */
export const confirmedByPerson = 1_000;

/** A list in the answers of one rendered page. `answer` is a number in `ListApiSample.requests`. */
export interface ListCandidate extends AnswerPath {
  /** All templates that make the addresses of the page's links, the simplest first. */
  readonly addresses: readonly string[];
  /** Paths in an item that give the texts of the links, the longest first. */
  readonly titles: readonly string[];
  /** Paths in an item that may be the publication date, the likeliest first. */
  readonly dates: readonly string[];
  /** Ways to ask for the next page, the surest first. */
  readonly nexts: readonly NextPage[];
  readonly pages: number;
  /** Links that it makes. */
  readonly links: number;
}

/** What one rendered page says of the API behind its list. */
export interface ListApiSample {
  /** When the page was rendered, ISO 8601: a source has one address. */
  readonly takenAt: string;
  readonly requests: readonly SampleRequest[];
  /** The longest first. */
  readonly lists: readonly ListCandidate[];
  /** Texts of the requests that look like keys, and stand in the app's scripts. */
  readonly proven: readonly string[];
  /** Addresses of the app's scripts, as the shell has them. */
  readonly scripts: readonly string[];
}

export type ListKnowledge = LearnedApi<ListApiSample, ListApi>;
export type ListFinding = LearningFinding<ListApiSample>;
