import type { PageType, TraceLine } from '../../../model/article/draft.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import { hasChallengeMarkup, maxChallengeText } from '../../../model/web/bot-challenge.ts';
import { closestWhere } from '../dom/closest-where.ts';
import type { Document } from '../dom/document.ts';
import { type Block, textLength } from '../page/blocks.ts';
import { asksForConsent, isDialogLike } from '../page/consent-form.ts';
import type { RulesOff } from '../rules-off.ts';
import { isConsentWall } from './consent-wall.ts';

interface WallEvidence {
  readonly document: Document;
  readonly html: string;
  readonly status: number;
  readonly title: string;
  /** All visible text. */
  readonly text: string;
  readonly length: number;
  /** Visible text outside of dialogs. */
  readonly outside: string;
  /** Metadata say that the page is an article. Then such words are its topic, and a captcha belongs to its comment form. */
  readonly saysArticle: boolean;
  /** Its sentences are those of a form for consent, and one of its buttons accepts. */
  readonly isConsent: boolean;
  /** The page has a sentence about something else than itself and its visitor. Then such words are part of a text. */
  readonly hasOwnText: boolean;
}

interface WallRule {
  readonly name: string;
  readonly why: string;
  readonly applies: (evidence: WallEvidence) => boolean;
}

/** Latin letters. Consent pages and pages that ask in words are shorter; longer pages only mention such words. */
const maxWallLength = 2_000;
/** Latin letters of a sentence, at least; names, buttons and footers have less. */
const minSentence = 60;
/** Of what the sentences of a challenge speak: the visitor's machine, and the site's protection. */
const speaksOfItself =
  /captcha|robot|\bbots?\b|\bhumans?\b|browser|java ?script|cookies?|secur|unusual|automat|block|ray id|permission|verif|challenge|server|web ?site|scrap|protect|plug-?in|access|request|验证|浏览器|机器人|访问|安全|网络|请求/i;
