import type { Page } from '../../model/page/page.ts';

/** A script may build the player, at a click or later: the source says nothing of it. */
const runsScripts = /<script\b[^>]*\b(?:src|type=["']?module)/i;
/** Words of players in the names of boxes and in the addresses of scripts, frames and pages. */
const playerWords =
  /player|video|film|movie|stream|podcast|episode|sendung|trailer|webcast|plyr|mpegts|(?<![a-z])(?:watch|audio|clip|live|hls|dash|jwp|flv|vod)(?![a-z])/i;
const names = /\b(?:class|id|data-[\w-]+)=["']([^"'<>]{1,200})["']/gi;
const scriptAddresses = /<script\b[^>]*\bsrc=["']([^"'<>]{1,300})["']/gi;
/** An empty box with a name, which a script fills. */
const emptyBoxes = /<(div|section|figure|span)\b([^<>]*\b(?:id|data-[\w-]+)=[^<>]*)>\s*<\/\1>/gi;
/** What else scripts fill: advertisements, comments, consent, menus, icons. */
const otherFillings =
  /(?<![a-z])(?:ads?|gpt|adv|advert\w*|sponsor\w*|banner\w*|comments?|disqus\w*|cookie\w*|consent\w*|share|social|nav\w*|menu\w*|search\w*|toc|icons?|modal\w*|toast\w*|overlay\w*|backdrop\w*|captcha\w*|newsletter\w*|tracking|analytics|spinner|progress\w*|giscus|utterances|mask|loading|footer|header|sidebar)(?![a-z])/i;
/** Names that are read: bounds the work on large pages. */
const maxNames = 3_000;
/** Letters. A page with less text gets its content from scripts. */
const minText = 600;

/** How much speaks for a player that scripts build: a name, or only room for one. */
export type PlayerChance = 'likely' | 'possible' | 'none';

/**
 * Whether a page without a sign of media may get a player from its scripts: likely where one of its names is a word of players, possible where a box waits to be filled or the source has
 * hardly any text. An article without either costs no browser.
 */
export function chanceOfPlayer({ html, finalUrl }: Pick<Page, 'html' | 'finalUrl'>): PlayerChance {
  if (!runsScripts.test(html)) return 'none';
  const { pathname, search } = new URL(finalUrl);
  if (playerWords.test(pathname + search) || hasPlayerName(html)) return 'likely';
  return hasEmptyBox(html) || textLength(html) < minText ? 'possible' : 'none';
}

function hasPlayerName(html: string): boolean {
  let read = 0;
  for (const pattern of [scriptAddresses, names])
    for (const [, name = ''] of html.matchAll(pattern)) {
      if (playerWords.test(name)) return true;
      if (++read > maxNames) break;
    }
  return false;
}

function hasEmptyBox(html: string): boolean {
  let read = 0;
  for (const [, , attributes = ''] of html.matchAll(emptyBoxes)) {
    if (!otherFillings.test(attributes)) return true;
    if (++read > maxNames) break;
  }
  return false;
}

const textLength = (html: string): number =>
  html
    .replace(/<(script|style|noscript|template)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ').length;
