import { siteFor } from '../../../src/config-files/load-scrapers.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { meanScores, scoreArticle } from '../layouts/measure-written.ts';
import { type WrittenGold, type WrittenPage, writtenPages } from '../layouts/written-pages.ts';
import type { MatchCounts } from '../score.ts';
import { type ArticleBoxes, articleBoxesOf, placements, withClass } from './named-boxes.ts';

/** An article with boxes for its lines. */
interface Trial {
  readonly page: WrittenPage;
  readonly gold: WrittenGold;
  readonly boxes: ArticleBoxes;
}

/** Body F1 may fall by less than this when a name is put on the article's own boxes. */
export const maxLoss = 0.01;

/**
 * `sampledLossBy` tries one page in so many. Prime to the number of placements, which change from page to page: each name comes in every placement, and over all
 * names each page has each placement.
 */
const sampledOf = 3;

/** The written layouts whose articles have boxes for their lines. Others have their text in script data, in table cells or between line breaks. */
export class NameTrial {
  readonly #trials: readonly Trial[] = writtenPages().flatMap((page): Trial[] => {
    const { gold } = page;
    const boxes = gold === null ? null : articleBoxesOf(page.snapshot.html, gold.body);
    return gold === null || boxes === null || boxes.lines.length < 2 ? [] : [{ page, gold, boxes }];
  });
  readonly #unnamed = new Map<Trial, MatchCounts>();

  get pages(): number {
    return this.#trials.length;
  }

  /** Body F1 of the pages as they are. */
  get baseline(): number {
    return this.#f1Of(this.#trials);
  }

  /** What body F1 loses by a class name, or several with spaces between, on the articles' boxes. The placement changes from page to page. */
  lossBy(name: string): number {
    return this.#lossOn(() => true, name);
  }

  /** As `lossBy`, on a sample of the pages; on all of them where the sample loses too much. */
  sampledLossBy(name: string): number {
    const loss = this.#lossOn((at) => at % sampledOf === hashOf(name) % sampledOf, name);
    return loss < maxLoss ? loss : this.lossBy(name);
  }

  #lossOn(isTried: (at: number) => boolean, name: string): number {
    const hits = this.#trials.flatMap((trial, at) => {
      const placement = placements[(hashOf(name) + at) % placements.length] ?? 'each';
      return isTried(at) ? [hitsOf(trial, withClass(trial.boxes, placement, name))] : [];
    });
    return this.#f1Of(this.#trials.filter((_, at) => isTried(at))) - meanScores(hits).f1;
  }

  /** Of pages as they are, each of which is read once. */
  #f1Of(trials: readonly Trial[]): number {
    const hits = trials.map((trial) => {
      const known = this.#unnamed.get(trial) ?? hitsOf(trial, trial.boxes.html);
      this.#unnamed.set(trial, known);
      return known;
    });
    return meanScores(hits).f1;
  }
}

function hitsOf({ page, gold }: Trial, html: string): MatchCounts {
  const { draft } = extract({ ...page.snapshot, html }, siteFor([], page.snapshot.site));
  return scoreArticle(draft === null ? null : { ...draft, date: null }, gold).body;
}

/** The same for the same words in each run. */
export const hashOf = (words: string): number =>
  [...words].reduce((hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261);

/** All pairs of the names. */
export const pairsOf = (names: readonly string[]): string[] =>
  names.flatMap((name, at) => names.slice(at + 1).map((other) => `${name} ${other}`));
