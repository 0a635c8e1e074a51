import type { Command } from 'commander';
import type { ArticleVerdict, Explanation, RenderForecast } from '../../commands/page/explain.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { CanonicalRule } from '../../model/article/cluster.ts';
import { baseIntervalOf, intervalLimits, type Source } from '../../model/crawl/source.ts';
import type { Subscription } from '../../model/crawl/subscription.ts';
import { printable } from '../../printable.ts';
import { ratesByHour } from '../../stages/schedule/arrivals.ts';
import { isLearned } from '../../stages/schedule/poll-plan.ts';
import { categoryText } from '../categories/classify.ts';
import { parseWholeNumber } from '../options.ts';
import { ownRuleRows } from '../run/run-rows.ts';
import type { Session } from '../session.ts';
import { durationText, minuteText } from '../terminal/amounts.ts';
import { tableText } from '../terminal/table.ts';
import { wrapperState } from '../wrappers/wrapper-state.ts';
import { apiRows } from './api-rows.ts';
import { linkPlaceRows, ownDataRows, tuningRows, urlPatternRows, wayRows } from './explain-rows.ts';

type Row = readonly [name: string, value: string];

export function addExplain(program: Command, session: Session): void {
  program
    .command('explain')
    .description(
      'everything known about a page, source or site: schedule, verdict, how it is fetched and why, how often its own rules match',
    )
    .argument('<address, source id or host>', 'an http(s) address, the id of a source, or the host of a scraper')
    .option('--visits <count>', 'how many of the latest visits', parseWholeNumber(1, 1_000), 10)
    .addHelpText('after', '\nExit codes: 0 found, 31 nothing is known.')
    .action(
      session.action((target: string, options: { readonly visits: number }) =>
        explain(session, target, options.visits),
      ),
    );
}

async function explain(session: Session, target: string, visits: number): Promise<ExitCode> {
  if (target.trim() === '')
    throw new CommandError(exitCodes.usage, 'Name an http(s) address, the id of a source, or the host of a scraper.');
  await using app = await session.openApp();
  const explanation = await app.explain(target, visits);
  if (explanation === null) {
    session.say(
      `Nothing is known about ${printable(target)}: no crawl has seen it. Write addresses in full (https://…); \`newshawk crawl <address>\` fetches one.`,
    );
    return exitCodes.nothingFound;
  }
  await session.printData(explanation, explanationText(explanation, session));
  return exitCodes.ok;
}

function explanationText(explanation: Explanation, session: Session): string {
  const { bold, dim } = session.colors;
  const section = (title: string, rows: readonly Row[]): string[] =>
    rows.length === 0
      ? []
      : ['', bold(title), ...rows.map(([name, value]) => `  ${dim(name.padEnd(11))}  ${printable(value)}`)];
  const lines = [
    bold(printable(explanation.url)),
    ...section('site', [
      ['host', explanation.site.host],
      ['scraper', explanation.site.file ?? 'none: generic extraction'],
    ]),
    ...section('own rules', ownRuleRows(explanation.ownRules?.rules ?? []) as Row[]),
    ...section('wrapper', learningRows(explanation)),
    ...section('source', explanation.source === null ? [] : sourceRows(explanation.source)),
    ...section('frontier', frontierRows(explanation)),
    ...section('page', pageRows(explanation)),
    ...section('article', explanation.article === null ? [] : articleRows(explanation.article)),
    ...section('data', ownDataRows(explanation.ownData)),
    ...section('updates', explanation.revisions.flatMap(revisionRows)),
    ...section('how it is fetched', renderRows(explanation.render)),
    ...section(
      `API behind the ${explanation.render.evidence?.list ? 'list' : 'page'}`,
      apiRows(explanation.render.evidence, explanation.render.saved),
    ),
    ...section('URL pattern', urlPatternRows(explanation)),
    ...section('links on its lists', linkPlaceRows(explanation)),
    ...section('ways to the site', wayRows(explanation.ways)),
    ...section('last failure', failureRows(explanation)),
  ];
  return `${lines.join('\n')}\n\n${visitTable(explanation, session)}`;
}

/** What is learned of the site: how its articles are read. */
function learningRows({ learning }: Explanation): Row[] {
  if (learning === null) return [];
  const live = learning.versions.find(({ version }) => version === learning.live);
  const from = live === undefined ? '' : `, learned from ${live.pages} pages, ${live.correctedPages} of them corrected`;
  return [
    ['state', `${wrapperState(learning)}${from}`],
    ...(live === undefined ? [] : [['version', `${live.version}`] as const]),
  ];
}

