/** Characters of an expression, at most. */
const maxLength = 20_000;

/**
 * What is wrong with an expression for addresses that a person may have edited; null: nothing. It must be anchored at both ends, and no quantifier without a bound may
 * repeat a group that has such a quantifier: those take exponential time on some addresses.
 */
export function expressionFault(expression: string): string | null {
  if (expression.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!expression.startsWith('^') || !/(?<!\\)(?:\\\\)*\$$/.test(expression))
    return 'is not anchored: begin it with ^ and end it with $';
  try {
    new RegExp(expression, 'i');
  } catch (error) {
    return `is no regular expression: ${(error as Error).message}`;
  }
  if (/\\[1-9]|\\k</.test(expression)) return 'has a back reference';
  return hasNestedQuantifier(expression)
    ? 'repeats a group that repeats something itself: write it without nested quantifiers'
    : null;
}

/** Whether a group with an unbounded quantifier inside is repeated without bound. @param expression that compiles */
export function hasNestedQuantifier(expression: string): boolean {
  const groups: boolean[] = [];
  let isClosed: boolean | null = null;
  for (let at = 0; at < expression.length; at++) {
    const char = expression[at] ?? '';
    const isRepeated = /^(?:[*+]|\{\d+,(?:\d{2,})?\})/.test(expression.slice(at, at + 12));
    if (isRepeated) {
      if (isClosed === true) return true;
      if (groups.length > 0) groups[groups.length - 1] = true;
    }
    isClosed = null;
    if (char === '\\') at++;
    else if (char === '[') at = endOfClass(expression, at);
    else if (char === '(') groups.push(false);
    else if (char === ')') {
      isClosed = groups.pop() ?? false;
      if (isClosed && groups.length > 0) groups[groups.length - 1] = true;
    }
  }
  return false;
}

function endOfClass(expression: string, from: number): number {
  for (let at = from + 1; at < expression.length; at++) {
    if (expression[at] === '\\') at++;
    else if (expression[at] === ']') return at;
  }
  return expression.length;
}
