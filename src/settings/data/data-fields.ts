import type { DataFunction, DataType } from '../../model/data/data-field.ts';
import type { Price } from '../../model/data/data-value.ts';
import type { PageDocument } from '../../model/page/page-document.ts';

/**
 * Where a value stands: a CSS selector (`.stars`, `.stars@title` for an attribute), a path into structured data (`json-ld:offers.price`, `microdata:price`,
 * `meta:og:price:amount`, `state:product.price`), or a function of the page.
 */
export type DataSource = string | DataFunction;

/** One source, or several that are tried in this order. Null: the place is learned from corrected pages. */
export type DataSources = DataSource | readonly DataSource[] | null;

/** A declared field of a scraper. */
export interface DataFieldDefinition<T = unknown> {
  readonly type: DataType;
  readonly from: DataSources;
  readonly required?: boolean | undefined;
  readonly match?: RegExp | undefined;
  /** Never set: it has the TypeScript type of the value, for `DataOf`. */
  readonly gives?: T;
}

/** The TypeScript type of the values: `type Ratings = DataOf<typeof data>`. */
export type DataOf<Fields extends Readonly<Record<string, DataFieldDefinition>>> = {
  readonly [Name in keyof Fields]: Fields[Name] extends DataFieldDefinition<infer T> ? T : never;
};

interface FieldOptions {
  /** Whether a page without the field counts as a failure; default false. */
  readonly required?: boolean;
  /** The part of the text that counts: the first group, or the whole match. */
  readonly match?: RegExp;
}
interface NumberOptions extends FieldOptions {
  /** The decimal sign; default: by the text and the page's language. */
  readonly decimal?: '.' | ',';
}
interface PriceOptions extends NumberOptions {
  /** ISO 4217 code of prices that name no currency. */
  readonly currency?: string;
}
interface BooleanOptions extends FieldOptions {
  /** Further words of the page for true and false. */
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
}

/** A required value is there; another one may be null. */
type Given<Options, T> = Options extends { readonly required: true } ? T : T | null;

const field = <T>(
  type: DataType,
  from: DataSources,
  { required, match }: FieldOptions = {},
): DataFieldDefinition<T> => ({
  type,
  from,
  required,
  match,
});

/**
 * A text, white space collapsed.
 * @example text('.vendor', { required: true })
 */
export const text = <const O extends FieldOptions>(from: DataSources = null, options?: O) =>
  field<Given<O, string>>({ kind: 'text' }, from, options);

/**
 * A number as people write it: `1.234,56`, `1,234.56`, `4 out of 5`, `45 %` (45), `1.2k`.
 * @example number('.stars', { match: /(\d) stars/ })
 */
export const number = <const O extends NumberOptions>(from: DataSources = null, options?: O) =>
  field<Given<O, number>>({ kind: 'number', decimal: options?.decimal ?? null }, from, options);

/**
 * A number without a fraction.
 * @example integer('.comments')
 */
export const integer = <const O extends NumberOptions>(from: DataSources = null, options?: O) =>
  field<Given<O, number>>({ kind: 'integer', decimal: options?.decimal ?? null }, from, options);

/**
 * An amount with its currency: `{ amount: 12.5, currency: 'EUR' }`.
 * @example price('json-ld:offers.price', { currency: 'EUR' })
 */
export const price = <const O extends PriceOptions>(from: DataSources = null, options?: O) =>
  field<Given<O, Price>>(
    { kind: 'price', currency: options?.currency ?? null, decimal: options?.decimal ?? null },
    from,
    options,
  );

/**
 * A date as ISO 8601 text; the day alone where no time is known.
 * @example date('time.start')
 */
export const date = <const O extends FieldOptions>(from: DataSources = null, options?: O) =>
  field<Given<O, string>>({ kind: 'date' }, from, options);

/**
 * Yes or no, true or false, 1 or 0, in several languages.
 * @example boolean('.in-stock', { yes: ['on shelf'] })
 */
export const boolean = <const O extends BooleanOptions>(from: DataSources = null, options?: O) =>
  field<Given<O, boolean>>({ kind: 'boolean', yes: options?.yes ?? [], no: options?.no ?? [] }, from, options);

/**
 * True where a source matches, else false.
 * @example present('.sold-out')
 */
export const present = (from: DataSources) => field<boolean>({ kind: 'present' }, from);

/**
 * An absolute address. Of an element without `@attribute`, its href or src.
 * @example url('a.tickets')
 */
export const url = <const O extends FieldOptions>(from: DataSources = null, options?: O) =>
  field<Given<O, string>>({ kind: 'url' }, from, options);

/**
 * One of the words of a list; or of an object from the page's words to values. Case does not matter.
 * @example choice('.level', ['easy', 'hard'])
 */
export const choice = <const Option extends string, const O extends FieldOptions>(
  from: DataSources,
  options: readonly Option[] | Readonly<Record<string, Option>>,
  more?: O,
) => field<Given<O, Option>>({ kind: 'choice', options: byWord(options) }, from, more);

/**
 * Any JSON value that a function returns.
 * @example custom((page) => page.texts('.seat').length)
 */
export const custom = <T, const O extends FieldOptions = FieldOptions>(
  read: (document: PageDocument) => T | null | undefined,
  options?: O,
  // whether it is JSON is checked when it is read
) => field<Given<O, T>>({ kind: 'custom' }, read as DataFunction, options);

/**
 * All values of a source, as texts or as another kind of field: `list(number('.score'))`.
 * @example list(number('.score'))
 */
export function list<T = string>(
  of: DataSources | DataFieldDefinition<T> = null,
  options?: Pick<FieldOptions, 'required'>,
): DataFieldDefinition<readonly NonNullable<T>[]> {
  const item = isField(of) ? of : field<T>({ kind: 'text' }, of);
  // the type is checked when the scraper is loaded: a list of lists is named there with its place
  const type = { kind: 'list', of: item.type } as DataType;
  return { type, from: item.from, match: item.match, required: options?.required };
}

const isField = <T>(value: DataSources | DataFieldDefinition<T>): value is DataFieldDefinition<T> =>
  typeof value === 'object' && value !== null && 'type' in value;

const byWord = (options: readonly string[] | Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Array.isArray(options) ? options.map((word) => [word, word]) : Object.entries(options));
