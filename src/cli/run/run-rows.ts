import type { CommonFailure } from '../../crawl/failure/common-failure.ts';
import { isSilent, type OwnRuleTally, ruleText, type SilentRule } from '../../model/crawl/own-rule.ts';
import type { SavedRenders } from '../../model/crawl/saved-renders.ts';
import { tasksLeft, type WorkLeft } from '../../model/crawl/work-left.ts';
import type { TeacherStanding } from '../../model/wrapper/teacher-standing.ts';
import { printable } from '../../printable.ts';
import type { CrawlReport, CutShortList } from '../../run/report.ts';
import type { VisitSummary } from '../../storage/collections/crawl/visits.ts';
import { ownerText } from '../../watch/assignment/owner.ts';
import { bytesText, countedText, countText, minuteText } from '../terminal/amounts.ts';

/** `shownBy`: the command that lists what was counted, without `newshawk`. */
export type RunRow = readonly [name: string, value: string, shownBy?: string];

/** `80 static (80 %), 15 by API (15 %), 5 in a browser (5 %)`: ways without a page are left out. */
export function waysText({ static: plain, api, browser }: VisitSummary['byWay']): string {
  const all = plain + api + browser;
  const counts = [
    [plain, 'static'],
    [api, 'by API'],
    [browser, 'in a browser'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, way]) => `${countText(count)} ${way} (${shareText(count / all)})`)
    .join(', ');
}

/** `95 renders, about 12.3 MB`. Empty: nothing was saved. */
export function savedRendersText({ pages, bytes }: SavedRenders): string {
  if (pages === 0) return '';
  const less = bytes !== null && bytes > 0 ? `, about ${bytesText(bytes)}` : '';
  return `${countedText(pages, 'render')}${less}`;
}

/** A share above 0 is never shown as 0 %, one below 1 never as 100 %. */
const shareText = (share: number): string =>
  share > 0 && share < 0.01 ? '<1 %' : share > 0.99 && share < 1 ? '>99 %' : `${Math.round(share * 100)} %`;

/** Rules that are listed; the others are counted. */
const maxRulesNamed = 10;

/** The scrapers' own rules that do not match, by site; empty where all match. */
export function silentRuleRows(rules: readonly SilentRule[]): RunRow[] {
  if (rules.length === 0) return [];
  const others = rules.length - maxRulesNamed;
  return [
    ['own rules', `${countText(rules.length)} without a match`],
    ...rules
      .slice(0, maxRulesNamed)
      .map(
        (rule): RunRow => [`  ${printable(rule.site)}`, printable(tallyText(rule)), `explain ${printable(rule.site)}`],
      ),
    ...(others > 0 ? [['  others', countText(others), 'status --json'] as const] : []),
  ];
}

/** `byline ".byline" 0 of 12` */
function tallyText(rule: OwnRuleTally): string {
  const { tried, matched, missesInARow } = rule;
  const row = isSilent(rule) && matched > 0 ? `, none of the last ${countText(missesInARow)}` : '';
  return `${ruleText(rule)} ${countText(matched)} of ${countText(tried)}${row}`;
}

/** All rules that were tried, each with its last miss. */
export const ownRuleRows = (rules: readonly OwnRuleTally[]): RunRow[] =>
  rules.map((rule) => {
    const { lastMissedAt, lastMissedUrl } = rule;
    const missed = lastMissedAt === null ? '' : `; last missed ${minuteText(lastMissedAt)} on ${lastMissedUrl}`;
    return [isSilent(rule) ? 'no match' : 'matches', `${tallyText(rule)}${missed}`];
  });

/** Hosts that are listed; the others are counted. */
const maxHostsNamed = 5;

/** The work that is left, by host and by owner of a lease; empty where nothing is left. */
export function leftRows(left: WorkLeft): RunRow[] {
  const total = tasksLeft(left);
  if (total === 0) return [];
  const shownHosts = left.hosts.slice(0, maxHostsNamed);
  const others = left.due + left.waiting - shownHosts.reduce((sum, { due, waiting }) => sum + due + waiting, 0);
  return [
    ['left', countText(total), 'status'],
    ...shownHosts.flatMap((host): RunRow[] => [
      [`  ${host.host}`, stateText(host)],
      ['', timesText(host)],
    ]),
    ...(others === 0 ? [] : [['  other hosts', countText(others)] as RunRow]),
    ...left.leases.map(({ owner, tasks, until }): RunRow => {
      return ['  in work', `${countText(tasks)} at ${ownerText(owner)} until ${minuteText(until)} (UTC)`];
    }),
  ];
}

function stateText({ due, waiting, forBrowser }: WorkLeft['hosts'][number]): string {
  const later = waiting - forBrowser;
  const parts = [
    ...(due === 0 ? [] : [`${countText(due)} due`]),
    ...(later === 0 ? [] : [`${countText(later)} to be tried again`]),
    ...(forBrowser === 0 ? [] : [`${countText(forBrowser)} wait for a browser`]),
  ];
  return parts.join(', ');
}

const timesText = ({ due, since, nextAt }: WorkLeft['hosts'][number]): string =>
  `since ${minuteText(since)}${due > 0 ? '' : `, next ${minuteText(nextAt)}`} (UTC)`;