function sourceRows({ notDue, hub, evidence, ...source }: NonNullable<Explanation['source']>): Row[] {
  const { namedBy = null, id, kind, weight, enabled, intervalMs, baseIntervalMs, activeWindows } = source;
  const windows = activeWindows.map(
    ({ timeZone, days, fromHour, toHour }) => `${timeZone}, days ${days.join(' ')}, ${fromHour} to ${toHour} h`,
  );
  const base = baseIntervalOf(source);
  const { shortestMs, longestMs } = intervalLimits(source);
  const bounds = `${durationText(shortestMs)} to ${durationText(longestMs)}`;
  const learned = base === baseIntervalMs ? '' : `, learned; ${durationText(baseIntervalMs)} is defined`;
  return [
    ['id', `${id}, ${kind}, weight ${weight}${enabled ? '' : ', disabled'}`],
    ...(namedBy === null ? [] : [['named by', namedBy] as const]),
    ['new links', arrivalsText(source)],
    ['interval', `${durationText(intervalMs)} now; base ${durationText(base)}${learned}; within ${bounds}`],
    ...tuningRows(source, evidence),
    [
      'polled',
      source.lastPolledAt === null ? 'never' : `${minuteText(source.lastPolledAt)} by ${source.worker ?? '?'}`,
    ],
    ['next poll', `${minuteText(source.nextPollAt)}${notDue === null ? ', due' : `, not due: ${notDue}`}`],
    ...windows.map((window): Row => ['active', window]),
    ...(hub === null ? [] : [['hub', hubText(hub)] as const]),
  ];
}

function arrivalsText(source: Source): string {
  const { arrivals = null } = source;
  if (arrivals === null || !isLearned(source)) return 'too few polls yet: the interval follows updates';
  const rates = ratesByHour(arrivals, baseIntervalOf(source));
  const perDay = (24 * rates.reduce((sum, rate) => sum + rate, 0)) / rates.length;
  const best = rates.indexOf(Math.max(...rates));
  const day = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][Math.floor(best / 24)];
  return `${perDay.toPrecision(2)} per day are expected, most on ${day} from ${best % 24} h UTC`;
}

function hubText({ url, state, expiresAt, notices, lastNoticeAt, askAt, detail }: Subscription): string {
  const lease = state === 'active' && expiresAt !== null ? ` until ${minuteText(expiresAt)}` : '';
  const last = lastNoticeAt === null ? '' : `, the last ${minuteText(lastNoticeAt)}`;
  const problem = detail === '' ? '' : `; ${detail}`;
  return `${url}: ${state}${lease}, ${notices} notices${last}, asked again ${minuteText(askAt)}${problem}`;
}

function frontierRows({ frontier }: Explanation): Row[] {
  if (frontier === null) return [];
  const { state, depth, maxDepth, priority, attempts, sourceId, owner, leaseUntil, dueAt, revisit } = frontier;
  const lease = owner === null || leaseUntil === null ? '' : ` by ${owner} until ${minuteText(leaseUntil)}`;
  return [
    [
      'state',
      `${state}${lease}${state === 'pending' ? `, due ${minuteText(dueAt)}` : ''}${revisit ? ', a re-visit' : ''}`,
    ],
    ['place', `depth ${depth} of ${maxDepth}, priority ${priority.toFixed(2)}, ${attempts} attempts used`],
    ['found by', sourceId === null ? 'no source: named on the command line' : `source ${sourceId}`],
  ];
}

function pageRows({ page }: Explanation): Row[] {
  if (page === null) return [];
  const { visits, changes, observedMs, lastVisitAt, nextVisitAt, goneCount, etag, lastModified } = page;
  const validators = [...(etag === null ? [] : ['ETag']), ...(lastModified === null ? [] : ['Last-Modified'])];
  const isOver = nextVisitAt.getUTCFullYear() === 9999;
  return [
    ['visits', `${visits}; its text changed ${changes - 1} times in ${durationText(observedMs)}`],
    ['last visit', minuteText(lastVisitAt)],
    ['rate', `${page.changesPerDay.toPrecision(2)} changes per day are expected`],
    ['next visit', `${isOver ? 'never' : minuteText(nextVisitAt)}: ${page.reason}`],
    ['asks with', validators.length === 0 ? 'no condition' : validators.join(', ')],
    ...(goneCount === 0 ? [] : [['gone', `${goneCount} times in a row`] as const]),
  ];
}

