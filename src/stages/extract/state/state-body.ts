import { likeness, wordTokens } from '../../../text/likeness.ts';
import { isObject, type JsonObject } from '../head/json-ld.ts';
import { isProse, type Prose, proseOf } from './prose.ts';
import { scriptValues } from './script-values.ts';

/** An article's text from the page's script data. */
export interface StateBody {
  readonly source: 'json-ld' | 'state';
  readonly html: string;
  readonly why: string;
}

/** Letters. A shorter text is a teaser, a setting or a legal line. */
const minTextLength = 600;
/** Likeness (F1 of words) from which two headlines are the same: sites append their name to one of them. */
const minTitleLikeness = 0.6;
/** Limits on the search: values in all, and levels of nesting. */
const maxNodes = 200_000;
const maxDepth = 14;

const bodyName =
  /^(?:article|story|post|main)?_?(?:body|contents?|text|html|story|blocks|paragraphs|components|elements|copy|rich_?text|document|step|recipeInstructions|pages)_?(?:html|text|json|blocks|elements|contents?|raw|rich|copy)?$/i;
const otherName =
  /comment|privacy|terms|legal|policy|cookie|consent|footer|faq|about|biograph|^bio$|translation|i18n|css|style|script/i;

export interface ScriptedPage {
  /** The page's source. */
  readonly html: string;
  /** Its possible headlines. */
  readonly titles: readonly string[];
  /** Whether it shows hardly any text: scripts fill it. */
  readonly isShell: boolean;
}

interface Candidate extends Prose {
  readonly name: string;
  /** The object that contains it. Other texts of this object are no rivals. */
  readonly story: object;
  readonly hasPageTitle: boolean;
}

/**
 * The article's text that a page has only in script data; null if there is none. It counts if its headline is one of the page's headlines, or, in the shell of a
 * client-rendered page, if it is the only such text.
 */
export function findStateBody({ html, titles, isShell }: ScriptedPage): StateBody | null {
  const pageTitles = titles.map(wordTokens).filter((tokens) => tokens.length > 1);
  const { jsonLd, state } = scriptValues(html);
  for (const [by, values] of [['json-ld', jsonLd] as const, ['state', state] as const]) {
    const candidates = new CandidateSearch(pageTitles).candidatesIn(values).sort((a, b) => scoreOf(b) - scoreOf(a));
    const [best] = candidates;
    if (best === undefined) continue;
    const rival = candidates.find(({ story, length }) => story !== best.story && length > best.length / 3);
    if (!best.hasPageTitle && (!isShell || rival !== undefined || !bodyName.test(best.name))) continue;
    const why = best.hasPageTitle ? 'with the headline of the page' : 'the only text there';
    return {
      source: by,
      html: best.html,
      why: `"${best.name}" in script data, ${Math.round(best.length)} letters, ${why}`,
    };
  }
  return null;
}

const scoreOf = ({ length, name, hasPageTitle }: Candidate): number =>
  Math.min(length, 20_000) * (bodyName.test(name) ? 2 : 1) * (hasPageTitle ? 4 : 1);

class CandidateSearch {
  readonly #titles: readonly (readonly string[])[];
  readonly #candidates: Candidate[] = [];
  #nodes = 0;

  constructor(titles: readonly (readonly string[])[]) {
    this.#titles = titles;
  }

  candidatesIn(values: readonly unknown[]): Candidate[] {
    for (const value of values) this.#walk(value, [], 0);
    return this.#candidates;
  }

  /** @param above the enclosing objects, nearest last */
  #walk(value: unknown, above: readonly JsonObject[], depth: number): void {
    if (depth > maxDepth || ++this.#nodes > maxNodes) return;
    if (Array.isArray(value)) for (const item of value) this.#walk(item, above, depth + 1);
    if (!isObject(value)) return;
    const around = [...above.slice(-2), value];
    for (const [name, part] of Object.entries(value)) {
      if (otherName.test(name)) continue;
      const isText = typeof part === 'string' && part.length >= minTextLength / 2.5;
      if (isText || (bodyName.test(name) && typeof part === 'object' && part !== null))
        this.#consider(name, part, around);
      if (typeof part === 'object') this.#walk(part, around, depth + 1);
    }
  }

  #consider(name: string, value: unknown, around: readonly JsonObject[]): void {
    const prose = proseOf(value);
    if (prose.length < minTextLength || !isProse(prose)) return;
    const story = around.findLast((object) => titleOf(object) !== null);
    const title = wordTokens(story === undefined ? '' : (titleOf(story) ?? ''));
    const hasPageTitle = this.#titles.some((pageTitle) => likeness(pageTitle, title) >= minTitleLikeness);
    this.#candidates.push({ ...prose, name, story: story ?? around.at(-1) ?? {}, hasPageTitle });
  }
}

/** An object's headline; null if it has none. WordPress writes it as `{ rendered }`. */
function titleOf(object: JsonObject): string | null {
  for (const name of ['headline', 'title', 'name', 'heading']) {
    const value = object[name];
    const text = isObject(value) ? (value.rendered ?? value.text) : value;
    if (typeof text === 'string' && text.length > 8) return text;
  }
  return null;
}