/** How far a list was loaded. @example "it loads more when scrolled: 34 of 42 links; 60 s are used up" */
export function cutShortText({ loaded, total, by, why }: CutShortList): string {
  const of =
    total === null ? `${countText(loaded)} further links` : `${countText(loaded)} of ${countText(total)} links`;
  return `it loads more when ${by}: ${of}; ${why}`;
}

/** What is left, and in a second line how to continue. */
export function incompleteText({ left, summary, listsCutShort, brokenScrapers }: CrawlReport): string {
  const failed = summary.byOutcome.failed ?? 0;
  const lists = listsCutShort.length;
  const held = left.leases.reduce((sum, { tasks }) => sum + tasks, 0);
  const parts = [
    ...(failed === 0 ? [] : [`${countText(failed)} failed`]),
    ...(left.due === 0 ? [] : [`${countText(left.due)} due on hosts at rest`]),
    ...(left.waiting === 0 ? [] : [`${countText(left.waiting)} put off`]),
    ...(lists === 0 ? [] : [lists === 1 ? '1 list has more' : `${countText(lists)} lists have more`]),
    ...(held === 0 ? [] : [`${countText(held)} in work elsewhere`]),
    ...(brokenScrapers.length === 0
      ? []
      : [
          `${countText(brokenScrapers.length)} broken ${brokenScrapers.length === 1 ? 'scraper' : 'scrapers'} left out`,
        ]),
  ];
  const next = [
    ...(tasksLeft(left) > 0 ? ['`newshawk crawl --resume` continues'] : []),
    ...(tasksLeft(left) === 0 && failed > 0 ? ['see `newshawk failures list`'] : []),
    ...(lists === 0 ? [] : ['give lists more time (NEWSHAWK_LIST_BUDGET_MS), or name their steps (docs/steps.md)']),
    ...(brokenScrapers.length === 0 ? [] : ['correct the scrapers, and crawl again']),
  ];
  return `incomplete: ${[parts.join(', '), ...next].join('\n')}`;
}

/** Addresses that a command line repeats, at most. */
const maxTargets = 3;

/** What to do about each reason. */
const remedies: { readonly [Reason in CommonFailure['reason']]?: string } = {
  robots: 'newshawk obeys robots.txt. Crawl addresses that it allows, or ask the site for permission.',
  gone: 'Check the address.',
  blocked:
    'The site refuses automated readers. Wait longer between two requests (NEWSHAWK_HOST_GAP_MS), or use a proxy (docs/proxies.md).',
  throttled: 'The site asks for fewer requests. Wait longer between two of them (NEWSHAWK_HOST_GAP_MS), and try later.',
  'no-browser': 'Install a browser: `newshawk doctor --fix browser`. Or fetch without one: NEWSHAWK_RENDER=static.',
  proxy: 'Check the proxies of browsers.config.ts: `newshawk doctor proxies`.',
  'no-proxy': 'Check the listed proxies: `newshawk proxies check`.',
  'timed-out': 'Try later, or allow more time (NEWSHAWK_PAGE_TIMEOUT_MS, NEWSHAWK_STATIC_TIMEOUT_MS).',
  'too-large': 'Allow larger pages: `newshawk config print` lists the limits.',
  'browser-crashed': 'Check the browser: `newshawk doctor browser`.',
  misconfigured: 'Correct what the message names.',
};

/** The reason for which all pages of a run failed, and its remedy; empty where there is no such reason. */
export function commonFailureLines(failure: CommonFailure | null): string[] {
  if (failure === null) return [];
  const { reason, detail, count } = failure;
  const what = count === 1 ? 'The only page failed' : `All ${countText(count)} pages failed`;
  return [`${what}: ${reason}: ${printable(detail)}.`, remedyOf(failure)];
}

function remedyOf({ reason, detail, urls, settings }: CommonFailure): string {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${printable(value)}`);
  if (assignments.length > 0) {
    const targets = urls.length > maxTargets ? '' : ` ${urls.map(printable).join(' ')}`;
    return `The network policy refuses it. To allow it: \`${assignments.join(' ')} newshawk crawl${targets}\``;
  }
  if (reason === 'unreachable')
    return /does not resolve|ENOTFOUND|EAI_AGAIN/.test(detail)
      ? 'Check how the host is written, and that this machine has DNS.'
      : /\b(?:answered|status) [45]\d\d\b|\bHTTP [45]\d\d\b/.test(detail)
        ? 'The server answers with an error: check the address in a browser, or try later.'
        : 'Check the address, and that its server runs and can be reached from this machine.';
  return remedies[reason] ?? 'See what is stored of it: `newshawk failures list`.';
}

export function teacherRows(standing: TeacherStanding | null): string[][] {
  if (standing === null) return [];
  const { sites, calls, callsToday, tokensToday, dropped, failures, lastFailure } = standing;
  const failed = Object.entries(failures).map(([name, count]) => `, ${countText(count)} ${name}`);
  return [
    [
      'teacher',
      `${countText(calls)} calls for ${countText(sites)} sites, today ${countText(callsToday)} with ${countText(tokensToday)} tokens; ${countText(dropped)} labels not in the page${failed.join('')}`,
    ],
    ...(lastFailure === null
      ? []
      : [
          ['  last failure', `${lastFailure.site}, ${minuteText(new Date(lastFailure.at))} UTC: ${lastFailure.detail}`],
        ]),
  ];
}
