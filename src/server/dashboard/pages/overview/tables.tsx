import type { AnswerOf, ApiSchemas } from '../../data/api.ts';
import { Badge, OutLink } from '../../parts/inline.tsx';
import { Table } from '../../parts/table.tsx';
import { bytes, countOf, span } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { address } from '../../shell/route.ts';

export type Stats = AnswerOf<'/v1/stats'>;
export type TopicCount = Pick<ApiSchemas['Topic'], 'name' | 'articles'>;
export type CategoryCount = AnswerOf<'/v1/categories'>['items'][number];
export type Hot = AnswerOf<'/v1/hot'>;
export type ProxyReport = AnswerOf<'/v1/proxies'>;

const shownFailures = 10;
const shownPairs = 20;
/** Characters of a title that find its story. */
const searchLength = 200;

export const FailureTable = ({ failures }: { readonly failures: Stats['failures'] }) => (
  <Table
    columns={[
      ['Site', ({ site }) => <a href={address('failures', { site })}>{site}</a>],
      ['Reason', ({ reason }) => <Badge text={reason} kind="failed" />],
      ['Count', (row) => countOf(row.count), 'number'],
    ]}
    rows={failures.toSorted((a, b) => b.count - a.count).slice(0, shownFailures)}
    caption="Failures by site and reason"
    empty="No failures."
  />
);

/** The most used pairs of proxy and site; their days are summed. */
export function ProxyTable({ proxies: { total, good, waiting, uses } }: { readonly proxies: ProxyReport }) {
  const pairs = [...Map.groupBy(uses, ({ proxy, site }) => `${proxy} ${site}`).values()].map((days) => {
    const sum = (field: 'tries' | 'successes' | 'blocked' | 'bytes'): number =>
      days.reduce((all, day) => all + day[field], 0);
    const { proxy = '', site = '' } = days[0] ?? {};
    return {
      proxy,
      site,
      tries: sum('tries'),
      successes: sum('successes'),
      blocked: sum('blocked'),
      bytes: sum('bytes'),
    };
  });
  return (
    <>
      <p class="dim note">
        {countOf(good)} of {countOf(total)} proxies of lists are good today; {countOf(waiting)} tasks wait for a proxy
      </p>
      <Table
        columns={[
          ['Proxy', ({ proxy }) => <code>{proxy}</code>],
          ['Site', ({ site }) => site],
          ['Succeeded', (row) => `${countOf(row.successes)} of ${countOf(row.tries)}`, 'nowrap'],
          ['Blocked', ({ blocked }) => countOf(blocked), 'nowrap'],
          ['Bytes', (row) => bytes(row.bytes), 'nowrap'],
        ]}
        rows={pairs.sort((a, b) => b.tries - a.tries).slice(0, shownPairs)}
        caption="What proxies did for sites in the last seven days"
        empty="No proxy was used yet."
      />
    </>
  );
}

export const RuleTable = ({ rules, now }: { readonly rules: Stats['silentRules']; readonly now: string }) => (
  <Table
    columns={[
      ['Site', ({ site }) => <a href={address('failures', { site })}>{site}</a>],
      [
        'Rule',
        ({ field, what }) => (
          <>
            {field} <code>{what}</code>
          </>
        ),
        'address',
      ],
      ['Matched', ({ matched, tried }) => `${countOf(matched)} of ${countOf(tried)}`, 'nowrap'],
      ['Last missed', ({ lastMissedUrl }) => lastMissedUrl !== null && <OutLink to={lastMissedUrl} />, 'wide address'],
      ['When', ({ lastMissedAt }) => <When at={lastMissedAt} now={now} />, 'nowrap'],
    ]}
    rows={rules}
    caption="Scraper rules that never matched, or no longer match"
    empty="Every rule that was tried matches."
  />
);

export const TermTable = ({ terms }: { readonly terms: Hot['terms'] }) => (
  <Table
    columns={[
      ['Term', ({ term }) => <a href={address('articles', { q: term })}>{term}</a>],
      ['Stories', ({ stories }) => countOf(stories), 'number'],
      ['Sources', ({ sources }) => countOf(sources), 'number'],
    ]}
    rows={terms}
    caption="Terms that more stories contain than in the days before"
    empty="No term rises above its usual level."
  />
);

export const StoryTable = ({ stories, now }: { readonly stories: Hot['stories']; readonly now: string }) => (
  <Table
    columns={[
      ['Story', ({ title }) => <a href={address('articles', { q: title.slice(0, searchLength) })}>{title}</a>],
      ['Sources', ({ sources }) => countOf(sources), 'number'],
      ['First seen', ({ firstSeenAt }) => <When at={firstSeenAt} now={now} />, 'nowrap'],
    ]}
    rows={stories}
    caption="Stories that several sources report, the fastest first"
    empty="No story has several sources."
  />
);

export const RunTable = ({ runs, now }: { readonly runs: Stats['runs']; readonly now: string }) => (
  <Table
    columns={[
      ['Run', ({ id }) => <code>{id}</code>, 'address'],
      ['Kind', ({ kind }) => kind],
      ['Began', ({ startedAt }) => <When at={startedAt} now={now} />],
      [
        'Took',
        ({ startedAt, finishedAt }) =>
          finishedAt === null ? (
            <Badge text="running or interrupted" kind="due" />
          ) : (
            span(Date.parse(finishedAt) - Date.parse(startedAt))
          ),
      ],
    ]}
    rows={runs}
    caption="The last runs"
    empty="No run yet: `newshawk crawl` starts one."
  />
);
