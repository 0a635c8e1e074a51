// The types of the client, from the OpenAPI document: the shape that openapi-fetch reads (`paths` and `components`, as openapi-typescript writes them).

type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: Schema;
}
type Content = Readonly<Record<string, { readonly schema?: unknown }>>;
interface Operation {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content } | undefined;
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
export interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** HEAD and OPTIONS answer nothing that a program reads. */
const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** The text of the file. */
export function apiTypes({ components, paths }: ApiDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `    ${name}: ${typeOf(schema)};`);
  const items = Object.entries(paths).map(([path, item]) => `  '${path}': ${itemOf(item)};`);
  return `// Written by \`npm run client\` from the OpenAPI document: change the schemas of the routes (src/server/api), not this file.

interface Answer<Type extends string, Body> {
  headers: Record<string, unknown>;
  content: { [type in Type]: Body };
}
type Json<Body> = Answer<'application/json', Body>;
interface NoContent {
  headers: Record<string, unknown>;
  content?: never;
}
type Problem = components['schemas']['Problem'];

export interface components {
  schemas: {
${schemas.join('\n')}
  };
}

export interface paths {
${items.join('\n')}
}
`;
}

function itemOf(item: Readonly<Record<string, unknown>>): string {
  const lines = methods.map((method) => {
    const operation = item[method] as Operation | undefined;
    return operation === undefined
      ? `    ${method}?: never;`
      : `    /** ${comment(operation.summary)} */\n    ${method}: ${operationOf(operation)};`;
  });
  return `{\n${lines.join('\n')}\n  }`;
}

function operationOf({ parameters, requestBody, responses }: Operation): string {
  const places = ['query', 'path'].map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return `${place}?: never`;
    const isOptional = own.every(({ required }) => !required);
    return `${place}${isOptional ? '?' : ''}: ${fieldsOf(own)}`;
  });
  const body =
    requestBody === undefined ? 'requestBody?: never' : `requestBody: { content: ${contentOf(requestBody.content)} }`;
  const answers = Object.entries(responses).map(([status, { content }]) => `        ${status}: ${answerOf(content)};`);
  return `{
      parameters: { ${places.join('; ')}; header?: never; cookie?: never };
      ${body};
      responses: {
${answers.join('\n')}
      };
    }`;
}

const fieldsOf = (parameters: readonly Parameter[]): string =>
  `{\n${parameters
    .map(
      ({ name, required, description, schema }) =>
        `        ${description === undefined ? '' : `/** ${comment(description)} */\n        `}${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)};`,
    )
    .join('\n')}\n      }`;

const contentOf = (content: Content): string =>
  `{ ${Object.entries(content)
    .map(([type, { schema }]) => `'${type}': ${typeOf(schema ?? {})}`)
    .join('; ')} }`;

function answerOf(content: Content | undefined): string {
  if (content === undefined) return 'NoContent';
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const body = typeOf(schema ?? {}, type);
      if (body === problemType) return 'Json<Problem>';
      return type === 'application/json' ? `Json<${body}>` : `Answer<'${type}', ${body}>`;
    })
    .join(' | ');
}

const problemType = "components['schemas']['Problem']";

/** @param mediaType what is not JSON is read as text, unless the caller asks for bytes */
function typeOf(schema: unknown, mediaType = 'application/json'): string {
  const {
    $ref,
    anyOf,
    enum: values,
    type,
    ...rest
  } = schema as {
    readonly $ref?: string;
    readonly anyOf?: readonly Schema[];
    readonly enum?: readonly unknown[];
    readonly type?: string | readonly string[];
    readonly const?: unknown;
  };
  if ($ref !== undefined) return `components['schemas']['${$ref.split('/').at(-1)}']`;
  if (rest.const !== undefined) return literal(rest.const);
  if (values !== undefined) return values.map(literal).join(' | ');
  // alternatives without a type only narrow the type beside them: formats
  if (anyOf !== undefined && type === undefined) return anyOf.map((one) => typeOf(one)).join(' | ');
  if (type === undefined) return mediaType === 'application/json' ? 'unknown' : 'string';
  return [type]
    .flat()
    .map((one) => simpleTypeOf(one, schema as Schema))
    .join(' | ');
}

function simpleTypeOf(type: string, schema: Schema): string {
  if (type === 'integer') return 'number';
  if (type === 'array' && Array.isArray(schema.prefixItems))
    return `[${schema.prefixItems.map((one) => typeOf(one)).join(', ')}]`;
  if (type === 'array') return arrayOf(typeOf(schema.items ?? {}));
  if (type === 'object') return objectOf(schema);
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type;
  throw new Error(`the client knows no type ${type}`);
}

const arrayOf = (item: string): string => (/^[\w.'[\]]+$/.test(item) ? `${item}[]` : `(${item})[]`);

function objectOf({ properties, required, additionalProperties, propertyNames }: Schema): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    const names = propertyNames === undefined ? 'string' : typeOf(propertyNames);
    // names that are a closed list need not all be there, unless they are required
    return names === 'string' || required !== undefined
      ? `Record<${names}, ${value}>`
      : `Partial<Record<${names}, ${value}>>`;
  }
  const fields = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, field]) => {
    const { description } = field as { readonly description?: string };
    const isRequired = ((required ?? []) as readonly string[]).includes(name);
    return `${description === undefined ? '' : `/** ${comment(description)} */ `}${keyOf(name)}${isRequired ? '' : '?'}: ${typeOf(field)}`;
  });
  return `{ ${fields.join('; ')} }`;
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`);
const comment = (text: string): string => text.replaceAll('*/', '* /').replace(/\s+/g, ' ');
