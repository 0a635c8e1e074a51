import { z } from 'zod';
import {
  type DataDeclaration,
  type DataField,
  type DataRule,
  type DataType,
  defaultKind,
  pageKind,
  type RecordDeclaration,
} from '../../model/data/data-field.ts';
import { selector } from '../selector-schema.ts';
import { closedObject } from '../setting.ts';
import type { DataFieldDefinition } from './data-fields.ts';
import { ruleOfSource } from './rule-text.ts';

/** Repeated items of a page. */
export interface RecordsDefinition {
  /**
   * CSS selector that matches each item.
   * @default learned from corrected pages
   * @example region: '.event'
   */
  region?: string;
  /**
   * Sources are relative to the item; `@href` is an attribute of the item itself.
   * @example fields: { title: text('h3'), day: date('time'), tickets: url('a.tickets') }
   */
  fields: Readonly<Record<string, DataFieldDefinition>>;
  /**
   * Names of the fields that identify an item.
   * @default its texts, addresses and dates
   * @example key: ['title']
   */
  key?: string | readonly string[];
  /**
   * Addresses of the pages that list the items.
   * @default any page may
   * @example pages: [/\/events\//]
   */
  pages?: readonly RegExp[];
  /**
   * Whether a page of `pages` without an item counts as a failure.
   * @default false
   * @example required: true, pages: [/\/events\//]
   */
  required?: boolean;
}

const decimal = z.enum(['.', ',']).nullable();
const words = z.array(z.string().min(1));
const itemTypes = [
  closedObject({ kind: z.literal('text') }),
  closedObject({ kind: z.enum(['number', 'integer']), decimal }),
  closedObject({
    kind: z.literal('price'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'an ISO 4217 code is wanted: EUR')
      .nullable(),
    decimal,
  }),
  closedObject({ kind: z.literal('date') }),
  closedObject({ kind: z.literal('boolean'), yes: words, no: words }),
  closedObject({ kind: z.literal('url') }),
  closedObject({
    kind: z.literal('choice'),
    options: z
      .record(z.string().min(1), z.string())
      .refine((options) => Object.keys(options).length > 0, 'name at least one word to choose from'),
  }),
  closedObject({ kind: z.literal('custom') }),
] as const;
/** The type of a field, as scrapers and learned wrappers have it. */
export const dataType = z.discriminatedUnion('kind', [
  ...itemTypes,
  closedObject({ kind: z.literal('present') }),
  closedObject({
    kind: z.literal('list'),
    of: z.discriminatedUnion('kind', itemTypes, { error: 'a list has values: text, number, price, date …, no lists' }),
  }),
]);

const fieldDefinition = closedObject({
  type: dataType,
  from: z.unknown(),
  required: z.boolean().default(false),
  match: z.instanceof(RegExp).nullable().default(null),
});

/** `name`, for columns and paths. */
export const fieldName = /^[a-z_]\w{0,59}$/i;
const wantedName = 'a name has letters, digits and _, and begins with a letter';
const notField = "write it with a builder from 'newshawk', as in number('.stars')";
const maxFields = 200;

/** The fields of a scraper's `data`, or of one kind of records. */
const declaredFields = z.record(z.string(), z.unknown()).transform((definitions, context): DataDeclaration => {
  const fields: DataField[] = [];
  const rules: Record<string, readonly DataRule[]> = {};
  const complain = (place: (string | number)[], message: string) =>
    context.issues.push({ code: 'custom', input: definitions, path: place, message });
  if (Object.keys(definitions).length > maxFields) complain([], `at most ${maxFields} fields`);
  for (const [name, definition] of Object.entries(definitions)) {
    if (!fieldName.test(name)) complain([name], wantedName);
    if (typeof definition !== 'object' || definition === null || !('type' in definition)) {
      complain([name], notField);
      continue;
    }
    const { success, data, error } = fieldDefinition.safeParse(definition);
    if (!success) {
      for (const issue of error.issues) complain([name, ...(issue.path as string[])], issue.message);
      continue;
    }
    fields.push({ name, type: data.type as DataType, required: data.required });
    rules[name] = rulesOf(data, (message) => complain([name], message));
  }
  return { fields, rules };
});

function rulesOf(
  { from, match, type }: z.output<typeof fieldDefinition>,
  complain: (message: string) => void,
): readonly DataRule[] {
  if (from === null && type.kind !== 'custom' && type.kind !== 'present') return [];
  const sources: readonly unknown[] = Array.isArray(from) ? from : [from];
  if (sources.length === 0) complain('it has no source: write a selector, a path or a function');
  return sources.flatMap((source) => {
    const parsed = ruleOfSource(source, match);
    if ('mistake' in parsed) complain(parsed.mistake);
    else if (type.kind === 'custom' && parsed.rule.by !== 'function') complain('a custom field needs a function');
    else return [parsed.rule];
    return [];
  });
}

export const dataDeclaration = declaredFields.prefault({});

const recordsDefinition = closedObject({
  region: selector.nullable().default(null),
  fields: declaredFields.refine(({ fields }) => fields.length > 0, 'a record has at least one field'),
  key: z
    .union([z.string().transform((name) => [name]), z.array(z.string()).min(1, 'name at least one field')])
    .default([]),
  pages: z.array(z.instanceof(RegExp)).default([]),
  required: z.boolean().default(false),
}).superRefine(({ fields: { fields }, key, pages, required }, context) => {
  const complain = (place: string, message: string) => context.addIssue({ code: 'custom', path: [place], message });
  const names = fields.map(({ name }) => name);
  for (const name of key)
    if (names.length > 0 && !names.includes(name))
      complain('key', `there is no field "${name}" (fields: ${names.join(', ')})`);
  if (required && pages.length === 0) complain('required', 'say which pages must list them: pages: [/\\/events/]');
});

/** `records` of a scraper: one definition, or several by their kind. */
export const recordDeclarations = z
  .record(z.string(), z.unknown())
  .transform((value, context): readonly RecordDeclaration[] => {
    const isSingle = 'region' in value || 'fields' in value;
    const byKind = isSingle ? { [defaultKind]: value } : value;
    const complain = (place: PropertyKey[], message: string) =>
      context.issues.push({ code: 'custom', input: value, path: place, message });
    return Object.entries(byKind).flatMap(([kind, definition]) => {
      const place = isSingle ? [] : [kind];
      if (!/^[a-z][a-z0-9_-]{0,39}$/.test(kind) || kind === pageKind) {
        const why =
          kind === pageKind ? 'it is the kind of the data of whole pages' : 'use small letters, digits, - and _';
        complain(place, `"${kind}" can't be the name of records: ${why}`);
      }
      const { success, data, error } = recordsDefinition.safeParse(definition);
      if (!success) {
        for (const issue of error.issues) complain([...place, ...issue.path], issue.message);
        return [];
      }
      const { fields: declaration, ...rest } = data;
      return [{ kind, ...rest, ...declaration }];
    });
  })
  .prefault({});
