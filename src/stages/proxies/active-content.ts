import { createHash } from 'node:crypto';
import { parse } from 'parse5';
import { elementsIn, type HtmlElement, nodeText } from './html-tree.ts';

/** One piece of a page that acts: where it comes from, or a hash of its code. */
export interface ActivePart {
  readonly kind: 'script' | 'frame' | 'handler' | 'redirect' | 'base';
  /** Host of an external part; hash of code in the page. */
  readonly from: string;
}

const frameTags = ['iframe', 'frame', 'object', 'embed'];
/** Attributes with the address of a frame. */
const frameSources = ['src', 'data'];

/** Scripts, frames, event handlers, redirects and the base address of a page, in this order. @param url the page's, against which addresses resolve */
export function activeContent(html: string, url: string): readonly ActivePart[] {
  const elements = elementsIn(parse(html));
  const of = (...tags: readonly string[]): HtmlElement[] => elements.filter(({ tagName }) => tags.includes(tagName));
  return [
    ...of('script').map((script) => part('script', sourceOf(script, ['src'], url) ?? hashOf(nodeText(script, true)))),
    ...of(...frameTags).map((frame) =>
      part('frame', sourceOf(frame, frameSources, url) ?? hashOf(attribute(frame, 'srcdoc') ?? '')),
    ),
    ...elements.flatMap(({ attrs }) =>
      attrs.filter(({ name, value }) => isCode(name, value)).map(({ value }) => part('handler', hashOf(value))),
    ),
    ...of('meta')
      .filter((meta) => attribute(meta, 'http-equiv')?.trim().toLowerCase() === 'refresh')
      .map((meta) => part('redirect', hashOf(attribute(meta, 'content') ?? ''))),
    ...of('base').map((base) => part('base', sourceOf(base, ['href'], url) ?? '')),
  ];
}

/**
 * Whether a copy of a page acts in a way that two direct copies do not. Where these are equal, each new part counts; where they differ by themselves (rotating
 * advertisements, code with a number of the visit), only more parts than in either.
 */
export function addsActiveContent(
  copy: readonly ActivePart[],
  [first, second]: readonly [readonly ActivePart[], readonly ActivePart[]],
): boolean {
  return [...new Set(copy.map(({ kind }) => kind))].some((kind) => {
    const [through, one, other] = [copy, first, second].map((parts) => namesOf(parts, kind)) as [Names, Names, Names];
    if (through.length > Math.max(one.length, other.length)) return true;
    const isSteady = one.join(' ') === other.join(' ');
    return isSteady && through.some((name) => !one.includes(name));
  });
}

type Names = readonly string[];

const namesOf = (parts: readonly ActivePart[], kind: ActivePart['kind']): Names =>
  parts
    .filter((candidate) => candidate.kind === kind)
    .map(({ from }) => from)
    .sort();

const part = (kind: ActivePart['kind'], from: string): ActivePart => ({ kind, from });

const attribute = ({ attrs }: HtmlElement, name: string): string | null =>
  attrs.find((candidate) => candidate.name === name)?.value ?? null;

/** `onclick` and its like, and addresses that are code. */
const isCode = (name: string, value: string): boolean => name.startsWith('on') || /^\s*javascript:/i.test(value);

/** The host of the first of the attributes that the element has; null without one. */
function sourceOf(element: HtmlElement, names: readonly string[], url: string): string | null {
  const value = names.map((name) => attribute(element, name)).find((candidate) => candidate !== null);
  if (value === undefined || value === null) return null;
  return URL.canParse(value, url) ? new URL(value, url).host || hashOf(value) : hashOf(value);
}

const hashOf = (text: string): string => createHash('sha256').update(text.trim()).digest('hex').slice(0, 16);
