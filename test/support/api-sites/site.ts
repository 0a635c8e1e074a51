import { createHash } from 'node:crypto';
import { type AddressKind, filledPattern, partsOf } from './address.ts';
import { type Chance, chanceOf, hexOf } from './chance.ts';
import type { ListPlan, SitePlan } from './plan.ts';
import { answerOf, type RecordChanges } from './record.ts';
import { type SiteStory, storiesOf } from './stories.ts';

/** A request as the site's code sees it. */
export interface SiteRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface SiteReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly delayMs: number;
}

/** One way to fetch an article. */
export interface Style {
  readonly name: string;
  /** False: its answers must never be used without the browser. */
  readonly learnable: boolean;
  readonly address: AddressKind;
  /** Absent: drawn by seed. */
  readonly paging?: ListPlan['paging'];
  /** The app may fetch the next article too. */
  readonly mayPrefetch?: true;
  /** Each story has one author; absent: drawn by seed. */
  readonly oneAuthor?: true;
  /** JavaScript of `loadArticle(parts)`: an async function that returns `readRecord(…)`, or `{ html }` where the server writes the markup. */
  readonly script: (site: SiteState) => string;
  /** Null: the request is not the style's. */
  readonly answer: (request: SiteRequest, site: SiteState) => SiteReply | null;
  /** What the shell of an article's page has. */
  readonly shell?: (story: SiteStory, site: SiteState) => ShellParts;
}

export interface ShellParts {
  readonly head?: string;
  /** Attributes of the app's element. */
  readonly attributes?: string;
}

/** Everything that a running site keeps. */
export class SiteState {
  readonly plan: SitePlan;
  readonly style: Style;
  readonly stories: readonly SiteStory[];
  /** How often the POST of a story had its effect, by index. */
  readonly effects = new Map<number, number>();
  /** For what the server draws while it runs: nonces, tokens, A/B. */
  readonly chance: Chance;
  /** Nonces and session tokens that are valid, oldest first. */
  readonly valid = new Set<string>();
  #build = 0;
  readonly #byKey = new Map<string, SiteStory>();

  constructor(plan: SitePlan, style: Style, pages: number) {
    this.plan = plan;
    this.style = style;
    this.stories = storiesOf({ ...plan, pages, maxAuthors: style.oneAuthor ? 1 : plan.maxAuthors });
    this.chance = chanceOf(`${plan.key}/run`);
    for (const story of this.stories)
      for (const key of [String(story.id), story.uid, story.slug]) this.#byKey.set(key, story);
  }

  /** By id, uid or slug. */
  storyOf(key: string | null | undefined): SiteStory | null {
    return this.#byKey.get(key ?? '') ?? null;
  }

  addressOf(story: SiteStory): string {
    return filledPattern(this.plan.pagePattern, partsOf(story));
  }

  get buildId(): string {
    return hexOf(chanceOf(`${this.plan.key}/build/${this.#build}`), 12);
  }

  bumpBuild(): void {
    this.#build++;
  }

  /** Where scripts ask the API: empty for the page's host. */
  get apiOrigin(): string {
    return this.plan.apiHost === this.plan.host ? '' : `http://${this.plan.apiHost}`;
  }

  /** The pattern of an endpoint below the API's base, by the slot that names the article. */
  endpoint(slot: string, noun = this.plan.endpoint.noun): string {
    const { base, suffix, constants } = this.plan.endpoint;
    return `${base}/${noun}/${slot}${suffix}${constants}`;
  }

  /** JSON of a story, or 404 where there is none. */
  article(story: SiteStory | null, changes?: RecordChanges): SiteReply {
    if (story === null) return json({ error: 'not found' }, 404);
    return json(answerOf(this.plan.record, story, changes), 200, this.plan.articleDelayMs);
  }
}

export const json = (value: unknown, status = 200, delayMs = 0): SiteReply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  delayMs,
});

export const text = (type: string, body: string, status = 200): SiteReply => ({
  status,
  type: `${type}; charset=utf-8`,
  body,
  delayMs: 0,
});

export const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

/** An object, or null for what is not JSON. */
export function jsonBody(request: Pick<SiteRequest, 'body'>): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(request.body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // the site's answer to a body that is not JSON is its own error
  }
}