function articleRows(article: ArticleVerdict): Row[] {
  const { id, status, relation, revision, title, publishedAt, canonicalAddress, evidence, topics, extractor } = article;
  const fields = Object.entries(article.provenance).map(([field, from]) => `${field} by ${from.by}`);
  return [
    ['status', `${status}, revision ${revision}, updated ${minuteText(article.updatedAt)}`],
    ['id', id],
    ['title', title],
    ['published', publishedAt?.value ?? 'unknown'],
    [
      'story',
      `${relation === null ? 'it is the canonical article' : `${relation} of ${canonicalAddress ?? article.canonicalId}`}${canonicalText(article.canonicalBy)}`,
    ],
    ...evidence.map(({ method, of, similarity }): Row => ['like', `${of} by ${method}, ${similarity.toFixed(2)}`]),
    ...topics.map(({ topic, score, kept, terms }): Row => {
      const shares = terms.map(({ term, share }) => `${term} ${Math.round(share * 100)} %`).join(', ');
      return [
        'topic',
        `${topic} ${score.toFixed(3)}, ${kept ? 'kept' : 'below its threshold'}${shares && `: ${shares}`}`,
      ];
    }),
    ['category', categoryText(article.category)],
    ['extracted', `${extractor}, ${article.via}${fields.length === 0 ? '' : `: ${fields.join(', ')}`}`],
    ['linked from', `${article.inLinks} pages`],
    ['media', String(article.mediaItems)],
  ];
}

const ruleTexts: Readonly<Record<CanonicalRule, string>> = {
  only: '',
  earliest: ', which was published first',
  'more-complete': ', which is clearly more complete than an earlier one',
  'source-weight': ', whose source weighs most among those that may be the first',
  longest: ', which is the longest among those that may be the first',
  address: ', whose address sorts first among equals',
};
const canonicalText = (rule: CanonicalRule | null): string => (rule === null ? '' : ruleTexts[rule]);

/** Lines of a change that are shown. The JSON and the API have all. */
const changedLines = 12;

function revisionRows({ revision, replacedAt, reason, diff }: Explanation['revisions'][number]): Row[] {
  const changes = (diff ?? '').split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
  return [
    [
      `revision ${revision}`,
      `replaced ${minuteText(replacedAt)}${reason === 're-extracted' ? ', re-extracted with a new wrapper' : ''}${diff === null ? ', by another text' : ''}`,
    ],
    ...changes.slice(0, changedLines).map((line): Row => ['', line]),
  ];
}

const waysText = {
  both: 'static and in the browser, compared',
  'static-first': 'static; in the browser if that gives too little',
  static: 'static',
  browser: 'in the browser',
  api: 'by the API behind the page; in the browser if that gives too little',
  'api-compared': 'by the API behind the page and in the browser, compared',
} as const satisfies Record<RenderForecast['next']['ways'], string>;

function renderRows({ mode, host, format, evidence, next }: RenderForecast): Row[] {
  const compared = (evidence?.comparisons ?? []).toReversed();
  return [
    ['setting', mode],
    ['format', `${host} ${format}`],
    [
      'evidence',
      evidence === null || evidence.compared === 0
        ? 'none yet'
        : `${evidence.compared} comparisons, static was enough in ${evidence.enough}; last ${minuteText(evidence.updatedAt)}`,
    ],
    ...compared.map(
      ({ at, url, result, detail }): Row => [
        'compared',
        `${minuteText(at)} ${result}${detail === '' ? '' : ` (${detail})`}: ${url}`,
      ],
    ),
    ['next', `${waysText[next.ways]}. ${next.reason}`],
  ];
}

function failureRows({ failure }: Explanation): Row[] {
  if (failure === null) return [];
  return [
    ['id', `${failure.id} (\`newshawk failures show ${failure.id}\`)`],
    ['reason', `${failure.reason}: ${failure.detail}`],
    ...failure.trace.map(({ rule, why }): Row => ['rule', `${rule}: ${why}`]),
  ];
}

function visitTable({ visits }: Explanation, session: Session): string {
  if (visits.length === 0) return 'No visits.\n';
  return tableText(session, visits, [
    ['at (UTC)', ({ startedAt }) => minuteText(startedAt)],
    ['outcome', ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`)],
    ['by', ({ via, status }) => (via === null ? 'not fetched' : `${via} ${status ?? ''}`.trim())],
    ['took', ({ elapsedMs }) => durationText(elapsedMs), 'right'],
    ['why this way', ({ renderReason }) => renderReason ?? '', 20],
    ['detail', ({ detail }) => detail, 10],
  ]);
}
