import { isObject, parseLoose } from '../head/json-ld.ts';
import { textLength } from '../page/blocks.ts';

/** A text from script data, as HTML. */
export interface Prose {
  readonly html: string;
  /** Letters of its text, a CJK character 2.5. */
  readonly length: number;
}

/** Which properties of data hold text, and which parts are none of it. */
export interface ProseRules {
  readonly isText: (name: string) => boolean;
  readonly isSkipped: (name: string, value: unknown) => boolean;
}

/** Keys of text. */
const textKey =
  /^(?:text|data|value|contents?|html|markup|body|paragraph|copy|innerHTML|rendered|string|articleBody|\d+|top|bottom|model)$/i;
/** Keys of things other than the article's text. */
const otherKey =
  /^(?:related\w*|recommend\w*|comments?|authors?|byline|images?|media|video|gallery|ads?|newsletter|promo\w*|tags|keywords|seo|meta|links|url|href|src|id|class|style|styles|type|__typename|credit|caption|alt)$/i;
const headingKind = /^(?:h[1-6]|heading|subhead\w*|header|core\/heading)$/i;
/** Names of paragraph-like nodes in editors' trees. */
const blockKind =
  /^(?:p|paragraph|li|list-?item|blockquote|quote|text-?block|core\/\w+|h[1-6]|heading|subhead\w*|header)$/i;
const blockTag = /<(?:p|br|div|h[1-6]|ul|ol|li|blockquote|table|figure)\b/i;

/** Levels of data that are searched: bounds the work. Chosen by hand, not measured. */
const maxDepth = 16;
/** Letters. Two adjacent pieces of at least this length are two paragraphs. */
const minParagraphLength = 80;

interface Piece {
  readonly text: string;
  /** The node that contains it. Pieces of one paragraph share it. */
  readonly parent: object | null;
  readonly isHeading: boolean;
}

/** Where nothing is known about the data: by the usual names. */
const usualRules: ProseRules = {
  isText: (name) => textKey.test(name),
  isSkipped: (name) => otherKey.test(name),
};

/** The text of a value in script data: a string, a list of paragraphs, or an editor's tree of nodes. */
export function proseOf(value: unknown, rules: ProseRules = usualRules): Prose {
  const pieces: Piece[] = [];
  collectPieces(value, 'text', { parent: null, isHeading: false, depth: 0, rules }, pieces);
  const html = pieces.some(({ text }) => blockTag.test(text)) ? pieces.map(asHtml).join('\n') : paragraphsOf(pieces);
  return { html, length: textLength(textOfHtml(html)) };
}

interface Context {
  readonly parent: object | null;
  readonly isHeading: boolean;
  readonly depth: number;
  readonly rules: ProseRules;
}

function collectPieces(value: unknown, name: string, place: Context, pieces: Piece[]): void {
  if (place.depth > maxDepth) return;
  if (typeof value === 'string') {
    if (!place.rules.isText(name) || value.trim() === '') return;
    const inner = /^\s*[[{]/.test(value) ? parseLoose(value) : null;
    if (inner !== null) collectPieces(inner, name, { ...place, depth: place.depth + 1 }, pieces);
    else pieces.push({ text: unescapeMarkup(value), parent: place.parent, isHeading: place.isHeading });
  } else if (Array.isArray(value)) {
    const areParagraphs = value.length > 1 && areSentences(value);
    for (const item of value) {
      if (place.rules.isSkipped('', item)) continue;
      const own = isObject(item) || Array.isArray(item) ? item : {};
      const parent = areParagraphs ? own : (place.parent ?? own);
      collectPieces(
        item,
        place.rules.isText(name) ? name : 'text',
        { ...place, parent, depth: place.depth + 1 },
        pieces,
      );
    }
  } else if (isObject(value)) {
    const kind = [value.type, value.tag, value.tagName, value.nodeName, value.name, value.blockName].find(isName) ?? '';
    const parent = blockKind.test(kind) || place.parent === null ? value : place.parent;
    const isHeading = place.isHeading || headingKind.test(kind);
    const below = { ...place, parent, isHeading, depth: place.depth + 1 };
    for (const [key, part] of Object.entries(value))
      if (!place.rules.isSkipped(key, part)) collectPieces(part, key, below, pieces);
  }
}

/** Strings that end like sentences are paragraphs; pieces of one sentence end anywhere. */
const areSentences = (items: readonly unknown[]): boolean =>
  items.every((item) => typeof item === 'string') &&
  items.filter((item) => /[.!?…。！？][\s"'”’»)」』）\]]*$/u.test(item.slice(-20))).length >= 0.75 * items.length;

const isName = (value: unknown): value is string => typeof value === 'string' && value.length < 30;

/** Unescapes HTML tags that the data hold as `&lt;p&gt;`. */
const unescapeMarkup = (text: string): string =>
  /&lt;(?:p|div|h\d|br|ul|strong|em|a)\b/i.test(text) && !blockTag.test(text)
    ? text
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&amp;/g, '&')
    : text;

/** Joins adjacent pieces of one parent into a paragraph, unless both are long enough to be paragraphs. */
function paragraphsOf(pieces: readonly Piece[]): string {
  const parts: { text: string; parent: object | null; isHeading: boolean; last: number }[] = [];
  for (const { text, parent, isHeading } of pieces) {
    const before = parts.at(-1);
    const isNext = before === undefined || before.parent !== parent || parent === null;
    if (isNext || (before.last >= minParagraphLength && text.length >= minParagraphLength))
      parts.push({ text, parent, isHeading, last: text.length });
    else Object.assign(before, { text: before.text + text, last: text.length });
  }
  return parts.map(asHtml).join('\n');
}

function asHtml({ text, isHeading }: Piece): string {
  if (blockTag.test(text)) return text;
  if (isHeading) return `<h2>${inlineHtml(text)}</h2>`;
  return text
    .split(/\s*\n\s*/)
    .filter((line) => line !== '')
    .map((line) => `<p>${inlineHtml(line)}</p>`)
    .join('\n');
}

/** Text with tags stays HTML; in other text `<` is escaped. */
const inlineHtml = (text: string): string => (/<\/?[a-z][^<>]*>/i.test(text) ? text : text.replace(/</g, '&lt;'));

const textOfHtml = (html: string): string => html.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');

/** Whether a text is prose: mostly letters, with sentences, and hardly any code characters. */
export function isProse({ html, length }: Prose): boolean {
  const text = textOfHtml(html);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const sentences = text.match(/[.!?。！？…](?=\s|["'”’»」』)）\]]|$|\p{L})/gu)?.length ?? 0;
  const code = text.match(/[{}=<>|\\_]|;(?!\s)/g)?.length ?? 0;
  return letters > 0.6 * text.length && sentences * 400 >= length && code < text.length / 100;
}
