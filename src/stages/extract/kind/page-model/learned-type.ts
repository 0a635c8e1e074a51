import type { PageType } from '../../../../model/article/draft.ts';
import type { PageTypeFinding } from '../page-evidence.ts';
import type { PageFeatures } from './feature-names.ts';
import { type KindShares, kindShares, type PageKind, pageKinds, reasonsFor, shippedPageModel } from './page-model.ts';

/** Share from which the model's kind counts more than a rule by which the page looks like an article. */
const sureKind = 0.8;
/** The same, where the page names neither a date nor an author. With both, of 1,297 articles of hosts that the model had not seen 11 reached their share; of 786 pages of other kinds that the rules take for articles, all but 92. */
const sureOfAnonymous = 0.5;
/** The same, where structured data or a scraper's pattern say that it is an article. */
const sureAgainstClaim = 0.97;
/** Share of an article below which the page is no article, whatever else it is. */
const noArticle = 0.1;
/** Share from which a page that is no article, but of no known kind either, has the kind. */
const likelyKind = 0.5;
/** The same, for a page that the rules take for a list: their evidence is the structure of its entries. */
const sureAgainstList = 0.85;

/** Rules by which the page says itself, or its scraper, that it is an article, or by which all the text of its article box stands under a headline and a date. */
const claims = new Set(['scraper-rule', 'scraper-address', 'json-ld-article', 'recipe', 'short']);
/** Rules that are certain of what the page is. */
const certain = new Set([
  'feed',
  'source',
  'not-found',
  'service-address',
  'video',
  'wiki',
  'wiki-list',
  'wiki-other',
  'member',
  'later-page',
  'index-address',
  'other-address',
]);
/** Kinds that are stored: a page that the rules refuse is one only for good reasons, and the root of a site never. */
const isKept: ReadonlySet<PageKind> = new Set(['forum', 'documentation']);
const roots = new Set(['front-page', 'landing']);
/** Types that the rules do not know, or know from declarations alone. */
const typeOf: Readonly<Record<PageKind, PageType>> = {
  article: 'article',
  forum: 'forum',
  product: 'product',
  documentation: 'documentation',
  service: 'service',
  list: 'listing',
  'login-wall': 'login-wall',
};

/** The type by the rules, unless the model is surer of another kind. The model never makes a page an article. */
export function withLearnedType(finding: PageTypeFinding, features: PageFeatures): PageTypeFinding {
  const rule = finding.rule.replace(/^page-type-/, '');
  if (certain.has(rule)) return finding;
  const model = shippedPageModel();
  const shares = kindShares(features, model);
  const [kind] = pageKinds.filter((one) => one !== 'article').toSorted((a, b) => shares[b] - shares[a]);
  if (kind === undefined || typeOf[kind] === finding.type) return finding;
  const isAnonymous = features.hasDate + features.hasAuthor + features.metaDates === 0;
  if (!isSurer(kind, shares, finding.type, { rule, isAnonymous })) return finding;
  if (kind === 'forum' && isBelowText(features)) return finding;
  const why = `${typeOf[kind]}: ${percent(shares[kind])} by the page model, ${percent(shares.article)} an article (${reasonsFor(kind, features, model).join('; ')})`;
  return { type: typeOf[kind], rule: `page-type-model-${kind}`, why };
}

interface RuleFacts {
  readonly rule: string;
  /** The page names neither a date nor an author. */
  readonly isAnonymous: boolean;
}

function isSurer(kind: PageKind, shares: KindShares, type: PageType, { rule, isAnonymous }: RuleFacts): boolean {
  const share = shares[kind];
  switch (type) {
    case 'article': {
      if (kind === 'list') return share >= sureAgainstClaim && !claims.has(rule);
      if (claims.has(rule)) return share >= sureAgainstClaim && shares.article < 1 - sureAgainstClaim;
      return share >= (isAnonymous ? sureOfAnonymous : sureKind) || shares.article < noArticle;
    }
    case 'listing':
      return kind !== 'list' && share >= (isKept.has(kind) ? sureAgainstClaim : sureAgainstList) && !roots.has(rule);
    case 'other':
      if (isKept.has(kind)) return share >= sureAgainstList && !roots.has(rule);
      return kind !== 'list' && share >= likelyKind;
    default:
      return false;
  }
}

/** Letters of full paragraphs before the first post, at least: then the posts may be comments. */
const minTextBefore = 320;

/** Whether the posts stand below an article: nothing but their place speaks for a topic. */
const isBelowText = ({ postsBefore, ldForum, microForum, isForumSoftware, hasAuthor }: PageFeatures): boolean =>
  Math.expm1(postsBefore) >= minTextBefore && ldForum + microForum + isForumSoftware + hasAuthor === 0;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
