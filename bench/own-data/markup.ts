/** An element of a generated page. */
export interface Tag {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Tag | string)[];
  /** The value that its text or an attribute holds. */
  readonly holds?: Hold;
}

export interface Hold {
  readonly field: string;
  /** Null: of the page itself. */
  readonly record: string | null;
  /** Null: its text. */
  readonly attribute: string | null;
}

/** Which element holds a value: what a person who corrects a page would click. */
export interface Place extends Hold {
  /** CSS path from body. */
  readonly path: string;
  /** The text or attribute as it stands in the page. */
  readonly raw: string;
}

export const el = (
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Tag | string)[]
): Tag => ({ tag, attributes, children });

export const holding = (tag: Tag, holds: Hold): Tag => ({ ...tag, holds });

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const voidTags = new Set(['meta', 'img', 'br', 'link']);

export function htmlOf(node: Tag | string): string {
  if (typeof node === 'string') return escaped(node);
  const { tag, attributes, children } = node;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const open = `<${tag}${written.join('')}>`;
  return voidTags.has(tag) ? open : `${open}${children.map(htmlOf).join('')}</${tag}>`;
}

const textOf = (node: Tag | string): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''));

/** All elements that hold values, in document order. */
export function placesOf(body: Tag, path = 'body'): Place[] {
  const own = body.holds;
  const raw = own?.attribute == null ? textOf(body) : (body.attributes[own.attribute] ?? '');
  const inner = body.children
    .filter((child): child is Tag => typeof child !== 'string')
    .flatMap((child, at) => placesOf(child, `${path} > ${child.tag}:nth-child(${at + 1})`));
  return [...(own === undefined ? [] : [{ ...own, path, raw }]), ...inner];
}
