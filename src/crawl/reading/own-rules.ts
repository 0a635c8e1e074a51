import type { LivePage } from '../../browser-port.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import {
  dataRules,
  functionRules,
  hasDrifted,
  isAboutToDrift,
  isOfData,
  type OwnRule,
  type OwnRuleFinding,
  type OwnRules,
  type OwnRuleTally,
  ruleText,
  wrapperRules,
} from '../../model/crawl/own-rule.ts';
import { type Site, wrapperAt } from '../../model/crawl/site.ts';
import type { TaskKind } from '../../model/crawl/task.ts';
import { type StepTaken, stepName } from '../../model/page/page-step.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { OfflinePorts } from '../../services.ts';
import { isBroken } from '../../settings/broken-scrapers.ts';
import type { Store, VisitResult } from '../../storage/port.ts';
import type { OfflineCrawl } from '../crawl.ts';
import type { PageVisit } from '../visit-result.ts';
import type { OwnRuleCheck, VisitedPage } from '../visited-page.ts';

const stepRule = (kind: TaskKind, step: StepTaken['step']): OwnRule => ({
  field: kind === 'page' ? 'steps.articles' : 'steps.sources',
  what: stepName(step),
});
const linkRule = (selector: string): OwnRule => ({ field: 'links', what: selector });
const waitRule = (selector: string): OwnRule => ({ field: 'waitFor', what: selector });

/** The current rules of a site. */
function rulesOfSite(site: Site, now: Date): OwnRule[] {
  const wrapper = wrapperAt(site, now);
  return [
    ...functionRules(site.fields),
    ...dataRules(site),
    ...(wrapper === null ? [] : wrapperRules(wrapper)),
    ...(site.waitFor === null ? [] : [waitRule(site.waitFor)]),
    ...[...site.steps.articles].map((step) => stepRule('page', step)),
    ...site.sources.flatMap(({ steps }) => steps ?? []).map((step) => stepRule('source', step)),
    ...site.steps.sources.map((step) => stepRule('source', step)),
    ...site.sources.flatMap(({ linkSelector }) => (linkSelector === null ? [] : [linkRule(linkSelector)])),
  ];
}

/** Deletes the tallies of rules that their scraper no longer has. Called when a run starts. */
export async function forgetFormerRules({ store, siteOf, clock }: OfflinePorts) {
  const now = clock.now();
  for (const { site, rules } of await store.ownRules.list()) {
    if (isBroken(siteOf(site))) continue; // its rules are unknown
    const present = new Set(rulesOfSite(siteOf(site), now).map(ruleText));
    const remaining = rules.filter((rule) => present.has(ruleText(rule)));
    if (remaining.length < rules.length) await store.ownRules.save({ site, rules: remaining, updatedAt: now });
  }
}

/**
 * Which rules of its site match on an extracted page. Only an article shows that a rule does not match: on other pages a miss is left out, but for rules of data and records, which extraction judges. A page by its API has
 * none: the rules are for what the site shows.
 */
export function findingsOnPage(site: Site, { page, reading }: VisitedPage, live: LivePage | null): OwnRuleFinding[] {
  if (page.via === 'api') return [];
  const isArticle =
    reading.draft !== null ||
    reading.reason === 'layout-changed' ||
    reading.reason === 'low-confidence' ||
    reading.reason === 'too-short';
  const { waitFor } = site;
  const waitRules = waitFor === null || page.via === 'static' ? [] : [waitRule(waitFor)];
  return [
    ...reading.ownRules,
    ...waitRules.map((rule) => ({ ...rule, hasMatch: page.settledBy === 'selector' })),
    ...findingsOfSteps('page', live?.steps ?? []),
  ].filter((finding) => finding.hasMatch || isArticle || isOfData(finding));
}

export const findingsOfSteps = (kind: TaskKind, steps: readonly StepTaken[]): OwnRuleFinding[] =>
  steps.map(({ step, times }) => ({ ...stepRule(kind, step), hasMatch: times > 0 }));

/** Whether a source's own selector for links matches. */
export const findingOfLinks = (selector: string | null, links: readonly unknown[]): OwnRuleFinding[] =>
  selector === null ? [] : [{ ...linkRule(selector), hasMatch: links.length > 0 }];

