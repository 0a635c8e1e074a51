import { siteFor } from '../../src/config-files/load-scrapers.ts';
import type { Correction } from '../../src/model/wrapper/correction.ts';
import type { LearnedWrapper } from '../../src/model/wrapper/learned-wrapper.ts';
import type { PageProfile } from '../../src/model/wrapper/page-profile.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { profilePage } from '../../src/stages/extract/learning/profile-page.ts';
import { type CorpusCase, snapshotOf } from '../../tools/train-extractor/corpus-pages.ts';
import type { FoldModels } from '../extract/cross-validation.ts';
import { blockModelIn } from '../extract/model-file.ts';
import { type Gold, type PageSums, scorePage } from '../extract/page-score.ts';
import type { Cell } from './cells.ts';

/** A page of a site, with what learning may know of it. */
export interface BenchedPage {
  readonly plain: PageProfile;
  /** As if a person had corrected the page. */
  readonly corrected: PageProfile;
  /** Scores the page, read with a wrapper. */
  read(learned: LearnedWrapper | null): PageSums;
}

/** The pages of a cell that have text, read by models that have not seen their publisher. */
export function pagesOf({ folder, pages }: Cell, folds: FoldModels | null): BenchedPage[] {
  return pages.flatMap((page) => {
    const model = blockModelIn(folds === null ? null : folds.of(folder, page));
    const snapshot = snapshotOf(folder, page);
    const site = siteFor([], snapshot.site);
    const profile = (correction: Correction | null) =>
      profilePage({ id: page.id, snapshot, site, format: '', correction, model });
    const [plain, corrected] = [profile(null), profile(correctionOf(page))];
    if (plain === null || corrected === null) return [];
    const read = (learned: LearnedWrapper | null): PageSums => {
      const { draft } = extract(snapshot, site, { draftAlways: true, model, learned });
      const prediction = { id: page.id, title: draft?.title ?? '', body: draft?.body ?? '', authors: [], date: null };
      return scorePage(page, prediction, true);
    };
    return [{ plain, corrected, read }];
  });
}

/** The right body and title, as a person would say them: the headline is a separate field. */
function correctionOf({ gold = {} }: CorpusCase): Correction {
  const { title = null, body = '' } = gold as Gold & { readonly title?: string };
  const text = title !== null && body.startsWith(title) ? body.slice(title.length) : body;
  return { title, body: [text], authors: null, publishedAt: null };
}
