import type { CrawlReport } from '../pipeline/report.ts';
import { bytesText, countText, durationText } from './amounts.ts';
import type { Session } from './session.ts';
import { clip, displayWidth } from './width.ts';

type Paint = Pick<Session['colors'], 'bold' | 'dim' | 'green' | 'red' | 'yellow'>;

const endings: Readonly<Record<CrawlReport['ended'], string>> = {
  finished: 'finished',
  interrupted: 'interrupted; all is saved, `newshawk crawl --resume` goes on',
  'time-limit': 'the time limit was reached; `newshawk crawl --resume` goes on',
  limit: 'the page limit was reached',
  'failure-limit': 'the failure limit was reached: see `newshawk failures list`',
};

export interface ReportLook {
  readonly columns: number;
  /** What ran: `watch` simply starts again, a cut `crawl` is resumed. */
  readonly command: 'crawl' | 'watch';
}

/** The table at the end of a run: readable at 80 columns, with or without colours. */
export function formatReport(report: CrawlReport, paint: Paint, { columns, command }: ReportLook): string {
  const rows = [...countRows(report), ...failureRows(report, paint), ...costRows(report)];
  const label = Math.max(...rows.map(([name]) => displayWidth(name)));
  const lines = rows.map(([name, value]) => {
    if (value === null) return paint.dim(name);
    const blanks = ' '.repeat(label - displayWidth(name));
    return clip(`${paint.dim(name)}${blanks}  ${value}`, columns);
  });
  const rule = paint.dim('─'.repeat(Math.min(columns, 60)));
  return `${[rule, `${paint.bold(`Run ${report.runId}`)}\n${endingOf(report, command)}`, rule, ...lines, rule].join('\n')}\n`;
}

function endingOf({ ended }: CrawlReport, command: ReportLook['command']): string {
  const words = endings[ended];
  return command === 'crawl' ? words : words.replace('`newshawk crawl --resume`', '`newshawk watch`');
}

type Row = readonly [name: string, value: string | null];

function countRows({ summary, published, duplicates, offTopic, mediaItems }: CrawlReport): Row[] {
  const { pages, polls, byWay } = summary;
  return [
    [
      'pages',
      `${countText(pages)} (${countText(byWay.static)} static, ${countText(byWay.browser)} browser), ${countText(polls)} source polls`,
    ],
    ['stored by this run', countText(summary.byOutcome.stored ?? 0)],
    ['articles in the store', countText(published)],
    ['duplicates', countText(duplicates)],
    ['off-topic', countText(offTopic)],
    ['media items', countText(mediaItems)],
  ];
}

function failureRows({ summary }: CrawlReport, paint: Paint): Row[] {
  const of = (outcome: string) =>
    Object.entries(summary.byReason)
      .filter(([name]) => name.startsWith(`${outcome}:`))
      .map(([name, count]) => [name.slice(outcome.length + 1), count] as const)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const [failed, dropped] = [of('failed'), of('dropped')];
  const total = failed.reduce((sum, [, count]) => sum + count, 0);
  return [
    ['failures', total === 0 ? paint.green('none') : paint.red(countText(total))],
    ...failed.map(([reason, count]): Row => [`  ${reason}`, countText(count)]),
    ...(dropped.length === 0 ? [] : [['not kept', null] as Row]),
    ...dropped.map(([reason, count]): Row => [`  ${reason}`, countText(count)]),
  ];
}

function costRows({ summary, elapsedMs, cpuSeconds, loopDelayP99Ms }: CrawlReport): Row[] {
  const { pages, bytes } = summary;
  const perSecond = elapsedMs === 0 ? 0 : (pages * 1_000) / elapsedMs;
  const cpu = cpuSeconds === null || pages === 0 ? 'unknown' : `${(cpuSeconds / pages).toFixed(2)} CPU-s/page`;
  return [
    ['time', `${durationText(elapsedMs)}, ${perSecond.toFixed(1)} pages/s`],
    ['cost', `${cpu}, event loop p99 ${loopDelayP99Ms.toFixed(0)} ms`],
    ['bytes', `${bytesText(bytes)}${pages === 0 ? '' : `, ${bytesText(bytes / pages)} a page`}`],
  ];
}
