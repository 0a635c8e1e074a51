import type {
  ListApi,
  ListApiSample,
  ListCandidate,
  ListFinding,
  ListKnowledge,
  NextPage,
} from '../../../model/page/list-api.ts';
import type { AnsweredList } from '../../../ports.ts';
import { combinations, type Inferred, inferMost } from '../infer-most.ts';
import { addLearned, type Learning, validKnowledge } from '../knowledge.ts';
import { RequestPlan } from '../request-plan.ts';
import { sampledRequests } from '../sample.ts';
import { findLists } from './find-lists.ts';
import type { FormatOf } from './list-coverage.ts';

/** Lists of a page that are kept. */
const maxLists = 6;

/** What a rendered list teaches; null: no answer has its links. */
export function listSampleOf(page: AnsweredList, formatOf: FormatOf): ListApiSample | null {
  const lists = findLists(page, formatOf).slice(0, maxLists);
  if (lists.length === 0) return null;
  const used = [...new Set(lists.map(({ answer }) => answer))].sort((a, b) => a - b);
  return {
    takenAt: page.takenAt.toISOString(),
    ...sampledRequests(page.url, page.answers, used),
    proven: [],
    lists: lists.map((list) => ({ ...list, answer: used.indexOf(list.answer) })),
  };
}

/** Learns how a list is read from what its polls have in common; or says why not. */
export const inferList = (samples: readonly ListApiSample[]): Inferred<ListApi> => inferMost(samples, inferFrom);

function inferFrom(samples: readonly ListApiSample[]): Inferred<ListApi> {
  const [first, ...others] = samples;
  if (first === undefined) return { reason: 'no poll is known' };
  let why = 'no answer has the links of all polls at the same place';
  for (const list of first.lists) {
    const rest = others.map(({ lists }) => lists.filter(({ path }) => path === list.path));
    for (const choice of combinations(rest)) {
      const all = [list, ...choice];
      const address = shared(all.map(({ addresses }) => addresses));
      if (address === null) continue;
      const plan = new RequestPlan(samples);
      const answer = plan.request(all.map((candidate) => candidate.answer));
      if (answer !== null)
        return { api: { requests: plan.templates, ...listOf(all, answer, address) }, unproven: plan.unproven };
      why = plan.why ?? why;
    }
  }
  return { reason: why };
}

function listOf(all: readonly ListCandidate[], answer: number, address: string) {
  const path = all[0]?.path ?? '';
  const next = shared(all.map(({ nexts }) => nexts.map((way) => JSON.stringify(way))));
  return {
    list: {
      answer,
      path,
      address,
      title: shared(all.map(({ titles }) => titles)),
      publishedAt: shared(all.map(({ dates }) => dates)),
    },
    next: next === null ? null : (JSON.parse(next) as NextPage),
    shownPages: Math.min(...all.map(({ pages }) => pages)),
    confirmed: Math.max(...all.map(({ links }) => links)),
  };
}

/** The first text of the first list that all others have too; null: there is none. */
const shared = ([first = [], ...others]: readonly (readonly string[])[]): string | null =>
  first.find((text) => others.every((other) => other.includes(text))) ?? null;

const lists: Learning<ListApiSample, ListApi> = {
  infer: inferList,
  isSame: (a, b) => a.takenAt === b.takenAt,
  miss: 'no answer to the scripts of the page has its links',
};

/** Adds what a poll found. @param named the API that the scraper names for the source; null: none @returns the same object where nothing changes */
export const addListFinding = (
  before: ListKnowledge | null,
  finding: ListFinding,
  now: Date,
  named: ListApi | null = null,
): ListKnowledge => addLearned(lists, validKnowledge(before, now, named), finding, now);
