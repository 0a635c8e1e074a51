import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import type { Group, Measure } from '../floors.ts';
import { digestOf } from '../pages.ts';
import { countShingles, f1, type MatchCounts, mean, precision, recall, sum } from '../score.ts';
import type { WrittenGold, WrittenPage } from './written-pages.ts';

/** The fields that an extractor found on a page. */
export interface ExtractedArticle {
  readonly title: string;
  readonly body: string;
  readonly authors: readonly string[];
  /** ISO 8601 day, or null. */
  readonly date: string | null;
}

interface ArticleScore {
  readonly body: MatchCounts;
  readonly authors: MatchCounts;
  readonly title: number;
  readonly date: number;
}

export interface WrittenScore {
  readonly name: string;
  readonly lang: string;
  /** 1 if the page type is right, and there is a draft exactly if the page is an article. */
  readonly type: number;
  readonly article: ArticleScore | null;
}

/** Extraction quality on written pages, without site rules: a group for all pages and one per language. @param onScore called for each page */
export function measureWrittenExtraction(
  pages: readonly WrittenPage[],
  onScore: (group: string, score: WrittenScore) => void,
): Group[] {
  const name = 'extraction, written layouts';
  const scored = pages.map((page) => ({ page, score: scoreOf(page) }));
  for (const { score } of scored) onScore(name, score);
  const languages = [...new Set(pages.map(({ lang }) => lang))].sort();
  return [
    groupOf(name, scored),
    ...languages.map((lang) =>
      groupOf(
        `${name}, ${lang}`,
        scored.filter(({ page }) => page.lang === lang),
      ),
    ),
  ];
}

function groupOf(name: string, scored: readonly { readonly page: WrittenPage; readonly score: WrittenScore }[]): Group {
  const articles = scored.flatMap(({ score }) => (score.article === null ? [] : [score.article]));
  const { precision: p, recall: r, f1: body } = meanScores(articles.map((score) => score.body));
  return {
    name,
    digest: digestOf(
      scored.map(({ page: { snapshot, gold, pageType } }) => [
        snapshot.url,
        snapshot.html,
        snapshot.takenAt,
        gold,
        pageType,
      ]),
    ),
    measures: {
      'body F1': share(body),
      'body precision': share(p),
      'body recall': share(r),
      'title exact': share(mean(articles.map(({ title }) => title))),
      'authors F1': share(f1(sumCounts(articles.map(({ authors }) => authors)))),
      'date exact': share(mean(articles.map(({ date }) => date))),
      'page type': share(mean(scored.map(({ score }) => score.type))),
    },
  };
}

function scoreOf(page: WrittenPage): WrittenScore {
  const { snapshot, gold, pageType, name, lang } = page;
  const { draft, pageType: type } = extract(snapshot, siteFor([], snapshot.site));
  // a topic of a forum is stored with its own type: it has no text of an article to compare
  const isExpected = (draft === null) === (gold === null) || (gold === null && draft?.pageType === 'forum');
  const isRight = type === pageType && isExpected;
  const extracted = draft === null ? null : { ...draft, date: draft.publishedAt?.value.slice(0, 10) ?? null };
  return { name, lang, type: Number(isRight), article: gold === null ? null : scoreArticle(extracted, gold) };
}

/** Scores a result; null (no draft) scores 0. If the page shows no date or author, an empty field is right. */
export function scoreArticle(extracted: ExtractedArticle | null, gold: WrittenGold): ArticleScore {
  const [ours, theirs] = [new Set(extracted?.authors.map(normalized)), new Set(gold.authors.map(normalized))];
  return {
    body: countBody(extracted?.body ?? '', gold),
    authors: { correct: ours.intersection(theirs).size, predicted: ours.size, expected: theirs.size },
    title: Number(normalized(extracted?.title ?? '') === normalized(gold.title)),
    date: Number(extracted !== null && extracted.date === gold.date),
  };
}

/** Compares the text with the body, with and without the standfirst; the better one counts. */
export function countBody(text: string, { body, lead }: Pick<WrittenGold, 'body' | 'lead'>): MatchCounts {
  const [without, within] = [body, [lead, ...body]].map((lines) => countShingles(text, lines.join('\n\n'))) as [
    MatchCounts,
    MatchCounts,
  ];
  return f1(within) > f1(without) ? within : without;
}

/** Means over pages, as in Zyte's benchmark: pages without text do not count for precision, and F1 is that of the two means. */
export function meanScores(pages: readonly MatchCounts[]): {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
} {
  const p = mean(pages.filter(({ predicted }) => predicted > 0).map(precision));
  const r = mean(pages.map(recall));
  return { precision: p, recall: r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) };
}

/** Removes differences in case, width, quotes, dashes and spaces. */
const normalized = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u201b`\u00b4]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const sumCounts = (all: readonly MatchCounts[]): MatchCounts => ({
  correct: sum(all.map(({ correct }) => correct)),
  predicted: sum(all.map(({ predicted }) => predicted)),
  expected: sum(all.map(({ expected }) => expected)),
});

const share = (value: number): Measure => ({ value, better: 'higher' });
