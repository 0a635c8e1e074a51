/** A mistake in an expression, with its place for a person. */
export class XPathMistake extends Error {}

export interface XPathToken {
  readonly kind: 'name' | 'number' | 'literal' | 'sign' | 'operator' | 'end';
  readonly text: string;
  /** Offset in the expression. */
  readonly at: number;
}

const pattern =
  /\s*(?:(?<literal>"[^"]*"|'[^']*')|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<name>[\p{L}_][\p{L}\p{N}\p{M}_.·-]*)|(?<sign>::|\/\/|\.\.|!=|<=|>=|[()[\]@,/|+=<>*.-]))/uy;

/** Signs that join two expressions, wherever they stand. */
const joining = new Set(['/', '//', '|', '+', '-', '=', '!=', '<', '<=', '>', '>=']);
const wordOperators = new Set(['and', 'or', 'div', 'mod']);
/** After these signs begins an operand. */
const opening = new Set(['@', '::', '(', '[', ',', ...joining]);

/** The tokens of an XPath 1.0 expression, with an end. @throws XPathMistake */
export function xpathTokens(expression: string): XPathToken[] {
  const tokens: XPathToken[] = [];
  pattern.lastIndex = 0;
  const end = expression.trimEnd().length;
  for (let at = 0; at < end; at = pattern.lastIndex) {
    const groups = pattern.exec(expression)?.groups;
    if (groups === undefined) throw unreadable(expression, at);
    tokens.push(tokenOf(groups, at + (/^\s*/.exec(expression.slice(at))?.[0].length ?? 0), tokens.at(-1)));
  }
  return [...tokens, { kind: 'end', text: '', at: end }];
}

/** Whether `*`, `and`, `or`, `div` and `mod` are operators or names depends on what is before them. */
function tokenOf(
  { literal, number, name, sign = '' }: Readonly<Record<string, string | undefined>>,
  at: number,
  before: XPathToken | undefined,
): XPathToken {
  if (literal !== undefined) return { kind: 'literal', text: literal.slice(1, -1), at };
  if (number !== undefined) return { kind: 'number', text: number, at };
  const isAfterOperand = before !== undefined && before.kind !== 'operator' && !opening.has(signOf(before));
  if (name !== undefined)
    return { kind: isAfterOperand && wordOperators.has(name) ? 'operator' : 'name', text: name, at };
  const isOperator = sign === '*' ? isAfterOperand : joining.has(sign) && sign !== '/' && sign !== '//';
  return { kind: isOperator ? 'operator' : 'sign', text: sign, at };
}

const signOf = ({ kind, text }: XPathToken): string => (kind === 'sign' ? text : '');

function unreadable(expression: string, at: number): XPathMistake {
  const rest = expression.slice(at).trim();
  if (/^["']/.test(rest)) return new XPathMistake(`the quotation mark is not closed: ${rest.slice(0, 40)}`);
  if (rest.startsWith('$')) return new XPathMistake('variables have no value here: write the value itself');
  if (rest.startsWith(':')) return new XPathMistake('write names without a prefix');
  return mistakeAt(expression, at);
}

export const mistakeAt = (expression: string, at: number): XPathMistake => {
  const rest = expression.slice(at).trim();
  return new XPathMistake(
    rest === ''
      ? 'something is missing at its end: close each bracket, and write a name after each /'
      : `it can't be read from here on: ${rest.slice(0, 40)}`,
  );
};
