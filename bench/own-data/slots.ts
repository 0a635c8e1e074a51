import { type Chance, hexOf } from '../../test/support/api-sites/chance.ts';
import type { FieldKind, Shown } from './fields.ts';
import { el, type Hold, holding, type Tag } from './markup.ts';

export const slotStyles = ['class', 'label', 'definition', 'attribute', 'microdata', 'prefixed'] as const;
export type SlotStyle = (typeof slotStyles)[number];

/** How one field of a site stands in its pages: chosen once for each site and field. */
export interface Slot {
  readonly style: SlotStyle;
  readonly name: string;
  readonly className: string;
  readonly label: string;
  readonly tag: string;
}

const stylesOf: Readonly<Record<FieldKind, readonly SlotStyle[]>> = {
  words: ['class', 'label', 'definition', 'microdata'],
  price: ['class', 'label', 'definition', 'attribute', 'microdata', 'prefixed'],
  rating: ['class', 'label', 'definition', 'attribute', 'microdata', 'prefixed'],
  votes: ['class', 'label', 'definition', 'attribute', 'prefixed'],
  stock: ['class', 'label', 'definition'],
  day: ['class', 'label', 'definition', 'attribute', 'microdata'],
  link: ['class'],
  tags: ['class'],
};

/** Names of classes as sites have them: plain, by a method, or with a hash of the build. */
export const classNaming = (chance: Chance): ((name: string) => string) => {
  const hash = hexOf(chance, 5);
  return chance.pick([(name: string) => name, (name: string) => `card__${name}`, (name: string) => `${name}_${hash}`]);
};

export const slotOf = (chance: Chance, kind: FieldKind, name: string, className: string, label: string): Slot => ({
  style: chance.pick(stylesOf[kind]),
  name,
  className,
  label,
  tag: chance.pick(['span', 'div', 'p', 'b']),
});

/** The source that a person would write. */
export function sourceOf({ style, className, name }: Slot): string {
  switch (style) {
    case 'label':
      return `.${className}-l + span`;
    case 'definition':
      return `.${className}-l + dd`;
    case 'attribute':
      return `.${className}@data-value`;
    case 'microdata':
      return `microdata:${name}`;
    case 'class':
    case 'prefixed':
      return `.${className}`;
  }
}

/** The elements of a field with a value. @param record the key of the record; null: of the page */
export function slotMarkup(
  kind: FieldKind,
  slot: Slot,
  { texts, machine, value }: Shown,
  record: string | null,
): Tag[] {
  const { style, className, name, label, tag } = slot;
  const hold = (attribute: string | null): Hold => ({ field: name, record, attribute });
  const [shown = ''] = texts;
  if (kind === 'link') return [holding(el('a', { class: className, href: shown }, label), hold('href'))];
  if (kind === 'tags') return texts.map((text) => holding(el('i', { class: className }, text), hold(null)));
  switch (style) {
    case 'class':
      return [holding(el(tag, { class: className }, shown), hold(null))];
    case 'prefixed':
      return [holding(el(tag, { class: className }, `${label}: ${shown}`), hold(null))];
    case 'label':
      return [
        el(
          'div',
          {},
          el('b', { class: `${className}-l` }, `${label}:`),
          ' ',
          holding(el('span', {}, shown), hold(null)),
        ),
      ];
    case 'definition':
      return [el('dl', {}, el('dt', { class: `${className}-l` }, label), holding(el('dd', {}, shown), hold(null)))];
    case 'attribute':
      return [holding(el(tag, { class: className, 'data-value': machine ?? shown }, shown), hold('data-value'))];
    case 'microdata': {
      const attributes: Record<string, string> = { itemprop: name };
      if (machine !== null) attributes.content = machine;
      const own = holding(el('span', attributes, shown), hold(machine === null ? null : 'content'));
      const isPrice = kind === 'price' && typeof value === 'object' && value !== null && 'currency' in value;
      return isPrice ? [own, el('meta', { itemprop: 'priceCurrency', content: String(value.currency) })] : [own];
    }
  }
}
