import type { Provenance } from '../../../model/article/draft.ts';
import { sharedWordsShare, WordBag, wordTokens } from '../../../text/likeness.ts';
import type { Structured } from '../head/structured.ts';
import { type Block, textLength } from '../page/blocks.ts';
import { mainTextOf } from '../page/main-text.ts';
import type { PageGeometry } from '../page/page-geometry.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import { bestHeadline, type Headline, h1AboveText, headlineAbove, largestLine } from './headline.ts';
import { nameKey, namesInTitle, siteNameTest, urlWords, withoutNames } from './site-names.ts';

export interface TitleFinding {
  readonly value: string;
  readonly provenance: Provenance;
  /** The visible headline; null if only the head has the title. */
  readonly block: Block | null;
  readonly why: string;
}

interface TitleOptions {
  /** The layout in a browser; null if no browser loaded the page. */
  readonly geometry?: PageGeometry | null;
  readonly off?: RulesOff;
}

interface HeadTitle {
  readonly by: Provenance['by'];
  readonly text: string;
}

/** Score (likeness to the head with bonuses and penalties) below which a visible block is no headline. */
const minScore = 0.6;

/**
 * The page's title, or null: the visible block most like the titles in the head, without its kicker; else the line above the text; else the head's title without the
 * site's name. A learned ranker of the same candidates was tried: `model/README.md`, "What was tried".
 * @param url the page's address: its words are evidence
 */
export function findTitle(
  blocks: readonly Block[],
  structured: Structured,
  url: string,
  options: TitleOptions = {},
): TitleFinding | null {
  const finding = chooseTitle(blocks, structured, url, options);
  return finding === null ? null : withoutParents(finding, structured);
}

/** "Gazette / news / Bridge opens", of which all but the end is links: wikis show the path to a page before its name. The head has the name alone. */
function withoutParents(finding: TitleFinding, { meta }: Structured): TitleFinding {
  const { value, block } = finding;
  if (block === null || block.linkLength === 0) return finding;
  const name = [meta.first('og:title'), meta.title].find(
    (title) => title !== null && title.length >= minNameLength && value.length > title.length && value.endsWith(title),
  );
  if (name == null) return finding;
  const parents = value.slice(0, -name.length);
  const isPath = /[/›»>→]\s*$/u.test(parents) && block.linkLength >= 0.5 * textLength(parents);
  return isPath ? { ...finding, value: name, why: `${finding.why}, without the path before it` } : finding;
}

/** Characters. A shorter name may be a section's. */
const minNameLength = 8;

function chooseTitle(
  blocks: readonly Block[],
  structured: Structured,
  url: string,
  { geometry = null, off = allRulesOn }: TitleOptions,
): TitleFinding | null {
  const { meta, article } = structured;
  const ownNames = off.has('title/names-in-title') ? [] : namesInTitle(meta.title, blocks, url);
  const headTitles = headTitlesOf(structured, ownNames);
  const namesSite = siteNameTest([meta.first('og:site_name') ?? '', article?.publisher ?? '', ...ownNames], url);
  const main = mainTextOf(blocks);
  const address = urlWords(url);
  const addressed = address.length < minUrlWords || off.has('title/address') ? [] : [address];
  const best = bestHeadline(blocks, main, {
    headTitles: [...headTitles.map(({ text }) => wordTokens(text)), ...addressed].map((words) => new WordBag(words)),
    declared: wordTokens(article?.headline ?? '').join(' '),
    titleTokens: wordTokens(meta.title),
    lastPieceTokens: wordTokens(/[»|–—-]\s+([^»|–—]+)$/u.exec(meta.title)?.[1] ?? ''),
    namesSite,
    off,
  });
  const backed = (headline: Headline): TitleFinding | null => {
    const title = titleBackedByUrl(headline, headTitles, address);
    return title === null || off.has('title/backed-by-url') ? null : title;
  };
  const [first] = headTitles;
  if (best !== null && best.score >= minScore) return backed(best) ?? titleFromHeadline(best);
  // a head's title that is only the site's name is no evidence
  const saysSite =
    isOnlyName(meta.first('og:title'), ownNames) ||
    blocks.some((block) => nameKey(block.text) === nameKey(first?.text ?? '') && namesSite(block));
  const above = headlineAbove(blocks, main, namesSite, saysSite ? '' : (first?.text ?? ''));
  if (above !== null && !off.has('title/line-above'))
    return (
      backed({ block: above, text: above.text, likeness: 0, score: 0 }) ??
      titleFromBlock(above, 'no visible headline is like the head: the line above the text')
    );
  const large = geometry === null ? null : largestLine(blocks, main, namesSite, geometry);
  if (large !== null && !off.has('title/largest-line'))
    return titleFromBlock(large, 'no visible headline is like the head: the largest line above the text');
  const alone = off.has('title/h1-alone') ? null : h1AboveText(blocks, main, namesSite, first?.text ?? '');
  if (alone !== null)
    return titleFromBlock(alone, 'the head has only the name of the site: the only h1, above the text');
  if (first !== undefined) return titleFromHead(first, null, 'no visible headline is like it: taken from the head');
  const top = blocks.find(({ element }) => element.localName === 'h1');
  return top === undefined ? null : titleFromBlock(top, 'the first h1; the head has no title');
}

