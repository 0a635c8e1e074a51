import type { z } from 'zod';

/** How a value is stored in a column: dates as ms since 1970, `json` as its text, `code` as the position in the values that it may have. */
export type ValueKind = 'text' | 'integer' | 'real' | 'date' | 'boolean' | 'json' | 'code';

interface Kind {
  readonly kind: ValueKind;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  /** Of a record; else empty. */
  readonly fields: Readonly<Record<string, Kind>>;
  /** The only values that it may have. */
  readonly values: readonly string[] | null;
  /** Several values. */
  readonly isList: boolean;
  /** A record that has more fields than these. */
  readonly isOpen: boolean;
}

/** What zod keeps of a schema. */
interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly values?: readonly unknown[];
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: string } } }[];
  readonly format?: string;
  readonly catchall?: z.ZodType;
  readonly entries?: Readonly<Record<string, string>>;
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

/** How the values of a schema are stored. */
export function storedKindOf(schema: z.ZodType): Kind {
  const { type, innerType, shape = {}, values = [], format, checks = [], catchall, entries } = definitionOf(schema);
  if (innerType !== undefined) {
    const inner = storedKindOf(innerType);
    return {
      ...inner,
      isNullable: inner.isNullable || type === 'nullable',
      isOptional: inner.isOptional || type === 'optional',
    };
  }
  const isWhole = format === 'safeint' || checks.some(({ _zod }) => _zod.def.format === 'safeint');
  const kinds: Readonly<Record<string, ValueKind>> = {
    string: 'text',
    enum: 'text',
    number: isWhole ? 'integer' : 'real',
    date: 'date',
    boolean: 'boolean',
    literal: typeof values[0] === 'boolean' ? 'boolean' : 'text',
  };
  const fields = Object.entries(shape).map(([name, field]): [string, Kind] => [name, storedKindOf(field)]);
  return {
    kind: kinds[type] ?? 'json',
    isNullable: false,
    isOptional: false,
    fields: Object.fromEntries(fields),
    values: entries === undefined ? null : Object.values(entries),
    isList: type === 'array',
    isOpen: catchall !== undefined,
  };
}

type Revive = (stored: unknown) => unknown;

/** Makes the dates of a record from their ISO texts; null: it has none. Other values stay as they are. */
export function datesIn(schema: z.ZodType): Revive | null {
  const { type, innerType, element, valueType, options = [], shape = {} } = definitionOf(schema);
  if (type === 'date') return (stored) => new Date(stored as string);
  if (innerType !== undefined) return unlessAbsent(datesIn(innerType));
  if (type === 'array') {
    const item = element === undefined ? null : datesIn(element);
    return item === null ? null : (stored) => (stored as readonly unknown[]).map(item);
  }
  if (type === 'record') {
    const value = valueType === undefined ? null : datesIn(valueType);
    if (value === null) return null;
    return (stored) =>
      Object.fromEntries(Object.entries(stored as object).map(([name, field]) => [name, value(field)]));
  }
  if (type === 'union' && options.some((option) => datesIn(option) !== null))
    throw new Error('a union with dates in it can not be read back');
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const revive = datesIn(field);
    return revive === null ? [] : [[name, revive] as const];
  });
  if (fields.length === 0) return null;
  return (stored) => {
    const revived = { ...(stored as Record<string, unknown>) };
    for (const [name, revive] of fields) if (name in revived) revived[name] = revive(revived[name]);
    return revived;
  };
}

const unlessAbsent = (revive: Revive | null): Revive | null =>
  revive === null ? null : (stored) => (stored === null || stored === undefined ? stored : revive(stored));
