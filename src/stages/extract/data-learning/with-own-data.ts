import type { LearnedWrapper } from '../../../model/wrapper/learned-wrapper.ts';
import type { JudgedWrapper, WrapperScores } from '../../../model/wrapper/wrapper-verdict.ts';
import type { LearnedOwnData } from './learn-data.ts';

/** A site whose own data were learned. */
interface SiteWithData {
  readonly site: string;
  /** URL formats of the corrected pages. */
  readonly formats: readonly string[];
}

const noScores: WrapperScores = { corrected: null, agreement: 1, completeness: 1, length: 1, boilerplate: 0 };

/**
 * The wrapper of a site with where its own data are. Where nothing is known of its articles, or what is known was refused, the wrapper has own data only: it leaves the text to the generic
 * extractor.
 * @param judged null: too few articles
 */
export function withOwnData(
  judged: JudgedWrapper | null,
  { data, records }: LearnedOwnData,
  { site, formats }: SiteWithData,
): JudgedWrapper | null {
  if (Object.keys(data).length === 0 && Object.keys(records).length === 0) return judged;
  if (judged?.verdict.isAccepted === true) return { ...judged, wrapper: { ...judged.wrapper, data, records } };
  const counts: Record<string, number> = {};
  for (const format of formats) counts[format] = (counts[format] ?? 0) + 1;
  const wrapper: LearnedWrapper = {
    shape: 1,
    site,
    pages: formats.length,
    correctedPages: formats.length,
    formats: counts,
    names: null,
    styles: [],
    recurring: [],
    expressions: [],
    fields: {},
    data,
    records,
  };
  return {
    wrapper,
    verdict: {
      isAccepted: true,
      reason: judged === null ? 'own data only' : `own data only; the article is refused: ${judged.verdict.reason}`,
      judgedPages: 0,
      scores: noScores,
      generic: judged?.verdict.generic ?? noScores,
      live: judged?.verdict.live ?? null,
    },
  };
}