/** Whether `og:title` has the site's name and nothing else: then the rest of `<title>` is the site's motto. */
const isOnlyName = (title: string | null, names: readonly string[]): boolean =>
  title !== null && names.length > 0 && withoutNames(title, names) === '';

/** Without the site's names; a title that says nothing else is left out. */
function headTitlesOf({ meta, article }: Structured, siteNames: readonly string[]): readonly HeadTitle[] {
  const titles = [
    { by: 'meta', text: meta.first('og:title') },
    { by: 'json-ld', text: article?.headline ?? null },
    { by: 'meta', text: meta.first('twitter:title', 'dc.title', 'title') },
    { by: 'meta', text: meta.title === '' ? null : meta.title },
  ] as const;
  return titles.flatMap(({ by, text }) => {
    const own = text === null || siteNames.length === 0 ? text : withoutNames(text, siteNames);
    return own ? [{ by, text: own }] : [];
  });
}

/** Bullets and arrows of lists and menus. */
const leadingMarks = /^[[(]?[>›•|▶►■●→]+\s+(?=[\p{L}\p{N}])/u;
/** "20.11.2026 - Bridge opens": some sites put the date in the heading. */
const leadingDay = /^\d{1,2}[./]\d{1,2}[./]\d{4}\s*[-–—:|]\s+(?=\p{L})/u;
const cleanTitle = (text: string): string =>
  text.replace(leadingMarks, '').replace(leadingDay, '').replaceAll('\u00ad', '');

const titleFromHeadline = ({ text, block, score }: Headline): TitleFinding => ({
  value: cleanTitle(text),
  provenance: { by: 'generic', confidence: Math.min(0.99, 0.6 + 0.3 * score) },
  block,
  why: `<${block.element.localName}> is like the head's title (${score.toFixed(2)})`,
});

const titleFromBlock = (block: Block, why: string): TitleFinding => ({
  value: cleanTitle(block.text),
  provenance: { by: 'generic', confidence: 0.5 },
  block,
  why,
});

const titleFromHead = ({ by, text }: HeadTitle, block: Block | null, why: string): TitleFinding => ({
  value: cleanTitle(withoutSiteName(text)),
  provenance: { by, confidence: 0.6 },
  block,
  why,
});

/** Likeness to the head below which a visible heading differs from it ("Here is the May list"). */
const maxHeadlineLikeness = 0.65;
/** The share of the address's words must be this much larger in the head's title than in the heading. */
const minUrlGain = 0.4;
const minTitleWords = 4;
/** Fewer words of an address are a section or an id. */
const minUrlWords = 3;

/** The head's title, if two titles in the head and the address agree against the visible heading; else null. */
function titleBackedByUrl(
  { block, text, likeness }: Headline,
  headTitles: readonly HeadTitle[],
  address: readonly string[],
): TitleFinding | null {
  const [first, ...others] = headTitles.map((title) => ({ ...title, words: wordTokens(withoutSiteName(title.text)) }));
  if (likeness >= maxHeadlineLikeness || first === undefined || first.words.length < minTitleWords) return null;
  if (address.length < minUrlWords) return null;
  const isAgreed = others.some(({ words }) => words.join(' ') === first.words.join(' '));
  const isAddressed =
    sharedWordsShare(address, first.words) - sharedWordsShare(address, wordTokens(text)) >= minUrlGain;
  return isAgreed && isAddressed
    ? titleFromHead(first, block, 'the head and the address agree, and no visible headline is like them')
    : null;
}

/** Characters. Longer titles are hostile or a mistake, and end at a word. */
const maxTitleLength = 400;

function startOf(title: string): string {
  if (title.length <= maxTitleLength) return title;
  const start = title.slice(0, maxTitleLength);
  return start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start;
}

/** The first piece of "Headline | Site", "Headline - Section - Site" or "Headline_Site" if it is long enough for a headline; else the whole title. */
function withoutSiteName(fullTitle: string): string {
  const title = startOf(fullTitle);
  const [, latin] = /^(.{12,}?)\s+[|–—»·-]\s+[^|–—»·]{2,40}(?:\s+[|–—»·-]\s+[^|–—»·]{2,40}){0,2}$/u.exec(title) ?? [];
  const [, cjk] = /^(.{6,}?)(?:\s*[|_－—-]{1,2}\s*[^|_]{2,20}){1,4}$/u.exec(title) ?? [];
  return latin ?? (/[\u3400-\u9fff]/.test(title) ? (cjk ?? title) : title);
}
