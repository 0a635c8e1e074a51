import type { PageType } from '../../../../model/article/draft.ts';
import type { PageTypeFinding } from '../page-evidence.ts';
import type { PageFeatures } from './feature-names.ts';
import { type KindShares, kindShares, type PageKind, pageKinds, reasonsFor, shippedPageModel } from './page-model.ts';

/** Share from which the model's kind counts more than a rule by which the page looks like an article, where it names a date and an author. */
const sureKind = 0.6;
/** The same, where one of them or both are missing. */
const sureOfAnonymous = 0.5;
/** The same for something that is offered: companies write pages like articles, and newspapers pages that read like offers. */
const sureOfOffer = 0.65;
const sureOfSignedOffer = 0.8;
/** The same, where the page asks whether it helped, and nothing declares an article: newspapers ask that, too. */
const sureOfAnswer = 0.35;
/** The same, where structured data or a scraper's pattern say that it is an article. */
const sureAgainstClaim = 0.97;
/** Share of an article below which the page is no article, whatever else it is. */
const noArticle = 0.05;
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
  'login-form',
  'forum-microdata',
  'other-address',
]);
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
  const shares = ofRows(kindShares(features, model), features);
  const [kind] = pageKinds.filter((one) => one !== 'article').toSorted((a, b) => shares[b] - shares[a]);
  if (kind === undefined || typeOf[kind] === finding.type) return finding;
  if (!isSurer(kind, shares, finding.type, { rule, features })) return finding;
  if (kind === 'forum' && (shares.forum < sureOfTopic || features.postComments === 1) && isBelowText(features))
    return finding;
  if (kind === 'service' && isBare(features)) return finding;
  const why = `${typeOf[kind]}: ${percent(shares[kind])} by the page model, ${percent(shares.article)} an article (${reasonsFor(kind, features, model).join('; ')})`;
  return { type: typeOf[kind], rule: `page-type-model-${kind}`, why };
}

interface RuleFacts {
  readonly rule: string;
  readonly features: PageFeatures;
}

/** Share from which a page is documentation without any of the marks below: essays have headings with links to them, and menus, too. */
const sureWithoutMark = 0.8;
const hasManualMark = (one: PageFeatures): boolean =>
  one.docsAddress +
    one.docsSoftware +
    one.ldTechArticle +
    one.codeBlocks +
    one.inlineCode +
    one.codeHeadings +
    one.definitions +
    one.verbs +
    one.fileLinks +
    one.edits +
    one.helpful >
  0;

/** By what the page says of its date and its author. */
function limitFor(kind: PageKind, features: PageFeatures): number {
  const { hasDate, hasAuthor, metaDates, helpful, ogArticle, ldArticle } = features;
  if (kind === 'documentation' && helpful === 1 && ogArticle + ldArticle + metaDates === 0) return sureOfAnswer;
  if (kind === 'documentation' && !hasManualMark(features)) return sureWithoutMark;
  const [isAnonymous, isSigned] = [hasAuthor + hasDate + metaDates === 0, hasAuthor + hasDate === 2];
  if (isAnonymous) return sureOfAnonymous;
  if (kind === 'service' || kind === 'product') return isSigned ? sureOfSignedOffer : sureOfOffer;
  return isSigned ? sureKind : sureOfAnonymous;
}

/** A page with hardly a sentence says of nobody what he offers: an error, an empty result, a notice. */
const isBare = ({ letters, longLetters, contacts, fields }: PageFeatures): boolean =>
  longLetters === 0 && contacts + fields === 0 && Math.expm1(letters) < minLetters;
/** Letters of a page that is not bare. Chosen by hand, not measured. */
const minLetters = 400;

function isSurer(kind: PageKind, shares: KindShares, type: PageType, { rule, features }: RuleFacts): boolean {
  const share = shares[kind];
  switch (type) {
    case 'article': {
      if (kind === 'list')
        return share >= (consistsOfRows(features) ? likelyKind : sureAgainstClaim) && !claims.has(rule);
      if (claims.has(rule)) return share >= sureAgainstClaim && shares.article < 1 - sureAgainstClaim;
      return share >= limitFor(kind, features) || shares.article < noArticle;
    }
    case 'listing':
      return (
        kind !== 'list' && share >= (kind === 'documentation' ? sureAgainstClaim : sureAgainstList) && !roots.has(rule)
      );
    case 'other':
      if (kind === 'forum') return share >= sureAgainstList && !roots.has(rule);
      return share >= likelyKind && !(kind === 'documentation' && roots.has(rule));
    default:
      return false;
  }
}

/** Share from which a topic may begin with a long text that stands outside of its posts. */
const sureOfTopic = 0.85;

/** Rows with links, and hardly anything beside them. */
const consistsOfRows = ({ rows, rowShare, rowLinks, hasOwnDate }: PageFeatures): boolean =>
  rows >= Math.log1p(6) && rowShare >= 0.7 && rowLinks >= 0.25 && hasOwnDate === 0;

/** What speaks for a topic or a product speaks for a list of them where a page consists of rows without posts, or of rows with a price each and no button to buy before them. */
function ofRows(shares: KindShares, features: PageFeatures): KindShares {
  const { rows, rowShare, rowPrices, ownBuy, ldProduct, microProduct, ogProduct, posts } = features;
  const sells = rows >= Math.log1p(4) && rowShare >= 0.3 && rowPrices >= 0.3;
  const ofGoods = sells && ownBuy + ldProduct + microProduct + ogProduct === 0;
  const ofTopics = posts === 0 && consistsOfRows(features);
  const [product, forum] = [ofGoods ? shares.product : 0, ofTopics ? shares.forum : 0];
  return {
    ...shares,
    list: shares.list + product + forum,
    product: shares.product - product,
    forum: shares.forum - forum,
  };
}

/** Letters of full paragraphs before the first post, at least: then the posts may be comments. */
const minTextBefore = 320;

/** Whether the posts stand below an article: nothing but their place speaks for a topic. */
const isBelowText = ({ postsBefore, ldForum, microForum, isForumSoftware, hasAuthor }: PageFeatures): boolean =>
  Math.expm1(postsBefore) >= minTextBefore && ldForum + microForum + isForumSoftware + hasAuthor === 0;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
