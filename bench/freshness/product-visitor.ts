import type { PageState, RateClass, RateCount, RateTally } from '../../src/model/page/page-state.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { ratesByAge } from '../../src/stages/schedule/revisits/age-rates.ts';
import { allocateVisits } from '../../src/stages/schedule/revisits/allocation.ts';
import {
  type PageObservation,
  type RevisitPlan,
  type RevisitPolicy,
  stateAfterFirstVisit,
  stateAfterVisit,
} from '../../src/stages/schedule/revisits/revisit.ts';
import { addEvidence, tallyKey } from '../../src/storage/collections/crawl/pages.ts';
import { type PageWorld, settledDays, type WorldPage } from './page-world.ts';
import type { Visitor } from './visit-pages.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 5);
/** How often the plan is made anew, days. `watch` does it every ten minutes, which would take most of the time here. */
const planEvery = 1 / 4;
/** Two texts that differ in all bits of the simhash. */
const texts = ['0123456789abcdef', 'fedcba9876543210'] as const;

const dateAt = (day: number): Date => new Date(start + Math.round(day * dayMs));
const dayOf = (date: Date): number => (date.getTime() - start) / dayMs;

/** The policies of the product with their page states; the store is a map of counts. @param visitsPerDay the budget of all hosts together */
export function productVisitor(
  policy: RevisitPolicy,
  world: PageWorld,
  pages: readonly WorldPage[],
  visitsPerDay: number,
): Visitor {
  const states: PageState[] = [];
  const counts = new Map<string, RateCount>();
  const tallies = new Map<string, RateTally>();
  const places: (RateClass | null)[] = [];
  let [plan, plannedAt] = [planOf(policy, world, { counts, tallies }, visitsPerDay), 0];

  const planAt = (at: number): RevisitPlan => {
    if (at - plannedAt > planEvery) [plan, plannedAt] = [planOf(policy, world, { counts, tallies }, visitsPerDay), at];
    return plan;
  };
  const keep = (id: number, state: PageState): number => {
    const place = state.counted ?? null;
    count(counts, places[id] ?? null, -1);
    count(counts, place, 1);
    places[id] = place;
    states[id] = state;
    for (const shown of state.evidence ?? []) {
      const key = tallyKey(shown).join(' ');
      tallies.set(key, addEvidence(tallies.get(key) ?? null, shown));
    }
    return dayOf(state.nextVisitAt);
  };
  return {
    first: (id, at) => {
      const { host, born } = pages[id] ?? { host: 0, born: 0 };
      const site = `site-${host}.example`;
      const page = { url: canonicalUrl(`https://${site}/news/story-${id}.html`), site };
      const publishedAt = world.halfLife === null ? null : dateAt(born).toISOString();
      return keep(id, stateAfterFirstVisit(page, sight(at, texts[0], publishedAt), planAt(at)));
    },
    later: (id, at, changed) => {
      const state = states[id];
      if (state === undefined) throw new Error(`page ${id} has no first visit`);
      const text = changed ? texts[state.simhash === texts[0] ? 1 : 0] : state.simhash;
      return keep(id, stateAfterVisit(state, sight(at, text, state.publishedAt ?? null), planAt(at)).state);
    },
  };
}

const sight = (at: number, simhash: string, publishedAt: string | null): PageObservation => ({
  now: dateAt(at),
  simhash,
  etag: null,
  lastModified: null,
  publishedAt,
});

function planOf(
  policy: RevisitPolicy,
  { settles }: PageWorld,
  {
    counts,
    tallies,
  }: { readonly counts: ReadonlyMap<string, RateCount>; readonly tallies: ReadonlyMap<string, RateTally> },
  visitsPerDay: number,
): RevisitPlan {
  const budgets = { perHost: visitsPerDay, total: visitsPerDay };
  return {
    policy,
    initialMs: 0.5 * 3_600_000,
    ratesByAge: ratesByAge(tallies.values()),
    allocation: allocateVisits(counts.values(), budgets, policy === 'freshness' ? 'freshness' : 'delay'),
    settledAfterMs: settles ? settledDays * dayMs : Number.POSITIVE_INFINITY,
  };
}

function count(counts: Map<string, RateCount>, place: RateClass | null, by: number): void {
  if (place === null) return;
  const key = `${place.host} ${place.format} ${place.ageClass} ${place.rateClass}`;
  const pages = (counts.get(key)?.pages ?? 0) + by;
  if (pages === 0) counts.delete(key);
  else counts.set(key, { ...place, pages });
}
