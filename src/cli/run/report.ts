import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import { linksLeftEntries, linksLeftReasons } from '../../model/crawl/links-left.ts';
import type { Run } from '../../model/crawl/run.ts';
import { savedRenders } from '../../model/crawl/saved-renders.ts';
import { printable } from '../../printable.ts';
import type { CrawlReport } from '../../run/report.ts';
import { ownerText } from '../../watch/assignment/owner.ts';
import { brokenScraperRows } from '../broken-scrapers.ts';
import { bytesText, countText, durationText } from '../terminal/amounts.ts';
import type { Colors, Glyphs } from '../terminal/look.ts';
import {
  commonFailureLines,
  cutShortText,
  incompleteText,
  leftRows,
  type RunRow,
  savedRendersText,
  silentRuleRows,
  waysText,
} from './run-rows.ts';

const endTexts: Readonly<Record<Exclude<CrawlReport['ended'], 'incomplete'>, string>> = {
  finished: 'finished',
  interrupted: 'interrupted; everything is saved, `newshawk crawl --resume` continues',
  'time-limit': 'the time limit was reached; `newshawk crawl --resume` continues',
  limit: 'the page limit was reached',
  'failure-limit': 'the failure limit was reached: see `newshawk failures list`',
  'no-browser': 'no browser starts any more, and pages that need one are left: `newshawk crawl --resume` continues',
};

/**
 * The table at the end of a run, readable at 80 columns, with or without colours.
 * @param command that ran: `watch` is simply started again, an interrupted `crawl` is resumed
 */
export function formatReport(
  report: CrawlReport,
  paint: Colors,
  { columns, glyphs, command }: { readonly columns: number; readonly glyphs: Glyphs; readonly command: Run['kind'] },
): string {
  const rows = [
    ...countRows(report),
    ...failureRows(report, paint),
    ...leftOutRows(report, paint),
    ...browserRows(report, paint),
    ...driftRows(report, paint),
    ...ownRuleRows(report, paint),
    ...cutShortRows(report, paint),
    ...brokenRows(report, paint),
    ...(command === 'crawl' ? leftRows(report.left) : []),
    ...outageRows(report, paint),
    ...besideRows(report),
    ...costRows(report),
  ];
  const label = Math.max(...rows.map(([name]) => stringWidth(name)));
  const lines = rows.flatMap(([name, value, shownBy]) => {
    const line = cliTruncate(`${paint.dim(name)}${' '.repeat(label - stringWidth(name))}  ${value}`, columns, {
      truncationCharacter: glyphs.ellipsis,
    });
    if (shownBy === undefined) return [line];
    // A truncated command would be useless: without room beside the count it gets a separate line.
    const hasRoom = stringWidth(line) + stringWidth(shownBy) + 2 <= columns;
    return hasRoom ? [`${line}  ${paint.dim(shownBy)}`] : [line, paint.dim(`    ${shownBy}`)];
  });
  const rule = paint.dim(glyphs.rule.repeat(Math.min(columns, 60)));
  // not truncated: its command is to be copied
  const why = [...commonFailureLines(report.commonFailure), ...allOffTopicLines(report)];
  const [first, ...rest] = why;
  const end = first === undefined ? [rule] : [rule, paint.red(first), ...rest, rule];
  return `${[rule, `${paint.bold(`Run ${report.runId}`)}\n${endingOf(report, command)}`, rule, ...lines, ...end].join('\n')}\n`;
}

/** Why a crawl that stored articles published none; empty where it did. */
function allOffTopicLines({ published, duplicates, offTopic }: CrawlReport): string[] {
  if (published > 0 || offTopic === 0) return [];
  const what =
    offTopic + duplicates === 1 ? 'The only article is' : `All ${countText(offTopic + duplicates)} articles are`;
  return [
    `${what} off topic: no topic matches, so nothing is published.`,
    '`newshawk topics list` shows the topics and where each is defined; `newshawk export --status off-topic` has the articles.',
  ];
}

function endingOf(report: CrawlReport, command: Run['kind']): string {
  const words = report.ended === 'incomplete' ? incompleteText(report) : endTexts[report.ended];
  return command === 'crawl' ? words : words.replace('`newshawk crawl --resume`', `\`newshawk ${command}\``);
}

/** A count with its command; a count of 0 has none. */
const countRow = (name: string, count: number, shownBy: string): RunRow =>
  count === 0 ? [name, countText(count)] : [name, countText(count), shownBy];

function countRows({ runId, summary, published, duplicates, offTopic, mediaItems }: CrawlReport): RunRow[] {
  const { pages, polls, byWay, bytesByWay } = summary;
  const [ways, saved] = [waysText(byWay), savedRendersText(savedRenders(byWay, bytesByWay))];
  return [
    ['pages', `${countText(pages)}, ${countText(polls)} source polls`, `visits --run ${runId}`],
    ...(ways === '' ? [] : [['fetched', ways] as const]),
    ...(saved === '' ? [] : [['saved', saved] as const]),
    countRow('stored by this run', summary.byOutcome.stored ?? 0, `visits --run ${runId} --outcome stored`),
    ...(summary.byOutcome.recorded === undefined
      ? []
      : [countRow('data without an article', summary.byOutcome.recorded, `visits --run ${runId} --outcome recorded`)]),
    countRow('articles in the store', published, 'export'),
    countRow('duplicates', duplicates, 'export --status duplicate'),
    countRow('off-topic', offTopic, 'export --status off-topic'),
    countRow('media items', mediaItems, 'export -f urls'),
  ];
}

type ReasonCount = readonly [reason: string, count: number];

