import { randomOf, storyOf } from '../../soak-site.ts';
import { dayMs, hourMs, type SitePlan } from './site-plan.ts';

/** An article of a site: all that happens to it in the month, in ms since the start. */
export interface PublishedArticle {
  /** Unique over all sites: its text follows from it. */
  readonly number: number;
  readonly path: string;
  readonly title: string;
  readonly publishedMs: number;
  /** When its text changes, ascending. */
  readonly changesMs: readonly number[];
  /** From when it answers 404; null: never. */
  readonly goneMs: number | null;
}

/** Mean number of changes of an article. */
const meanChanges = 1.5;
const goneShare = 0.02;
/** The rate of articles is between this share of its mean, at night, and 2 less it. */
const nightShare = 0.1;

/** The articles of a site from before the start to its end, oldest first: a Poisson process whose rate follows the hours of the day. */
export function articlesOf(plan: SitePlan, lengthMs: number, seed: number): PublishedArticle[] {
  const random = randomOf(seed);
  const exponential = (meanMs: number): number => -Math.log(1 - random()) * meanMs;
  const articles: PublishedArticle[] = [];
  const shortestMs = dayMs / (plan.perDay * (2 - nightShare));
  for (let atMs = -plan.backlogMs; atMs < lengthMs; atMs += exponential(shortestMs)) {
    const hour = (((atMs % dayMs) + dayMs) % dayMs) / hourMs;
    const rhythm = 1 + (1 - nightShare) * Math.cos((2 * Math.PI * (hour - plan.busiestHour)) / 24);
    if (random() * (2 - nightShare) > rhythm) continue;
    const number = seed * 100_000 + articles.length;
    const { title } = storyOf(number);
    const publishedMs = Math.round(atMs);
    articles.push({
      number,
      title,
      path: `/news/${number}-${title.toLowerCase().replaceAll(' ', '-')}`,
      publishedMs,
      changesMs: changesAfter(publishedMs, random, () => exponential(plan.changeMs)),
      goneMs: random() < goneShare ? Math.round(publishedMs + dayMs * (1 + 9 * random())) : null,
    });
  }
  return articles;
}

function changesAfter(publishedMs: number, random: () => number, wait: () => number): number[] {
  const changes: number[] = [];
  const another = meanChanges / (1 + meanChanges); // geometric, with this mean
  for (let atMs = publishedMs; random() < another; ) {
    atMs += wait();
    changes.push(Math.round(atMs));
  }
  return changes;
}

/** The articles that a list names at a time, newest first. */
export function listedAt(articles: readonly PublishedArticle[], nowMs: number, length: number): PublishedArticle[] {
  const listed: PublishedArticle[] = [];
  for (let at = articles.length - 1; at >= 0 && listed.length < length; at -= 1) {
    const article = articles[at];
    if (article === undefined || article.publishedMs > nowMs) continue;
    if (article.goneMs === null || article.goneMs > nowMs) listed.push(article);
  }
  return listed;
}

/** How often its text has changed by then. */
export const versionAt = ({ changesMs }: PublishedArticle, nowMs: number): number =>
  changesMs.filter((changeMs) => changeMs <= nowMs).length;
