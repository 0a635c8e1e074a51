import { z } from 'zod';

export interface ApiDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
export type PathItem = Readonly<Record<string, Operation>>;
export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema?: object }>>;
export type Schema = Readonly<Record<string, unknown>>;
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Answered {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What an answer has that the document does not name: status, media type, shape of its JSON. */
export function undocumented(document: ApiDocument, path: string, method: string, answer: Answered): readonly string[] {
  const item = document.paths[path] ?? {};
  const operation = item[method.toLowerCase()];
  const { statusCode } = answer;
  if (operation === undefined) return statusCode === 401 || statusCode === 403 ? [] : methodRefused(item, answer);
  const named = operation.responses[String(statusCode)];
  if (named === undefined) return [`status ${statusCode}: ${answer.body.slice(0, 200)}`];
  if (method === 'HEAD') return answer.body === '' ? [] : ['HEAD has a body'];
  const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (named.content === undefined) return answer.body === '' ? [] : [`${statusCode} has a body of type ${type}`];
  const { [type]: media } = named.content;
  if (media === undefined) return [`${statusCode} of type "${type}"`];
  if (type !== 'application/json') return [];
  const checked = strictSchema(media.schema ?? {}, document).safeParse(JSON.parse(answer.body));
  return checked.success ? [] : [`${statusCode} of another shape: ${z.prettifyError(checked.error)}`];
}

const strictSchemas = new WeakMap<object, z.ZodType>();

/** As the document has it, and without further fields. */
function strictSchema(schema: object, document: ApiDocument): z.ZodType {
  const made = strictSchemas.get(schema) ?? z.fromJSONSchema(strict(inlined(schema, document)) as never);
  strictSchemas.set(schema, made);
  return made;
}

/** An object that names its fields has no others, unless the schema says what they are. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const made = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'properties'
        ? Object.fromEntries(Object.entries(value).map(([of, field]) => [of, strict(field)]))
        : strict(value),
    ]),
  );
  return 'properties' in made ? { additionalProperties: false, ...made } : made;
}

function methodRefused(item: PathItem, { statusCode, headers }: Answered): string[] {
  if (statusCode !== 405) return [`status ${statusCode} where the path has no such method`];
  const allowed = String(headers.allow ?? '');
  const named = Object.keys(item).map((method) => method.toUpperCase());
  return allowed === named.sort().join(', ') ? [] : [`Allow: ${allowed} where the document has ${named}`];
}

function inlined(schema: unknown, document: ApiDocument): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, document));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema)
    return inlined(document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''], document);
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, inlined(value, document)]));
}
