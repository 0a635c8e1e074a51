import { tasksLeft, type WorkLeft } from '../../model/crawl/work-left.ts';
import type { CrawlReport, CutShortList } from '../../run/report.ts';
import { ownerText } from '../../watch/assignment/owner.ts';
import { countText, minuteText } from '../terminal/amounts.ts';

/** Hosts that are listed; the others are counted. */
const maxHostsNamed = 5;

type Row = readonly [name: string, value: string, shownBy?: string];

/** The work that is left, by host and by owner of a lease; empty where nothing is left. */
export function leftRows(left: WorkLeft): Row[] {
  const total = tasksLeft(left);
  if (total === 0) return [];
  const shownHosts = left.hosts.slice(0, maxHostsNamed);
  const others = left.due + left.waiting - shownHosts.reduce((sum, { due, waiting }) => sum + due + waiting, 0);
  return [
    ['left', countText(total), 'status'],
    ...shownHosts.flatMap((host): Row[] => [
      [`  ${host.host}`, stateText(host)],
      ['', timesText(host)],
    ]),
    ...(others === 0 ? [] : [['  other hosts', countText(others)] as Row]),
    ...left.leases.map(({ owner, tasks, until }): Row => {
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
export function incompleteText({
  left,
  summary,
  listsCutShort,
  brokenScrapers,
}: Pick<CrawlReport, 'left' | 'summary' | 'listsCutShort' | 'brokenScrapers'>): string {
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
