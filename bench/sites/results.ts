import { required, type SiteScore } from './compare.ts';

/** Targets besides those that a site needs in order to pass: F1 of the tags, requests per article and list page. */
const targets = { tags: 0.9, requestRatio: 1.5 };

const percent = (share: number | null): string => (share === null ? '-' : (share * 100).toFixed(share === 1 ? 0 : 1));

const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
};

const meetsTargets = ({ passed, tags, requestRatio }: SiteScore): boolean =>
  passed && (tags === null || tags >= targets.tags) && requestRatio <= targets.requestRatio;

type Row = Readonly<Record<string, string | number>>;

/** One site. */
export const siteRow = (score: SiteScore): Row => ({
  required: score.required,
  found: score.found,
  wrong: score.wrong,
  recall: percent(score.recall),
  precision: percent(score.precision),
  title: percent(score.title),
  date: percent(score.date),
  author: percent(score.author),
  tags: percent(score.tags),
  requests: score.requests,
  ratio: score.requestRatio.toFixed(2),
  s: score.seconds.toFixed(0),
  exit: score.exitCode,
  '': score.passed ? 'passed' : 'FAILED',
});

/** Several sites: sums of articles, means of shares over the sites. */
export function totalRow(scores: readonly SiteScore[]): Row {
  const sum = (of: (score: SiteScore) => number) => scores.reduce((total, score) => total + of(score), 0);
  const share = (of: (score: SiteScore) => number | null) => percent(mean(scores.map(of)));
  return {
    sites: scores.length,
    passed: sum(({ passed }) => Number(passed)),
    'with tags and requests': sum((score) => Number(meetsTargets(score))),
    required: sum(({ required: count }) => count),
    found: sum(({ found }) => found),
    wrong: sum(({ wrong }) => wrong),
    recall: share(({ recall }) => recall),
    precision: share(({ precision }) => precision),
    title: share(({ title }) => title),
    date: share(({ date }) => date),
    author: share(({ author }) => author),
    tags: share(({ tags }) => tags),
    ratio: mean(scores.map(({ requestRatio }) => requestRatio))?.toFixed(2) ?? '-',
    'exit 0': sum(({ exitCode }) => Number(exitCode === 0)),
    s: sum(({ seconds }) => seconds).toFixed(0),
  };
}

export const rules = `passed: recall and precision ≥ ${required.recall * 100} %, title, date and author ≥ ${required.fields * 100} %; with tags and requests: also F1 of tags ≥ ${targets.tags * 100} % and at most ${targets.requestRatio} requests per article and list page. Shares are means over the sites.`;