/** Titles of challenges, with or without the site's name behind them. */
const challengeTitle =
  /^(?:just a moment|attention required|access denied|are you a robot|robot check|security check(?:point)?|vercel security checkpoint|pardon our interruption|please wait|bot verification|making sure you(?:'|’)re not a bot|checking you are not a bot|验证码|安全验证|人机验证)[\s.!?…]*(?:[|·–—-].*)?$/i;
/** Sentences that ask the visitor for a proof, or say that one is made. */
const asksForProof =
  /(?:verify|confirm|prove|check(?:ing)?|mak(?:e|ing) sure)(?: that| if| whether)? you(?:'|’| a)re (?:(?:a |really )?human|not a (?:ro)?bot)|you(?:'|’| a)re not a robot|checking your browser|unusual (?:traffic|activity) from your|enable javascript and cookies to continue|complete the (?:security check|captcha)|press (?:&|and) hold\b.{0,60}\b(?:human|robot|bot)\b|请完成(?:安全)?验证|访问过于频繁.{0,20}(?:验证|稍后|重试)|拖动滑块|dass sie kein roboter sind/i;

const consentWhy = 'is a consent form and nothing else';
const rules: readonly WallRule[] = [
  {
    name: 'challenge-markup',
    why: 'carries the mark-up of a bot challenge',
    applies: ({ html }) => hasChallengeMarkup(html),
  },
  {
    // comment and contact forms have the same widgets
    name: 'captcha-alone',
    why: 'has a captcha and hardly any text',
    applies: ({ document, length, saysArticle }) =>
      !saysArticle &&
      length < 600 &&
      document.querySelector(
        '[class*="cf-turnstile"], iframe[src*="hcaptcha.com"], iframe[src*="recaptcha/api2/anchor"], #captcha-container, .g-recaptcha, .h-captcha, .geetest_holder',
      ) !== null,
  },
  {
    name: 'challenge-words',
    why: 'asks whether the visitor is human',
    applies: ({ title, text, length, saysArticle, hasOwnText }) =>
      !saysArticle &&
      !hasOwnText &&
      length < maxWallLength &&
      (challengeTitle.test(title) || asksForProof.test(`${title}\n${text}`)),
  },
  {
    name: 'denied',
    why: 'says that access is denied',
    applies: ({ text, length, saysArticle, hasOwnText }) =>
      !saysArticle &&
      !hasOwnText &&
      length < 800 &&
      /^access denied[.!]?$|access (?:to this \w+ )?(?:has been|is|was) denied|you (?:don't|do not) have permission to access|your (?:ip|access) (?:address )?(?:has been|is|was) blocked|request (?:has been |was )?blocked|403 forbidden/im.test(
        text,
      ),
  },
  {
    name: 'refused-title',
    why: 'its title is a status that refuses',
    applies: ({ title, length, saysArticle }) =>
      !saysArticle &&
      length < 600 &&
      /^(?:(?:http |error |fehler |erreur )?(?:401|403|407|429|451|503)(?!\d)|too many requests\b|service (?:temporarily )?unavailable\b)/i.test(
        title,
      ),
  },
  {
    name: 'refused-status',
    why: 'hardly any text, and a status that refuses',
    applies: ({ status, length }) => (status === 401 || status === 403 || status === 429) && length < 800,
  },
  {
    name: 'consent-wall',
    why: consentWhy,
    applies: ({ text, outside, length, saysArticle, isConsent }) =>
      isConsent ||
      (!saysArticle && length < 1_500 && asksForConsent(textLength(outside) < minTextOutside ? text : outside)),
  },
];

/** Whether metadata say that the page is an article. Walls have none of these. */
const declaresArticle = (document: Document): boolean =>
  document.querySelector('meta[property="og:type" i][content="article" i]') !== null || showsArticle(document);

/** A time in an article's box, or structured data. Forms for consent keep the Open Graph data of the page that they stand for. */
function showsArticle(document: Document): boolean {
  if (document.querySelector('article time[datetime]') !== null) return true;
  return [...document.querySelectorAll('script[type="application/ld+json"]')].some((script) =>
    /"@type"\s*:\s*(?:\[\s*)?"\w*(?:Article|BlogPosting)"/.test(script.textContent ?? ''),
  );
}

/** Latin letters of a form for consent with the names of all partners, at most. */
const maxConsentText = 14_000;
/** Latin letters. A page with less text outside its dialog consists of the dialog. */
const minTextOutside = 100;

/** The rule by which a page is a bot challenge, a refusal or a consent form instead of the requested page; null if none applies. */
export function findWall(
  document: Document,
  blocks: readonly Block[],
  { html, status }: Snapshot,
  off: RulesOff,
): TraceLine | null {
  // counts a line feed between blocks
  const length = blocks.reduce((sum, block) => sum + block.length + 1, -1);
  if (length >= maxConsentText) return null;
  const known = new Map<Block, boolean>();
  const isInDialog = (block: Block): boolean => {
    const isInside = known.get(block) ?? closestWhere(block.element, isDialogLike) !== null;
    known.set(block, isInside);
    return isInside;
  };
  const isConsent = !showsArticle(document) && isConsentWall(blocks, isInDialog);
  if (length >= maxChallengeText)
    return isConsent && !off.has('wall/consent-wall') ? { rule: 'wall-consent-wall', why: consentWhy } : null;
  const text = blocks.map((block) => block.text).join('\n');
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  const outside = blocks
    .filter((block) => !isInDialog(block))
    .map((block) => block.text)
    .join('\n');
  const evidence: WallEvidence = {
    document,
    html,
    status,
    title,
    text,
    outside,
    length,
    saysArticle: declaresArticle(document),
    isConsent,
    hasOwnText: blocks.some((block) => block.length >= minSentence && !speaksOfItself.test(block.text)),
  };
  const rule = rules.find(({ name, applies }) => applies(evidence) && !off.has(`wall/${name}`));
  return rule === undefined ? null : { rule: `wall-${rule.name}`, why: rule.why };
}

/** The type of a page in the place of which a wall stands; null: none does. */
export const typeOfWall = (wall: TraceLine | null): PageType | null =>
  wall === null ? null : wall.rule === 'wall-consent-wall' ? 'consent-wall' : 'bot-wall';
