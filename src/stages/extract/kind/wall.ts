import type { TraceLine } from '../../../model/article/draft.ts';
import { closestWhere } from '../dom/closest-where.ts';
import type { Document } from '../dom/document.ts';
import { type Block, lengthOf } from '../page/blocks.ts';
import { asksForConsent, isDialogLike } from '../page/consent-form.ts';
import type { RulesOff } from '../rules-off.ts';

interface WallEvidence {
  readonly document: Document;
  readonly status: number;
  readonly title: string;
  /** All visible text, lower case. */
  readonly text: string;
  readonly length: number;
  /** Visible text outside of dialogs, lower case. */
  readonly outside: string;
  /** Metadata say that the page is an article. Then such words are its topic, and a captcha belongs to its comment form. */
  readonly saysArticle: boolean;
}

interface WallRule {
  readonly name: string;
  readonly why: string;
  readonly applies: (evidence: WallEvidence) => boolean;
}

/** Latin letters. Challenge and consent pages are shorter; longer pages only mention such words. */
const maxWallLength = 2_000;

const rules: readonly WallRule[] = [
  {
    name: 'challenge-markup',
    why: 'carries the mark-up of a bot challenge',
    applies: ({ document }) =>
      document.querySelector(
        '#challenge-form, #cf-wrapper .cf-error-details, #challenge-running, #px-captcha, [id^="sec-if-cpt"], iframe[src*="captcha-delivery.com"], iframe[src*="geo.captcha"], iframe#main-iframe[src*="_Incapsula_Resource"], #nc_1_wrapper',
      ) !== null,
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
    applies: ({ title, text, saysArticle }) =>
      !saysArticle &&
      (/^(?:just a moment|attention required|access denied|are you a robot|robot check|security check|pardon our interruption|please wait|bot verification|验证码|安全验证)/i.test(
        title,
      ) ||
        /verify (?:that )?you are (?:a )?human|are you a robot|unusual traffic|checking your browser|enable javascript and cookies to continue|complete the (?:security check|captcha)|press (?:&|and) hold|请完成(?:安全)?验证|访问过于频繁|拖动滑块|ich bin kein roboter/i.test(
          text,
        )),
  },
  {
    name: 'denied',
    why: 'says that access is denied',
    applies: ({ text, length, saysArticle }) =>
      !saysArticle &&
      length < 800 &&
      /access (?:to this page )?(?:has been |is |was )?denied|you (?:don't|do not) have permission to access|your (?:ip|access) (?:address )?(?:has been|is|was) blocked|request (?:has been |was )?blocked|403 forbidden/i.test(
        text,
      ),
  },
  {
    name: 'refused-status',
    why: 'hardly any text, and a status that refuses',
    applies: ({ status, length }) => (status === 401 || status === 403 || status === 429) && length < 800,
  },
  {
    name: 'consent-wall',
    why: 'is a consent form and nothing else',
    applies: ({ text, outside, length, saysArticle }) =>
      !saysArticle && length < 1_500 && asksForConsent(lengthOf(outside) < minTextOutside ? text : outside),
  },
];

/** Whether metadata say that the page is an article. Walls have none of these. */
function declaresArticle(document: Document): boolean {
  if (document.querySelector('meta[property="og:type" i][content="article" i], article time[datetime]') !== null)
    return true;
  return [...document.querySelectorAll('script[type="application/ld+json"]')].some((script) =>
    /"@type"\s*:\s*(?:\[\s*)?"\w*(?:Article|BlogPosting)"/.test(script.textContent ?? ''),
  );
}

/** Latin letters. A page with less text outside its dialog consists of the dialog. */
const minTextOutside = 100;

/** The rule by which a page is a bot challenge, a refusal or a consent form instead of the requested page; null if none applies. */
export function findWall(
  document: Document,
  blocks: readonly Block[],
  status: number,
  off: RulesOff,
): TraceLine | null {
  // counts a line feed between blocks
  const length = blocks.reduce((sum, block) => sum + block.length + 1, -1);
  if (length >= maxWallLength) return null;
  const text = blocks.map((block) => block.text).join('\n');
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  const outside = blocks
    .filter(({ element }) => closestWhere(element, isDialogLike) === null)
    .map((block) => block.text)
    .join('\n');
  const evidence: WallEvidence = {
    document,
    status,
    title,
    text,
    outside,
    length,
    saysArticle: declaresArticle(document),
  };
  const rule = rules.find(({ name, applies }) => applies(evidence) && !off.has(`wall/${name}`));
  return rule === undefined ? null : { rule: `wall-${rule.name}`, why: rule.why };
}
