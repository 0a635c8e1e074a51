/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const text = { type: 'string' } as const;
export const texts = { type: 'array', items: text } as const;
export const integer = { type: 'integer' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const number = { type: 'number' } as const;
export const boolean = { type: 'boolean' } as const;
export const time = { type: 'string', format: 'date-time' } as const;
export const anything = {} as const;
export const orNull = ({ type, ...schema }: { readonly type: string }) => ({ ...schema, type: [type, 'null'] });

/** These fields are required; an answer may have more. */
export const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
/** A list with its total. */
export const listWithTotal = (items: JsonSchema): JsonSchema => object({ total: count, items: list(items) });
