import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

/** A field or a function of the public kit, as its doc comment describes it. */
export interface ReferenceEntry {
  /** The interface that has the field; null: a function. */
  readonly of: string | null;
  readonly name: string;
  /** As it is written; of a function: its parameters. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
  readonly defaultText: string | null;
  /** Null: the comment has none, which the test refuses. */
  readonly example: string | null;
}

/** The part of the syntax tree that is read. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declaration?: Node | null;
  readonly declarations?: readonly { readonly id: { readonly name: string }; readonly init: Node }[];
  readonly id?: { readonly name: string } | null;
  readonly key?: { readonly name: string };
  readonly optional?: boolean;
  readonly typeAnnotation?: { readonly typeAnnotation: Node } | null;
  readonly params?: readonly Node[];
  readonly body?: { readonly body: readonly Node[] };
}

/** The fields of these interfaces and these functions, in the order of the file. */
export function readEntries(file: URL, names: readonly string[]): ReferenceEntry[] {
  const source = readFileSync(file, 'utf8');
  // vite's parser: TypeScript 7 has no compiler API for JavaScript yet
  const { body } = parseAst(source, { lang: 'ts' } as never) as unknown as { readonly body: readonly Node[] };
  return body.flatMap((statement) => entriesOf(statement, source, names));
}

function entriesOf(statement: Node, source: string, names: readonly string[]): ReferenceEntry[] {
  const { declaration } = statement;
  if (declaration === undefined || declaration === null) return [];
  if (declaration.type === 'TSInterfaceDeclaration' && names.includes(declaration.id?.name ?? ''))
    return (declaration.body?.body ?? []).map((member) => fieldOf(member, source, declaration.id?.name ?? ''));
  const name = declaration.id?.name ?? declaration.declarations?.[0]?.id.name ?? '';
  if (!names.includes(name)) return [];
  const { params = [] } =
    declaration.type === 'FunctionDeclaration' ? declaration : (declaration.declarations?.[0]?.init ?? declaration);
  const type = `(${params.map(({ start, end }) => folded(source.slice(start, end))).join(', ')})`;
  return [{ of: null, name, type, isRequired: true, ...commentAt(source, statement.start) }];
}

function fieldOf(member: Node, source: string, of: string): ReferenceEntry {
  const annotation = member.typeAnnotation?.typeAnnotation;
  return {
    of,
    name: member.key?.name ?? '',
    type: annotation === undefined ? '' : folded(source.slice(annotation.start, annotation.end)),
    isRequired: member.optional !== true,
    ...commentAt(source, member.start),
  };
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The doc comment that ends right before a place. */
function commentAt(source: string, place: number): Pick<ReferenceEntry, 'about' | 'defaultText' | 'example'> {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, place)) ?? [];
  const [about = '', ...tags] = comment
    .replace(/^\s*\* ?/gm, '')
    .trim()
    .split(/(?:^|\n)@/);
  const tag = (name: string): string | null => {
    const found = tags.find((text) => text.startsWith(`${name} `));
    return found === undefined ? null : folded(found.slice(name.length + 1));
  };
  return { about: folded(about), defaultText: tag('default'), example: tag('example') };
}
