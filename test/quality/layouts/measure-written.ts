import { siteFor } from '../../../src/pipeline/load/load-scrapers.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import type { Group, Measure } from '../floors.ts';
import { digestOf } from '../pages.ts';
import { f1, type Hits, mean, precision, recall, shingleHits, sum } from '../score.ts';
import type { WrittenGold, WrittenPage } from './written-pages.ts';

/** What was found on a page. Null: there is no article, so there is nothing to find. */
export interface FoundArticle {
  readonly title: string;
  readonly body: string;
  readonly authors: readonly string[];
  /** ISO 8601 day, or null. */
  readonly date: string | null;
}

interface ArticleScore {
  readonly body: Hits;
  readonly authors: Hits;
  readonly title: number;
  readonly date: number;
}

export interface WrittenScore {
  readonly name: string;
  readonly lang: string;
  /** The right kind of page, and a draft exactly where there is an article. */
  readonly type: number;
  readonly article: ArticleScore | null;
}

/** How the written pages are read without rules of their sites: a group over all, and one for each language, so that none can fall unseen. */
export function writtenExtraction(
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
  const { precision: p, recall: r, f1: body } = bodyScores(articles.map((score) => score.body));
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
      'authors F1': share(f1(added(articles.map(({ authors }) => authors)))),
      'date exact': share(mean(articles.map(({ date }) => date))),
      'page type': share(mean(scored.map(({ score }) => score.type))),
    },
  };
}

function scoreOf(page: WrittenPage): WrittenScore {
  const { snapshot, gold, pageType, name, lang } = page;
  const { draft, pageType: type } = extract(snapshot, siteFor([], snapshot.site));
  const isRight = type === pageType && (draft === null) === (gold === null);
  const found = draft === null ? null : { ...draft, date: draft.publishedAt?.value.slice(0, 10) ?? null };
  return { name, lang, type: Number(isRight), article: gold === null ? null : articleScore(found, gold) };
}

/** No draft finds nothing; a date or an author that the page doesn't tell is right where none is given. */
export function articleScore(found: FoundArticle | null, gold: WrittenGold): ArticleScore {
  const [ours, theirs] = [new Set(found?.authors.map(folded)), new Set(gold.authors.map(folded))];
  return {
    body: bodyHits(found?.body ?? '', gold),
    authors: { right: ours.intersection(theirs).size, found: ours.size, wanted: theirs.size },
    title: Number(folded(found?.title ?? '') === folded(gold.title)),
    date: Number(found !== null && found.date === gold.date),
  };
}

/** The standfirst may be there or not: what is better for the extractor counts. */
function bodyHits(found: string, { body, lead }: WrittenGold): Hits {
  const [without, within] = [body, [lead, ...body]].map((lines) => shingleHits(found, lines.join('\n\n'))) as [
    Hits,
    Hits,
  ];
  return f1(within) > f1(without) ? within : without;
}

/** As Zyte's benchmark: precision and recall are means over pages (of those where anything was found), F1 is of the two means. */
export function bodyScores(pages: readonly Hits[]): {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
} {
  const p = mean(pages.filter(({ found }) => found > 0).map(precision));
  const r = mean(pages.map(recall));
  return { precision: p, recall: r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) };
}

/** Case, width, quotes, dashes and spaces are no difference. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u201b`\u00b4]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const added = (all: readonly Hits[]): Hits => ({
  right: sum(all.map(({ right }) => right)),
  found: sum(all.map(({ found }) => found)),
  wanted: sum(all.map(({ wanted }) => wanted)),
});

const share = (value: number): Measure => ({ value, better: 'higher' });
