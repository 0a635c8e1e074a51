import { z } from 'zod';

// Schemas of records: the type of a record is inferred from its schema (`type Alert = z.infer<typeof alertSchema>`). All fields are readonly.

/** A record with these fields. */
export const record = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).readonly();

export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

/** A number of things. */
export const count = z.int().min(0);

/** A text of a kind of its own: a canonical URL, a hash. */
export const textOf = <Text extends string>() => z.string() as unknown as z.ZodType<Text, Text>;

/** A value without dates whose type is written elsewhere: what is in it is not checked. */
export const opaque = <Value>() => z.custom<Value>((value) => value !== undefined);

/** The same of a value with dates: these fields alone are checked and read back. */
export const opaqueWith = <Value extends object>(fields: z.ZodRawShape) =>
  z.looseObject(fields) as unknown as z.ZodType<Value, Value>;

/** A string or number that must not be mixed with plain ones. One function makes each brand. */
export type Brand<Base, Name extends string> = Base & { readonly __brand: Name };
