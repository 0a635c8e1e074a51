import { allRulesOn, type RulesOff } from '../rules-off.ts';
import type { PageEvidence, PageTypeFinding } from './page-evidence.ts';
import type { PageFeatures } from './page-model/feature-names.ts';
import { withLearnedType } from './page-model/learned-type.ts';
import { type PageTypeRule, pageTypeRules } from './page-type-rules.ts';

/** Why a page that looks like an article is none: the scraper's patterns say so. */
export const otherAddress = 'its address matches no pattern of links.article';

/** The page's type by the first rule that applies, `other` if none does, or by the page model, where it is surer. */
export function judgePageType(
  evidence: PageEvidence,
  features: PageFeatures,
  off: RulesOff = allRulesOn,
): PageTypeFinding {
  const byRules = typeByRules(evidence, off);
  return evidence.bodyIsUnseen || off.has('page-type/model') ? byRules : withLearnedType(byRules, features);
}

function typeByRules(evidence: PageEvidence, off: RulesOff): PageTypeFinding {
  const doApply = ({ name, applies }: PageTypeRule): boolean => applies(evidence) && !off.has(`page-type/${name}`);
  const first = pageTypeRules.find(doApply);
  // where a scraper says which addresses are articles, no other page is one
  const isOtherAddress = first?.type === 'article' && evidence.isArticleUrl === false;
  const rule = isOtherAddress ? pageTypeRules.find((other) => other.type === 'listing' && doApply(other)) : first;
  if (rule === undefined && isOtherAddress)
    return { type: 'other', rule: 'page-type-other-address', why: `other: ${otherAddress}` };
  if (rule === undefined) return { type: 'other', rule: 'page-type-none', why: 'neither an article text nor a list' };
  return { type: rule.type, rule: `page-type-${rule.name}`, why: `${rule.type}: ${rule.why}` };
}
