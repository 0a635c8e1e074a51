/** A request that a page's own scripts send for data. */
export interface PageRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Headers that the page's scripts set, without those that every request of the browser has; lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST; else null. */
  readonly body: string | null;
  /** `script`: a JSONP request by a script element; `fetch`: fetch or XMLHttpRequest. */
  readonly by: 'fetch' | 'script';
}

/** The response to such a request. */
export interface PageAnswer extends PageRequest {
  readonly kind: 'json' | 'jsonp' | 'html';
  /** Decoded, as it came. */
  readonly text: string;
}

/** What a rendered page's scripts were answered, in the order of the requests. */
export interface PageAnswers {
  /** The document as the server sent it; null where the browser no longer has it, or it is too large. */
  readonly shell: string | null;
  readonly answers: readonly PageAnswer[];
  /** Answers that were not kept because of their size or number, or because they were not complete. */
  readonly leftOut: number;
}

/** Limits on what is kept of a page, characters and numbers. */
export const answerLimits = { charsPerPage: 2_000_000, answersPerPage: 60, shellChars: 1_000_000 } as const;

/**
 * A request with placeholders `${…}` for the parts that differ by page: `https://api.example/articles/${address.segment.-1|last}`. A placeholder names where the value
 * comes from (`address`, `shell`, `answer`), its place there, and filters behind `|` (docs/page-api.md).
 */
export interface RequestTemplate extends Omit<PageRequest, 'headers'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly kind: PageAnswer['kind'];
}

/** A value in the data of an answer. */
export interface AnswerPath {
  /** Number of the request in `PageApi.requests`. */
  readonly answer: number;
  /** `data.article.authors[].name`; `[]` stands for all items of a list; empty: the whole answer. */
  readonly path: string;
  /** Of a date without a time zone: it is in UTC. Absent: its time zone is not known. */
  readonly isUtc?: boolean;
}

/** Where a body's text is. */
export interface BodyPath extends AnswerPath {
  /** Names of the properties below the path that hold text; `''` for strings in lists. Empty: the value is the text itself. */
  readonly texts: readonly string[];
  /** Parts that pages do not show: names of properties, and `type=image` for objects with that property. */
  readonly skips: readonly string[];
}

export type AnswerFieldName =
  | 'title'
  | 'authors'
  | 'publishedAt'
  | 'modifiedAt'
  | 'section'
  | 'tags'
  | 'leadImage'
  | 'media';

/** Where an article's fields are in the answers. Null: in none; then the shell may have them. */
export interface AnswerFields extends Readonly<Record<AnswerFieldName, AnswerPath | null>> {
  /** Joined in this order. */
  readonly body: readonly BodyPath[];
}

/** How a page that is made from answers is read. */
export interface AnswerReading {
  /** Whether the body is all that its paths give. If not, extraction searches the text, as on any page: data often hold more than pages show. */
  readonly takesWholeBody: boolean;
  /** Whether the shell's title and metadata are part of the page. */
  readonly usesShell: boolean;
}

/** All ways to read such a page, the cheapest first. */
export const answerReadings: readonly AnswerReading[] = [
  { takesWholeBody: true, usesShell: false },
  { takesWholeBody: false, usesShell: false },
  { takesWholeBody: true, usesShell: true },
  { takesWholeBody: false, usesShell: true },
];

/** How an article is read from its answers. */
export interface ArticleApi {
  /** Null: the answers are HTML, read as a page. */
  readonly fields: AnswerFields | null;
  readonly reading: AnswerReading;
  /** ISO 639-1, the same on all pages that were seen; null: it is detected in each text. */
  readonly lang: string | null;
}

/** How the articles of a format are read without a browser. */
export interface PageApi extends ArticleApi {
  /** In the order in which they are sent: later ones may use values of earlier answers. */
  readonly requests: readonly RequestTemplate[];
}

/** What one rendered page says of the API behind it. */
export interface ApiSample {
  readonly url: string;
  readonly requests: readonly SampleRequest[];
  /** Ways to read the body, the best first. `answer` is a number in `requests`. */
  readonly bodies: readonly (readonly BodyPath[])[];
  /** Where each field may be. Null: the page shows none. Empty: it is in no answer. */
  readonly fields: Readonly<Record<AnswerFieldName, readonly AnswerPath[] | null>>;
  readonly lang: string | null;
  /** For each of `answerReadings`, how like the rendered article its result is: 0 to 1. Null: a cheaper one gave the rendered article, and it was not tried. */
  readonly likeness: readonly (number | null)[];
  /** Texts of the requests that look like keys, and stand in the app's scripts. */
  readonly proven: readonly string[];
  /** Addresses of the app's scripts, as the shell has them. */
  readonly scripts: readonly string[];
}

