import type { Explanation } from '../../commands/page/explain.ts';
import type { OwnDataExplanation } from '../../commands/page/explain-data.ts';
import type { WayToSite } from '../../commands/page/explain-proxies.ts';
import type { Source } from '../../model/crawl/source.ts';
import { valueText } from '../../model/data/data-value.ts';
import type { DataFinding } from '../../model/data/own-data.ts';
import type { TuningResult } from '../../stages/schedule/tuning/tune-source.ts';
import { tuningDays } from '../../watch/tuning/poll-evidence.ts';
import { countText, minuteText } from '../terminal/amounts.ts';

/** Lines of `explain` on the proxies that may serve a site. */
export const wayRows = (ways: readonly WayToSite[]): (readonly [name: string, value: string])[] =>
  ways.map(({ proxy, isListed, tries, successes, blocked, weight }) => {
    const counts = tries === 0 ? 'no try' : `${successes} of ${tries} visits succeeded, ${blocked} were blocked`;
    return [
      'way',
      `${proxy}${isListed ? ', on the list of the day' : ''}: weight ${weight.toFixed(2)}; ${counts} this week`,
    ];
  });

/** Lines of `explain` on what tuning has learned of a source, and what its polls say now. */
export function tuningRows(
  { tuning = null }: Source,
  { rounds, interval, hours }: TuningResult,
): (readonly [name: string, value: string])[] {
  const kept = tuning?.hours ?? null;
  return [
    ['yesterday', `${rounds.rounds} rounds, ${rounds.updates} found an update: ${interval.why}`],
    ['hours', kept === null ? 'all' : `${kept.length} of 168; ${hourRanges(kept)}; else an eighth of the rate`],
    [
      'updates',
      `${hours.updates} in ${hours.polls} polls of the last ${tuningDays} days, ${(100 * hours.share).toFixed(1)} % of them in the hours that a tuning would keep: ${hours.why}`,
    ],
  ];
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon-Fri 6-22, Sat 9-12 UTC`: neighbouring days with the same hours are one entry. */
function hourRanges(hours: readonly number[]): string {
  const ofDay = dayNames.map((_, day) => rangesOf(hours.filter((hour) => Math.floor(hour / 24) === day)));
  const entries: { first: number; last: number; text: string }[] = [];
  for (const [day, text] of ofDay.entries()) {
    const before = entries.at(-1);
    if (before?.text === text) before.last = day;
    else entries.push({ first: day, last: day, text });
  }
  const texts = entries.flatMap(({ first, last, text }) =>
    text === '' ? [] : [`${dayNames[first]}${first === last ? '' : `-${dayNames[last]}`} ${text}`],
  );
  return `${texts.join(', ')} UTC`;
}

function rangesOf(hours: readonly number[]): string {
  const inDay = hours.map((hour) => hour % 24);
  const begins = inDay.filter((hour) => !inDay.includes(hour - 1));
  const ends = inDay.filter((hour) => !inDay.includes(hour + 1));
  return begins.map((begin, index) => `${begin}-${(ends[index] ?? begin) + 1}`).join(' and ');
}

/** The lines of `explain` about the address itself. Empty where no page of the site was visited. */
export function urlPatternRows({ urlPattern }: Explanation): (readonly [name: string, value: string])[] {
  const { class: name, confidence, why, pattern, addresses, link } = urlPattern;
  const { article, listing, other } = addresses;
  if (article + listing + other === 0) return [];
  const outcome = link.isSkipped ? 'left out' : link.isExplored ? 'fetched, as exploration' : 'fetched';
  return [
    ['class', `${name} (${confidence.toFixed(2)}): ${why}`],
    ...(pattern === null ? [] : [['expression', pattern.expression] as const]),
    ['links to it', `${outcome}: ${link.why}`],
    ...urlPattern.foundAt.map((place) => ['found at', place] as const),
    ['learned from', `${article} articles, ${listing} lists, ${other} other pages of ${urlPattern.site}`],
  ];
}

/** Places that are shown; the others have fewer pages. */
const maxPlacesShown = 20;

/** Where links stand on the site's lists, and what came of them. Only for an address that is a list. */
export function linkPlaceRows({ urlPattern, source }: Explanation): (readonly [name: string, value: string])[] {
  if (urlPattern.class !== 'listing' && source === null) return [];
  const rows = urlPattern.places.slice(0, maxPlacesShown).map((place) => {
    const { articles, listings, others, whyFollowed } = place;
    const outcome = whyFollowed === null ? 'left out, but for one in ten' : `followed: ${whyFollowed}`;
    const counts = `${articles} articles, ${listings} lists, ${others} other pages`;
    return [
      whyFollowed === null ? 'left out' : 'followed',
      `${place.place}: ${counts}; links here are ${outcome}`,
    ] as const;
  });
  const more = urlPattern.places.length - rows.length;
  return more > 0 ? [...rows, ['more', `${more} places with fewer pages`] as const] : rows;
}

type Row = readonly [name: string, value: string];

/** Rows on a page's own data: what the rules give, value by value, and the records in the store. */
export function ownDataRows(explanation: OwnDataExplanation | null): Row[] {
  if (explanation === null) return [];
  const { records, total, today } = explanation;
  const read: Row[] =
    today === null
      ? []
      : [
          ['read', `by today's rules on the page of ${minuteText(today.readAt)}`],
          ...today.ownData.fields.map((finding): Row => [finding.field, findingText(finding)]),
          ...today.ownData.records.flatMap(({ kind, region, matches, records: ofKind, dropped }): Row[] => {
            const left = Object.entries(dropped).map(([reason, count]) => `, ${count} ${reason}`);
            const problems = ofKind.flatMap(({ key, findings }) =>
              findings
                .filter(({ problem }) => problem !== null)
                .map((finding): Row => ['', `${key}: ${finding.field}: ${findingText(finding)}`]),
            );
            const [first] = ofKind;
            return [
              [kind, `${ofKind.length} of ${matches} elements by ${region}${left.join('')}`],
              ...(first?.findings ?? []).map((finding): Row => ['', `${finding.field}: ${findingText(finding)}`]),
              ...problems.slice(0, maxProblems),
            ];
          }),
        ];
  const stored = records.map(({ kind, key, goneAt, changes, id }): Row => {
    const state = goneAt === null ? 'listed' : `gone since ${minuteText(goneAt)}`;
    return ['stored', `${kind} ${key}: ${state}, ${changes} changes (\`newshawk records show ${id}\`)`];
  });
  return [...read, ...stored, ...(total > records.length ? [['', `${countText(total)} records in all`] as const] : [])];
}

/** Problems of one kind of records that are shown; the JSON has all. */
const maxProblems = 5;

const findingText = ({ value, rule, by, raw, problem }: DataFinding): string => {
  if (rule === null) return 'no rule matches';
  return `${valueText(value) || '-'} by ${rule}${by === 'learned' ? ' (learned)' : ''}${problem === null ? '' : `; ${problem}: ${JSON.stringify(raw)}`}`;
};
