import { renderedBar, type SiteScore } from './measure-site.ts';

/** The bars: shares from 0 to 1. */
export const bars = { laterShare: 0.95, sameShare: 0.995 };

const sum = (scores: readonly SiteScore[], value: (score: SiteScore) => number): number =>
  scores.reduce((total, score) => total + value(score), 0);

/** A share in percent; `-` where there is nothing to count. */
const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

const laterPages = (score: SiteScore): number => Object.values(score.later).reduce((total, pages) => total + pages, 0);
const laterWithout = ({ later }: SiteScore): number => (later.api ?? 0) + (later.static ?? 0);

/** One line: the scores of sites together. */
export function rowOf(scores: readonly SiteScore[]) {
  const later = sum(scores, laterPages);
  const before = scores.flatMap(({ renderedBefore }) => renderedBefore);
  const way = (name: string) =>
    percent(
      sum(scores, (score) => score.later[name] ?? 0),
      later,
    );
  const compared = sum(scores, (score) => score.compared);
  return {
    'rendered before':
      before.length === 0
        ? 'never'
        : `${Math.max(...before)} (${before.length} of ${sum(scores, ({ formats }) => formats)} formats)`,
    'later pages': later,
    'later api': way('api'),
    'later static': way('static'),
    'later browser': way('browser'),
    'all without': percent(
      sum(scores, ({ byWay }) => (byWay.api ?? 0) + (byWay.static ?? 0)),
      sum(scores, ({ stored }) => stored),
    ),
    stored: percent(
      sum(scores, ({ stored }) => stored),
      sum(scores, ({ pages }) => pages),
    ),
    '= truth': percent(
      sum(scores, ({ sameAsTruth }) => sameAsTruth),
      sum(scores, ({ stored }) => stored),
    ),
    '= rendered': percent(
      sum(scores, ({ sameAsRendered }) => sameAsRendered),
      compared,
    ),
    'body exact': percent(
      sum(scores, ({ exactBodies }) => exactBodies),
      compared,
    ),
    'effects twice': sum(scores, ({ effectsTwice }) => effectsTwice),
    'CPU-s/page': perPage(scores, ({ cpuSeconds }) => cpuSeconds),
    'browser-only': perPage(scores, ({ browserCpuSeconds }) => browserCpuSeconds),
  };
}

function perPage(scores: readonly SiteScore[], seconds: (score: SiteScore) => number | null): string {
  const counted = scores.filter((score) => seconds(score) !== null);
  const pages = sum(counted, ({ pages: count }) => count);
  return pages === 0 ? '-' : (sum(counted, (score) => seconds(score) ?? 0) / pages).toFixed(2);
}

/** Whether the bars are met, in sentences. */
export function summaryOf(scores: readonly SiteScore[]): readonly string[] {
  const [learnable, forbidden] = [
    scores.filter((score) => score.learnable),
    scores.filter((score) => !score.learnable),
  ];
  const styles = [...Map.groupBy(learnable, ({ style }) => style)];
  const isLearned = ([, sites]: (typeof styles)[number]) =>
    sum(sites, laterPages) > 0 &&
    sum(sites, laterWithout) >= bars.laterShare * sum(sites, laterPages) &&
    sites.every(({ renderedBefore }) => renderedBefore.every((pages) => pages <= renderedBar));
  const compared = sum(learnable, (score) => score.compared);
  const same = percent(
    sum(learnable, ({ sameAsRendered }) => sameAsRendered),
    compared,
  );
  const withoutBrowser = sum(forbidden, ({ byWay }) => byWay.api ?? 0);
  return [
    `learnable styles with >= ${bars.laterShare * 100} % of later pages without a browser after at most ${renderedBar}: ${styles.filter(isLearned).length} of ${styles.length}`,
    `learnable styles, later pages without a browser: ${percent(sum(learnable, laterWithout), sum(learnable, laterPages))}`,
    `learnable styles, same article as rendered: ${same} (bar ${bars.sameShare * 100} %)`,
    `styles that must not be learned: ${withoutBrowser} pages by api (bar 0), ${sum(scores, ({ effectsTwice }) => effectsTwice)} effects caused twice (bar 0)`,
  ];
}
