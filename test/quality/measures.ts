import { articlesAt, type DemoArticle, lastEdition } from '../../demo/articles.ts';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import { neighbourRank } from '../../src/model/article/neighbour-keys.ts';
import type { Site } from '../../src/model/crawl/site.ts';
import type { Topic } from '../../src/model/topic/topic.ts';
import { classify } from '../../src/stages/classify/classify.ts';
import { termWeights } from '../../src/stages/classify/terms.ts';
import { comparedText } from '../../src/stages/dedupe/compared-text.ts';
import { fingerprint } from '../../src/stages/dedupe/fingerprint.ts';
import { compareTexts } from '../../src/stages/dedupe/verify.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import type { Group, Measure } from './floors.ts';
import { digestOf, type QualityPage } from './pages.ts';
import { clusters, countPairs, f1, mean, precision, recall, shingleF1 } from './score.ts';

export interface PageScore {
  readonly name: string;
  readonly body: number;
  readonly title: number;
  readonly author: number;
  readonly date: number;
  /** 1 if the page type is right, and there is a draft exactly if the page is an article. */
  readonly type: number;
}

/** Extraction quality on pages, with these sites' rules. An article without a draft scores 0. @param onScore called for each page */
export function measureExtraction(
  name: string,
  pages: readonly QualityPage[],
  sites: readonly Site[],
  onScore: (group: string, score: PageScore) => void,
): Group {
  const scores = pages.map((page) => ({ page, score: scoreOf(page, sites) }));
  for (const { score } of scores) onScore(name, score);
  const articles = scores.filter(({ page }) => page.gold !== null).map(({ score }) => score);
  const meanOf = (field: 'body' | 'title' | 'author' | 'date') => share(mean(articles.map((score) => score[field])));
  return {
    name,
    digest: digestOf(pages.map(({ snapshot, gold, pageType }) => [snapshot.url, snapshot.html, gold, pageType])),
    measures: {
      'body F1': meanOf('body'),
      title: meanOf('title'),
      author: meanOf('author'),
      date: meanOf('date'),
      'page type': share(mean(scores.map(({ score }) => score.type))),
    },
  };
}

function scoreOf({ name, snapshot, gold, pageType }: QualityPage, sites: readonly Site[]): PageScore {
  const reading = extract(snapshot, siteFor(sites, snapshot.site));
  const { draft } = reading;
  if (gold === null) {
    const isRight = draft === null && (pageType === 'other' || reading.pageType === pageType);
    return { name, body: Number(draft === null), title: 1, author: 1, date: 1, type: Number(isRight) };
  }
  if (draft === null) return { name, body: 0, title: 0, author: 0, date: 0, type: 0 };
  return {
    name,
    body: shingleF1(draft.body, gold.body.join('\n\n')),
    title: Number(draft.title === gold.title),
    author: Number(draft.authors.join('\n') === gold.authors.join('\n')),
    date: Number(draft.publishedAt?.value.slice(0, 10) === gold.date),
    type: Number(reading.pageType === pageType),
  };
}

const idOf = ({ site, slug }: DemoArticle): string => `${site}/${slug}`;
const textOf = ({ title, paragraphs, lang }: DemoArticle) => ({ title, body: paragraphs.join('\n\n'), lang });

/** Deduplication quality on the demo's articles: candidates by the store's rule, verified, clustered by single link. */
export function measureDedupe(): Group {
  const docs = articlesAt(lastEdition).map((article) => {
    const text = textOf(article);
    return { id: idOf(article), copyOf: article.copyOf, text, marks: fingerprint(text), compared: comparedText(text) };
  });
  const links = docs.flatMap((a, at) =>
    docs
      .slice(at + 1)
      .filter((b) => neighbourRank(a.marks, b.marks) !== null && compareTexts(a.compared, b.compared).isSameStory)
      .map((b): [string, string] => [a.id, b.id]),
  );
  const ids = docs.map(({ id }) => id);
  const gold = docs.flatMap(({ id, copyOf }): [string, string][] => (copyOf === null ? [] : [[copyOf, id]]));
  const hits = countPairs(clusters(ids, links), clusters(ids, gold));
  return {
    name: 'dedupe, demo',
    digest: digestOf(docs.map(({ id, copyOf, text }) => [id, copyOf, text])),
    measures: {
      'pairwise F1': share(f1(hits)),
      'false merges': { value: hits.predicted - hits.correct, better: 'lower' },
    },
  };
}

/** Quality of relevance judgements on the demo's articles, with the project's topics. */
export function measureRelevance(topics: readonly Topic[]): Group {
  const judge = classify(topics);
  const articles = articlesAt(lastEdition);
  const judged = articles.map((article) => ({
    isExpected: article.topic !== null,
    isPredicted: judge({ terms: termWeights({ ...textOf(article), headings: [] }), lang: article.lang, grown: {} })
      .onTopic,
  }));
  const count = (test: (article: (typeof judged)[number]) => boolean) => judged.filter(test).length;
  const hits = {
    correct: count(({ isExpected, isPredicted }) => isExpected && isPredicted),
    predicted: count(({ isPredicted }) => isPredicted),
    expected: count(({ isExpected }) => isExpected),
  };
  return {
    name: 'relevance, demo',
    // the topics' settings without defaults: those are code, not data
    digest: digestOf([
      ...topics.map(({ name, keywords, exclude, threshold }) => [name, keywords, exclude, threshold]),
      ...articles.map((article) => [idOf(article), article.topic, textOf(article)]),
    ]),
    measures: { precision: share(precision(hits)), recall: share(recall(hits)) },
  };
}

const share = (value: number): Measure => ({ value, better: 'higher' });
