/** What an expression gives; known before it is evaluated, because there are no variables. */
export type XPathType = 'nodes' | 'number' | 'text' | 'truth';

export type Axis =
  | 'child'
  | 'descendant'
  | 'parent'
  | 'ancestor'
  | 'following-sibling'
  | 'preceding-sibling'
  | 'following'
  | 'preceding'
  | 'attribute'
  | 'self'
  | 'descendant-or-self'
  | 'ancestor-or-self';

/** All axes but `namespace`, which a page does not have. */
export const axes: ReadonlySet<string> = new Set<Axis>([
  ...(['child', 'descendant', 'parent', 'ancestor', 'attribute', 'self', 'descendant-or-self'] as const),
  ...(['following-sibling', 'preceding-sibling', 'following', 'preceding', 'ancestor-or-self'] as const),
]);

/** Their nodes come nearest first, which is not the order of the document. */
export const reverseAxes: ReadonlySet<Axis> = new Set([
  'ancestor',
  'ancestor-or-self',
  'preceding',
  'preceding-sibling',
]);

/** Null: an element (or attribute) of any name. */
export type NodeTest = { readonly kind: 'named'; readonly name: string | null } | { readonly kind: 'node' | 'text' };

export interface Step {
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly conditions: readonly XPathExpression[];
}

export type XPathExpression =
  | { readonly kind: 'value'; readonly gives: 'text' | 'number'; readonly value: string | number }
  | {
      readonly kind: 'operation';
      readonly gives: XPathType;
      readonly operator: string;
      readonly left: XPathExpression;
      readonly right: XPathExpression;
    }
  | { readonly kind: 'negative'; readonly gives: 'number'; readonly of: XPathExpression }
  | { readonly kind: 'call'; readonly gives: XPathType; readonly name: string; readonly of: readonly XPathExpression[] }
  | {
      readonly kind: 'path';
      readonly gives: 'nodes';
      readonly from: 'root' | 'context' | XPathExpression;
      readonly steps: readonly Step[];
    }
  | {
      readonly kind: 'filter';
      readonly gives: 'nodes';
      readonly of: XPathExpression;
      readonly conditions: readonly XPathExpression[];
    };

/** Whether a condition counts the nodes around the one that it is asked of. */
export function isPositional(condition: XPathExpression): boolean {
  return condition.gives === 'number' || callsPosition(condition);
}

/** Conditions inside a path have positions of their own. */
function callsPosition(expression: XPathExpression): boolean {
  switch (expression.kind) {
    case 'value':
      return false;
    case 'operation':
      return callsPosition(expression.left) || callsPosition(expression.right);
    case 'negative':
      return callsPosition(expression.of);
    case 'call':
      return expression.name === 'position' || expression.name === 'last' || expression.of.some(callsPosition);
    case 'path':
      return typeof expression.from !== 'string' && callsPosition(expression.from);
    case 'filter':
      return callsPosition(expression.of);
  }
}