interface Occasion {
  readonly site: string;
  readonly url: CanonicalUrl;
  readonly at: Date;
}

/** The tallies of a site with one page's findings; null without findings. Call it right before the commit, one page at a time. */
export async function tallyFindings(
  { ownRules }: Store,
  { site, url, at }: Occasion,
  findings: readonly OwnRuleFinding[],
): Promise<OwnRules | null> {
  if (findings.length === 0) return null;
  const tallies = new Map((await ownRules.get(site))?.rules.map((tally) => [ruleText(tally), tally]));
  for (const finding of findings) {
    const key = ruleText(finding);
    tallies.set(key, countFinding(tallies.get(key) ?? untried(finding), finding.hasMatch, { site, url, at }));
  }
  return { site, rules: [...tallies.values()], updatedAt: at };
}

const untried = ({ field, what }: OwnRule): OwnRuleTally => ({
  field,
  what,
  tried: 0,
  matched: 0,
  missesInARow: 0,
  lastMatchedAt: null,
  lastMissedAt: null,
  lastMissedUrl: null,
  reportedAt: null,
});

function countFinding(tally: OwnRuleTally, hasMatch: boolean, { url, at }: Occasion): OwnRuleTally {
  const tried = tally.tried + 1;
  return hasMatch
    ? { ...tally, tried, matched: tally.matched + 1, missesInARow: 0, lastMatchedAt: at, reportedAt: null }
    : { ...tally, tried, missesInARow: tally.missesInARow + 1, lastMissedAt: at, lastMissedUrl: url };
}

/** Rules of the site that usually matched, do not match on this page, and reach the threshold of a drift with it. */
export async function driftingRules(
  { ownRules }: Store,
  { host }: Site,
  findings: readonly OwnRuleFinding[],
): Promise<readonly OwnRuleTally[]> {
  const misses = new Set(findings.filter(({ hasMatch }) => !hasMatch).map(ruleText));
  if (misses.size === 0) return [];
  const tallies = (await ownRules.get(host))?.rules ?? [];
  return tallies.filter((rule) => isAboutToDrift(rule) && misses.has(ruleText(rule)));
}

/** A visit's result with the tallies of its site's rules. A drift leaves one failure. Call it right before the commit, one page at a time. */
export async function withRuleTallies(
  { store, clock }: OfflineCrawl,
  { site, task }: PageVisit,
  result: VisitResult,
  { findings, driftFailure }: OwnRuleCheck,
): Promise<VisitResult> {
  const at = clock.now();
  const record = await tallyFindings(store, { site: site.host, url: task.url, at }, findings);
  const misses = findings.filter(({ hasMatch }) => !hasMatch);
  const visit = { ...result.visit, detail: detailOf(result, misses) };
  const drifted = record?.rules.filter((rule) => rule.reportedAt === null && hasDrifted(rule)) ?? [];
  const failure = failureOfDrift(result, driftFailure);
  if (record === null || failure === null || drifted.length === 0) return { ...result, ownRules: record, visit };
  const rules = record.rules.map((rule) => (drifted.includes(rule) ? { ...rule, reportedAt: at } : rule));
  return { ...result, ownRules: { ...record, rules }, failure, visit: { ...visit, failureId: failure.id } };
}

/** A page that failed by its layout shows the drift itself. Another failure of the page is not replaced. */
const failureOfDrift = ({ visit, failure }: VisitResult, driftFailure: Failure | null): Failure | null =>
  visit.outcome === 'failed' ? failure : failure === null ? driftFailure : null;

/** A failure's detail. */
export const driftText = (rules: readonly OwnRuleTally[]): string =>
  `own rules that used to match find nothing: ${rules.map((rule) => `${ruleText(rule)} (${rule.matched} of ${rule.tried} pages before)`).join(', ')}`;

function detailOf({ visit }: VisitResult, missing: readonly OwnRule[]): string {
  if (missing.length === 0 || visit.outcome === 'failed') return visit.detail;
  const words = `no match: ${missing.map(ruleText).join(', ')}`;
  return visit.detail === '' ? words : `${visit.detail}; ${words}`;
}