/** The failures that the run left in `failures list`, and what it dropped. */
function failureRows({ runId, summary, failures }: CrawlReport, paint: Colors): RunRow[] {
  const total = (counts: readonly ReasonCount[]) => counts.reduce((sum, [, count]) => sum + count, 0);
  const reasons = Map.groupBy(failures, ({ reason }) => reason);
  const failed = byCountDescending(
    [...reasons].map(([reason, entries]) => [reason, entries.reduce((sum, { count }) => sum + count, 0)]),
  );
  const dropped = byCountDescending(
    Object.entries(summary.byReason)
      .filter(([name]) => name.startsWith('dropped:'))
      .map(([name, count]) => [name.slice('dropped:'.length), count]),
  );
  const list = `failures list --run ${runId}`;
  return [
    failed.length === 0 ? ['failures', paint.green('none')] : ['failures', paint.red(countText(total(failed))), list],
    ...failed.map(([reason, count]) => countRow(`  ${reason}`, count, `${list} --reason ${reason}`)),
    ...(dropped.length === 0 ? [] : [countRow('not kept', total(dropped), `visits --run ${runId} --outcome dropped`)]),
    ...dropped.map(([reason, count]) => countRow(`  ${reason}`, count, `visits --run ${runId} --reason ${reason}`)),
  ];
}

/** The links that became no tasks, with the reasons that the visits give. */
function leftOutRows({ runId, linksLeft }: CrawlReport, paint: Colors): RunRow[] {
  return linksLeftEntries(linksLeft).map(([reason, count], index) => [
    index === 0 ? 'links left out' : '',
    `${paint.yellow(countText(count))} ${linksLeftReasons[reason]}`,
    `visits --run ${runId}`,
  ]);
}

/** Lists that are named; the others are counted. */
const maxListsNamed = 5;

function cutShortRows({ runId, listsCutShort }: CrawlReport, paint: Colors): RunRow[] {
  const others = listsCutShort.length - maxListsNamed;
  return [
    ...listsCutShort.slice(0, maxListsNamed).flatMap((list): RunRow[] => [
      ['list cut short', paint.yellow(printable(list.url))],
      ['', printable(cutShortText(list)), `visits --run ${runId}`],
    ]),
    ...(others > 0 ? [['lists cut short', `${countText(others)} more`] as RunRow] : []),
  ];
}

const byCountDescending = (counts: readonly ReasonCount[]): ReasonCount[] =>
  counts.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

/** Pages that are left because no browser starts, and why it does not start. */
function browserRows({ runId, waitingForBrowser, browser }: CrawlReport, paint: Colors): RunRow[] {
  if (browser.state !== 'absent' && waitingForBrowser === 0) return [];
  const why = browser.state === 'absent' ? `none for ${durationText(browser.forMs)}: ${browser.why}` : 'it is back';
  return [
    ['browser', paint.yellow(printable(why)), 'doctor'],
    ...(waitingForBrowser === 0
      ? []
      : [countRow('  pages that wait for it', waitingForBrowser, `visits --run ${runId} --reason no-browser`)]),
  ];
}

/** Own rules that do not match: such a site is read by the generic extractor. */
const ownRuleRows = ({ silentRules }: CrawlReport, paint: Colors): RunRow[] =>
  silentRuleRows(silentRules).map(([name, value, ...shownBy]) => [name, paint.yellow(value), ...shownBy]);

/** Scrapers that can't be used: their sites were not crawled. */
const brokenRows = ({ brokenScrapers }: CrawlReport, paint: Colors): RunRow[] =>
  brokenScraperRows(brokenScrapers).map(([name, value, shownBy]) => [name, paint.red(value), shownBy]);

/** Sites whose layout has changed: the generic extractor reads them until a new wrapper is learned. */
const driftRows = ({ drifts }: CrawlReport, paint: Colors): RunRow[] =>
  drifts.map(({ site, version, healedAt }) => [
    'layout changed',
    paint.yellow(`${printable(site)}: wrapper ${version} ${healedAt === null ? 'is suspended' : 'was replaced'}`),
    `wrapper show ${printable(site)}`,
  ]);

/** Hosts that are listed as down; the others are counted. */
const maxOutagesNamed = 5;

function outageRows({ outages }: CrawlReport, paint: Colors): RunRow[] {
  const listed = outages.slice(0, maxOutagesNamed);
  const others = outages.length - listed.length;
  return [
    ...listed.flatMap(({ host, lastsMs, of, detail }): RunRow[] => [
      [of === 'proxy' ? 'no proxy to' : 'host down', paint.yellow(`${host}, for ${durationText(lastsMs)}`)],
      ['', printable(detail)],
    ]),
    ...(others === 0 ? [] : [['hosts down', `${countText(others)} more`] as RunRow]),
  ];
}

const besideRows = ({ beside }: CrawlReport): RunRow[] =>
  beside.map(({ owner, kind, run }) => ['at work beside', `${kind} ${run} of ${ownerText(owner)}`, 'status']);

function costRows({ summary, elapsedMs, cpuSeconds, loopDelayP99Ms }: CrawlReport): RunRow[] {
  const { pages, bytes } = summary;
  const perSecond = elapsedMs === 0 ? 0 : (pages * 1_000) / elapsedMs;
  const cpu = cpuSeconds === null || pages === 0 ? 'unknown' : `${(cpuSeconds / pages).toFixed(2)} CPU-s/page`;
  return [
    ['time', `${durationText(elapsedMs)}, ${perSecond.toFixed(1)} pages/s`],
    ['cost', `${cpu}, event loop p99 ${loopDelayP99Ms.toFixed(0)} ms`],
    ['bytes', `${bytesText(bytes)}${pages === 0 ? '' : `, ${bytesText(bytes / pages)} per page`}`],
  ];
}
