import type { KnownAddress } from '../../src/model/web/url-pattern.ts';
import { addressClassifier } from '../../src/stages/url-patterns/classify-address.ts';
import { learnSitePatterns } from '../../src/stages/url-patterns/learn.ts';
import { siteOf } from '../../src/stages/url-patterns/typed-address.ts';
import { type GeneratedSite, withNoise } from './generate-site.ts';

/** What the labels of the known addresses are. */
interface LabelWay {
  readonly name: string;
  readonly labels: (site: GeneratedSite) => readonly KnownAddress[];
}

export const ways: readonly LabelWay[] = [
  { name: 'labels', labels: ({ known }) => known },
  {
    name: 'yes or no',
    labels: ({ known }) =>
      known.map(({ url, label }) => ({ url, label: label === 'article' ? 'article' : 'no-article' })),
  },
  { name: '5 % wrong', labels: ({ known, seed }) => withNoise(known, 0.05, seed) },
  { name: '10 % wrong', labels: ({ known, seed }) => withNoise(known, 0.1, seed) },
  {
    name: 'half of them',
    labels: ({ known }) => known.map(({ url, label }, at) => ({ url, label: at % 2 === 0 ? label : null })),
  },
  { name: 'no labels', labels: ({ known }) => known.map(({ url }) => ({ url, label: null })) },
];

export interface SiteScore {
  readonly site: GeneratedSite;
  readonly precision: number;
  readonly recall: number;
  readonly patterns: number;
}

export function scoreSite(site: GeneratedSite, { labels }: LabelWay): SiteScore {
  const known = labels(site);
  const learned = learnSitePatterns(siteOf(known[0]!.url), known);
  const classify = addressClassifier(learned);
  let [right, wrong, missed] = [0, 0, 0];
  for (const { url, label } of site.heldOut) {
    const isArticle = classify(url).class === 'article';
    if (isArticle && label === 'article') right++;
    else if (isArticle) wrong++;
    else if (label === 'article') missed++;
  }
  return {
    site,
    precision: right / Math.max(1, right + wrong),
    recall: right / Math.max(1, right + missed),
    patterns: learned.patterns.length,
  };
}

const bar = 0.95;

export function summary(name: string, scores: readonly SiteScore[]): string {
  const mean = (of: (score: SiteScore) => number): string =>
    (scores.reduce((sum, score) => sum + of(score), 0) / scores.length).toFixed(3);
  const least = (of: (score: SiteScore) => number): string => Math.min(...scores.map(of)).toFixed(3);
  const atBar = scores.filter(({ precision, recall }) => precision >= bar && recall >= bar).length;
  return `  ${name.padEnd(14)}${((100 * atBar) / scores.length).toFixed(1).padStart(6)} % of hosts at ${bar}   P mean ${mean(({ precision }) => precision)} min ${least(({ precision }) => precision)}   R mean ${mean(({ recall }) => recall)} min ${least(({ recall }) => recall)}   ${mean(({ patterns }) => patterns)} patterns`;
}
