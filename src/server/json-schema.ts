import { z } from 'zod';
import { count, listOf, record } from '../model/schema.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Counts by name; the names are not a closed list. */
export const countsByName = z.record(z.string(), count).readonly();

export const listWithTotal = <Item extends z.ZodType>(item: Item) => record({ total: count, items: listOf(item) });

/** A schema as the document has it, with the schemas that it names (`.meta({ id })`). */
export interface DescribedSchema {
  readonly schema: JsonSchema;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/**
 * The JSON Schema of an answer: times are texts there. A reader must expect further fields: only the tests check that there are none.
 * @throws Error where a part of it has no schema
 */
export function jsonSchemaOf(schema: z.ZodType): DescribedSchema {
  const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override });
  const text = JSON.stringify({ schema: json, named: $defs }).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text);
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

const override: Override = ({ zodSchema, jsonSchema, path }) => {
  const { type } = zodSchema._zod.def;
  if (type === 'custom') throw new Error(`what is at ${path.join('.')} of an answer has no schema`);
  if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (type === 'object' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // all records are readonly in the code: in the document that would mean that a request may not have them
  delete jsonSchema.readOnly;
  const names = jsonSchema.propertyNames;
  if (typeof names === 'object' && names.enum === undefined) delete jsonSchema.propertyNames;
};
