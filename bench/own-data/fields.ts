import type { DataValue } from '../../src/model/data/data-value.ts';
import {
  choice,
  type DataFieldDefinition,
  date,
  integer,
  list,
  number,
  price,
  text,
  url,
} from '../../src/settings/data/data-fields.ts';
import type { Chance } from '../../test/support/api-sites/chance.ts';
import type { Locale } from './locales.ts';

/** A value as a page shows it. `machine` is for attributes; null: this value has no such form. */
export interface Shown {
  readonly value: DataValue;
  readonly texts: readonly string[];
  readonly machine: string | null;
}

export const fieldKinds = ['words', 'price', 'rating', 'votes', 'stock', 'day', 'link', 'tags'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** How a site writes its values: chosen once for each site. */
export interface Notation {
  readonly locale: Locale;
  readonly rating: 'plain' | 'out-of';
  readonly votes: 'bare' | 'brackets';
  readonly day: 'long' | 'numeric' | 'iso';
}

export const notationOf = (chance: Chance, locale: Locale): Notation => ({
  locale,
  rating: chance.pick(['plain', 'out-of'] as const),
  votes: chance.pick(['bare', 'brackets'] as const),
  day: chance.pick(['long', 'numeric', 'iso'] as const),
});

/** @param count words */
export const phrase = (chance: Chance, { words }: Locale, count: number): string =>
  Array.from({ length: count }, () => chance.pick(words)).join(' ');

export const origin = 'https://own.example';

export function showValue(kind: FieldKind, chance: Chance, notation: Notation): Shown {
  const { locale } = notation;
  const one = (value: DataValue, shown: string, machine: string | null): Shown => ({ value, texts: [shown], machine });
  switch (kind) {
    case 'words': {
      const words = phrase(chance, locale, 2 + chance.below(4));
      return one(words, words, null);
    }
    case 'price': {
      const amount = chance.below(500_000) / (locale.currency === 'JPY' ? 1 : 100);
      const options = { style: 'currency', currency: locale.currency } as const;
      return one(
        { amount, currency: locale.currency },
        new Intl.NumberFormat(locale.tag, options).format(amount),
        String(amount),
      );
    }
    case 'rating': {
      const value = (10 + chance.below(41)) / 10;
      const shown = new Intl.NumberFormat(locale.tag, { minimumFractionDigits: 1 }).format(value);
      return one(value, notation.rating === 'plain' ? shown : `${shown} ${locale.outOf} 5`, String(value));
    }
    case 'votes': {
      const value = chance.below(chance.pick([10, 1_000, 30_000, 5_000_000]));
      const shown = new Intl.NumberFormat(locale.tag).format(value);
      return one(value, notation.votes === 'bare' ? shown : `(${shown})`, String(value));
    }
    case 'stock': {
      const isThere = chance.happens(0.7);
      return one(isThere ? 'yes' : 'no', isThere ? locale.inStock : locale.soldOut, null);
    }
    case 'day':
      return dayShown(chance, notation);
    case 'link': {
      const path = `/p/${chance.below(1e6).toString(36)}?ref=${chance.below(99)}&x=ä`;
      return one(new URL(path, origin).href, path, path);
    }
    case 'tags': {
      const tags = [...new Set(Array.from({ length: 1 + chance.below(4) }, () => chance.pick(locale.words)))];
      return { value: tags, texts: tags, machine: null };
    }
  }
}

function dayShown(chance: Chance, { locale, day }: Notation): Shown {
  const at = new Date(Date.UTC(2025 + chance.below(3), chance.below(12), 1 + chance.below(28)));
  const iso = at.toISOString().slice(0, 10);
  const style =
    day === 'long'
      ? { day: 'numeric', month: 'long', year: 'numeric' }
      : { day: '2-digit', month: '2-digit', year: 'numeric' };
  const shown = new Intl.DateTimeFormat(locale.tag, {
    ...(style as Intl.DateTimeFormatOptions),
    timeZone: 'UTC',
  }).format(at);
  return { value: iso, texts: [day === 'iso' ? iso : shown], machine: iso };
}

/** The declaration that a person would write for a field. */
export function declared(kind: FieldKind, from: string, { locale }: Notation): DataFieldDefinition {
  switch (kind) {
    case 'words':
      return text(from);
    case 'price':
      return price(from, { currency: locale.currency });
    case 'rating':
      return number(from);
    case 'votes':
      return integer(from);
    case 'stock':
      return choice(from, { [locale.inStock]: 'yes', [locale.soldOut]: 'no' });
    case 'day':
      return date(from);
    case 'link':
      return url(from);
    case 'tags':
      return list(from);
  }
}
