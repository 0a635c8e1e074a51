import { InvalidArgumentError } from 'commander';
import { type SourcePorts, viewOf } from '../../commands/sources/manage-sources.ts';
import { type ActiveWindow, baseIntervalOf, intervalLimits, type Source } from '../../model/crawl/source.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';
import { bytesText, durationText, minuteText } from '../terminal/amounts.ts';
import { printList, tableText } from '../terminal/table.ts';

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Hours of the week as a person writes them: `mon-fri 6-22 Europe/London`, `sat,sun 8-24` (UTC). The schema of sources checks the time zone. @throws InvalidArgumentError */
export function parseWindow(text: string): ActiveWindow {
  const [, dayText = '', from = '', to = '', timeZone = 'UTC'] =
    /^(\S+)\s+(\d{1,2})-(\d{1,2})(?:\s+(\S+))?$/.exec(text.trim()) ?? [];
  const days = dayText === 'daily' ? dayNames.map((_, day) => day) : dayText.split(',').flatMap(daysOf);
  const [fromHour, toHour] = [Number(from), Number(to)];
  if (dayText === '' || days.includes(-1) || fromHour > 23 || toHour > 24)
    throw new InvalidArgumentError('Write days, hours and a time zone: "mon-fri 6-22 Europe/London", "daily 0-6".');
  return { timeZone, days: [...new Set(days)].sort(), fromHour, toHour };
}

function daysOf(text: string): number[] {
  const [first, last] = text.toLowerCase().split('-', 2);
  const [from, to] = [dayNames.indexOf(first ?? ''), dayNames.indexOf(last ?? first ?? '')];
  if (from < 0 || to < 0) return [-1];
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
}

/** As `parseWindow` reads it. */
export const windowText = ({ days, fromHour, toHour, timeZone }: ActiveWindow): string =>
  `${days.length === 7 ? 'daily' : days.map((day) => dayNames[day]).join(',')} ${fromHour}-${toHour} ${timeZone}`;

export async function printSources(session: Session, io: SourcePorts, site: string | undefined): Promise<void> {
  const sources = (await io.store.sources.list()).filter((source) => site === undefined || source.site === site);
  const views = [];
  for (const source of sources) views.push(await viewOf(io, source));
  const data = views.map(({ source: { entries: _, ...source }, state, lastVisit }) => ({
    ...source,
    state,
    lastVisit,
  }));
  const none = 'There are no sources: `newshawk sources add --help` shows how to add one.';
  await printList(session, views, { data, none }, [
    ['id', ({ source }) => source.id],
    ['state', ({ state }) => state],
    ['kind', ({ source }) => source.kind],
    ['weight', ({ source }) => String(source.weight), 'right'],
    ['every', ({ source }) => durationText(source.intervalMs), 'right'],
    ['next poll (UTC)', ({ source, state }) => (state === 'paused' ? '' : minuteText(source.nextPollAt))],
    ['address', ({ source }) => source.url, 24],
  ]);
}

export async function printSource(
  session: Session,
  io: SourcePorts,
  source: Source,
  polls: readonly Visit[],
): Promise<void> {
  const { state } = await viewOf(io, source);
  const { entries: _, ...shown } = source;
  const windows = source.activeWindows.map(windowText).join('; ');
  const base = baseIntervalOf(source);
  const { shortestMs, longestMs } = intervalLimits(source);
  const isTuned = base !== source.baseIntervalMs;
  const softHours = source.tuning?.hours ?? null;
  const lines = [
    `${source.url}`,
    `id: ${source.id}, ${source.kind} of ${source.site}, ${state}${source.pausedAt ? ` since ${minuteText(source.pausedAt)} UTC` : ''}`,
    `named by: ${source.namedBy ?? 'a person or a scraper'}`,
    `weight ${source.weight}; interval ${durationText(source.intervalMs)}, base ${durationText(base)}${isTuned ? ` (learned; ${durationText(source.baseIntervalMs)} is defined)` : ''}, from ${durationText(shortestMs)} to ${durationText(longestMs)}`,
    `hours: ${windows || 'all'}${softHours === null ? '' : `, most polls in ${softHours.length} of 168`}; depth ${source.maxDepth}${source.linkSelector === null ? '' : `; links: ${source.linkSelector}`}`,
    `next poll: ${minuteText(source.nextPollAt)} UTC${source.validators ? ', for changes only' : ''}; worker: ${source.worker ?? 'none yet'}`,
  ];
  const text = `${lines.map((line) => `${printable(line)}\n`).join('')}${pollTable(session, polls)}`;
  await session.printData({ ...shown, state, visits: polls }, text);
}

function pollTable(session: Session, polls: readonly Visit[]): string {
  if (polls.length === 0) return 'It was not polled yet.\n';
  return tableText(session, polls, [
    ['polled (UTC)', ({ startedAt }) => minuteText(startedAt)],
    ['outcome', ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`)],
    ['new', ({ newLinks }) => String(newLinks), 'right'],
    ['took', ({ elapsedMs }) => durationText(elapsedMs), 'right'],
    ['size', ({ bytes }) => bytesText(bytes), 'right'],
    ['proxy', ({ proxy }) => proxy ?? 'direct', 6],
    ['detail', ({ detail }) => detail, 12],
  ]);
}
