import type { Origins } from '../markup/origins.ts';
import type { VideoPagePlan } from '../plan/plan.ts';
import { type Expectation, expectationOf } from './expectation.ts';
import { openItem } from './open-item.ts';

/** What a tool answers for a page: the best item first, or the reason why it has none. */
export interface Answer {
  readonly items: readonly AnswerItem[];
  readonly reason: string;
}

export interface AnswerItem {
  readonly url: string;
  readonly delivery: string;
  readonly role: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string | null;
  readonly variants?: readonly {
    readonly url?: string;
    readonly widthPx: number | null;
    readonly heightPx: number | null;
  }[];
  readonly companions?: readonly { readonly url: string }[];
  readonly live?: string;
  readonly dvrWindowMs?: number | null;
  readonly protection?: string;
  readonly expiresAt?: string;
  readonly inlineManifest?: string | null;
  readonly inlineManifestBase?: string | null;
}

/** Compares an answer with what a page has, and opens its best item. @returns problems; none: the answer is right */
export async function judge(plan: VideoPagePlan, answer: Answer, origins: Origins): Promise<string[]> {
  const expectation = expectationOf(plan, origins);
  const [top] = answer.items;
  const isReasonRight = (expectation.reasons as readonly string[]).includes(answer.reason);
  const mains = answer.items.filter(({ role }) => role === 'main');
  if (expectation.urls.length === 0) {
    const [main] = mains;
    return [
      ...(main === undefined ? [] : [`a main item where there is none: ${main.url.slice(0, 200)}`]),
      ...(isReasonRight ? [] : [`the reason is ${answer.reason}, not ${expectation.reasons.join(' or ')}`]),
    ];
  }
  // clips beside the page's content are named with a reason, too
  if (mains.length === 0 && isReasonRight) return [];
  if (top === undefined) return [`no item, reason ${answer.reason}`];
  const problems = rules.flatMap((rule) => rule({ expectation, answer, top }));
  return [...problems, ...(await openItem(top))];
}

interface Case {
  readonly expectation: Expectation;
  readonly answer: Answer;
  readonly top: AnswerItem;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const matches = (patterns: readonly string[], url: string): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`, 's').test(url));

const differs = (what: string, allowed: readonly string[], value: string): string[] =>
  allowed.includes(value) ? [] : [`${what} is ${value}, not ${allowed.join(' or ')}`];

/** Least time that a DVR stream can be rewound, ms. */
const leastWindowMs = 60_000;

type Rule = (checked: Case) => string[];

const rules: readonly Rule[] = [
  function address({ expectation, top }) {
    return matches(expectation.urls, top.url) ? [] : [`the best item is ${top.url.slice(0, 200)}`];
  },
  function mustNot({ expectation, answer }) {
    const isInline = expectation.urls.includes('blob:*'); // any address without a host is the film's there
    return answer.items
      .filter(({ role, url }) => role === 'main' && matches(expectation.mustNot, url))
      .filter(({ url }) => !(isInline && matches(expectation.urls, url)))
      .map(({ url }) => `${url.slice(0, 200)} is not main`);
  },
  ({ top }) => differs('the role', ['main'], top.role),
  ({ expectation, top }) => differs('the delivery', [expectation.delivery], top.delivery),
  ({ expectation, top }) => differs('the protection', expectation.protection, top.protection ?? 'none'),
  ({ expectation, top }) => differs('live', expectation.live, top.live ?? 'vod'),
  function rewinding({ expectation, top }) {
    if (!expectation.isRewindable || (top.dvrWindowMs ?? 0) >= leastWindowMs) return [];
    return [`the stream can be rewound, and dvrWindowMs is ${top.dvrWindowMs}`];
  },
  function variants({ expectation, top }) {
    const sizes = (top.variants ?? []).map(({ widthPx, heightPx }) => `${widthPx}x${heightPx}`);
    return expectation.variants.filter((size) => !sizes.includes(size)).map((size) => `the variant ${size} is missing`);
  },
  function sound({ expectation, answer, top }) {
    const { sound } = expectation;
    if (sound === null) return [];
    const others = [...(top.companions ?? []), ...answer.items].map(({ url }) => url);
    // a list has the sound of the film that was chosen
    const folder = top.url.slice(0, top.url.lastIndexOf('/'));
    return others.some((url) => url === sound || url.startsWith(`${folder}/second`)) ? [] : ['the sound is missing'];
  },
  function expiry({ expectation, top }) {
    if (!expectation.expires) return [];
    const endS = Number(/(?:expires=|exp=|exp%3D|auth_key=)(\d{10})/.exec(top.url)?.[1]);
    const at = new Date(top.expiresAt ?? Number.NaN).getTime();
    return Math.abs(at - endS * 1_000) <= 2_000 ? [] : [`expiresAt is ${top.expiresAt ?? 'missing'}`];
  },
];