/** A request of a page whose answer has parts of the article. */
export interface SampleRequest extends Pick<RequestTemplate, 'method' | 'by' | 'kind'> {
  /** For messages: `GET https://api.example/articles/17`. */
  readonly text: string;
  readonly request: PageRequest;
  /** By key of `RequestParts`: all templates that give the part, the constant first. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

/** `trial`: learned, but still compared with the rendered page on each visit; `refused`: pages are rendered. */
export type ApiState = 'learning' | 'trial' | 'learned' | 'refused';

/** What a page costs by its API and rendered: ms from the first request to the end, waits for the host's pauses included, and bytes. */
export interface ComparedCosts {
  readonly apiMs: number;
  readonly browserMs: number;
  readonly apiBytes: number;
  readonly browserBytes: number;
}

/** What is known of the API behind the pages of a format. */
export interface LearnedApi<Sample, Api> {
  readonly state: ApiState;
  /** Why this state, in words. */
  readonly reason: string;
  /** A scraper names it: it is not given up. Absent: it is learned. */
  readonly isNamed?: boolean;
  /** Of rendered pages, while it is being learned; then empty. */
  readonly samples: readonly Sample[];
  /** Rendered pages without a sample since the last one with it. */
  readonly misses: number;
  /** Null until it is learned, and when it is given up. */
  readonly api: Api | null;
  /** Values of the shell that are the same on all pages, by placeholder: the shell is fetched again only when the API fails, or to look for a new app. */
  readonly shared: Readonly<Record<string, string>>;
  /** Addresses of the app's scripts at the last comparison. */
  readonly scripts: readonly string[];
  /** Whether the newest comparisons with rendered pages agreed, newest last. */
  readonly agreed: readonly boolean[];
  /** What differed last; empty: nothing. */
  readonly lastDifference: string;
  /** Means of the compared pages, of about the newest 20. Absent: none was compared, or by an older version. */
  readonly costs?: ComparedCosts & { readonly pages: number };
  readonly decidedAt: Date;
}

export type ApiKnowledge = LearnedApi<ApiSample, PageApi>;

/** What one visit says of the API behind its format. */
export type LearningFinding<Sample> =
  /** A rendered page was sampled; null: no answer has its text, or its links. */
  | { readonly kind: 'sampled'; readonly sample: Sample | null }
  /** Its answers can't be used: asked again, they are other ones. */
  | { readonly kind: 'unfit'; readonly reason: string }
  /** Read by the API, and rendered. `difference` is empty where both are the same. */
  | {
      readonly kind: 'compared';
      readonly difference: string;
      readonly scripts: readonly string[] | null;
      readonly renewed: Readonly<Record<string, string>> | null;
      /** Absent where the API gave no page. */
      readonly costs?: ComparedCosts;
    }
  /** Values of the shell changed, and the API works again with the new ones. */
  | { readonly kind: 'renewed'; readonly shared: Readonly<Record<string, string>> };

export type ApiFinding = LearningFinding<ApiSample>;

/** Pages from which a page API is learned, at least. */
export const requiredSamples = 3;
/** Comparisons with rendered pages that must agree before pages come without a browser. */
export const requiredAgreements = 2;

/** Agreements that a trial still needs: each difference asks for two more. */
export function agreementsMissing(agreed: readonly boolean[]): number {
  const same = agreed.filter(Boolean).length;
  return requiredAgreements + 2 * (agreed.length - same) - same;
}

/** Pages that are still to be rendered until the next state; 0 where the knowledge is settled. */
export function pagesMissing({
  state,
  samples,
  agreed,
}: Pick<LearnedApi<unknown, unknown>, 'state' | 'samples' | 'agreed'>): number {
  if (state === 'learning') return Math.max(1, requiredSamples - samples.length);
  return state === 'trial' ? Math.max(1, agreementsMissing(agreed)) : 0;
}
