import { isElement } from '../tree.ts';
import { reverseAxes, type Step, type XPathExpression } from './expression.ts';
import { numberFunctions, numberOf, substring, textFunctions, textOfNumber } from './functions.ts';
import { AttributeNode, type PageNode, type PageNodes } from './page-nodes.ts';

type XPathValue = readonly PageNode[] | number | string | boolean;

/** Where a condition is asked: a node, and its place among those that the step gave. */
interface Context {
  readonly node: PageNode;
  readonly position: number;
  readonly size: number;
}

/** The nodes that an expression selects on a page, in document order. @throws TooManySteps */
export function selectNodes(expression: XPathExpression, page: PageNodes): readonly PageNode[] {
  const value = new Evaluation(page).valueOf(expression, { node: page.root, position: 1, size: 1 });
  return Array.isArray(value) ? value : [];
}

const isNodes = (value: XPathValue): value is readonly PageNode[] => typeof value === 'object';

class Evaluation {
  readonly #page: PageNodes;
  /** Paths from the root give the same everywhere. */
  readonly #fromRoot = new Map<XPathExpression, readonly PageNode[]>();

  constructor(page: PageNodes) {
    this.#page = page;
  }

  valueOf(expression: XPathExpression, context: Context): XPathValue {
    this.#page.step();
    switch (expression.kind) {
      case 'value':
        return expression.value;
      case 'negative':
        return -this.#number(this.valueOf(expression.of, context));
      case 'operation':
        return this.#operation(expression, context);
      case 'call':
        return this.#call(expression, context);
      case 'path':
        return this.#path(expression, context);
      case 'filter':
        return this.#filtered(this.#nodes(expression.of, context), expression.conditions);
    }
  }

  #nodes(expression: XPathExpression, context: Context): readonly PageNode[] {
    const value = this.valueOf(expression, context);
    return isNodes(value) ? value : [];
  }

  #path(path: Extract<XPathExpression, { kind: 'path' }>, context: Context): readonly PageNode[] {
    const cached = this.#fromRoot.get(path);
    if (cached !== undefined) return cached;
    const { from, steps } = path;
    let nodes: readonly PageNode[] =
      from === 'root' ? [this.#page.root] : from === 'context' ? [context.node] : this.#nodes(from, context);
    for (const step of steps) nodes = this.#take(step, nodes);
    if (from === 'root') this.#fromRoot.set(path, nodes);
    return nodes;
  }

  #take({ axis, test, conditions }: Step, nodes: readonly PageNode[]): readonly PageNode[] {
    const taken: PageNode[] = [];
    for (const node of nodes)
      for (const next of this.#filtered(this.#page.along(axis, test, node), conditions)) taken.push(next);
    return nodes.length === 1 && !reverseAxes.has(axis) ? taken : this.#page.sorted(taken);
  }

  #filtered(nodes: readonly PageNode[], conditions: readonly XPathExpression[]): readonly PageNode[] {
    let passed = nodes;
    for (const condition of conditions) {
      const { length: size } = passed;
      passed = passed.filter((node, at) => this.#holds(condition, { node, position: at + 1, size }));
    }
    return passed;
  }

  #holds(condition: XPathExpression, context: Context): boolean {
    const value = this.valueOf(condition, context);
    return typeof value === 'number' ? value === context.position : this.#truth(value);
  }

  #truth(value: XPathValue): boolean {
    if (isNodes(value)) return value.length > 0;
    return typeof value === 'number' ? value !== 0 && !Number.isNaN(value) : value !== '' && value !== false;
  }

  /** Of several nodes the first one counts. */
  #text(value: XPathValue): string {
    if (isNodes(value)) return value[0] === undefined ? '' : this.#page.textOf(value[0]);
    return typeof value === 'number' ? textOfNumber(value) : String(value);
  }

  #number(value: XPathValue): number {
    if (typeof value === 'boolean') return value ? 1 : 0;
    return typeof value === 'number' ? value : numberOf(this.#text(value));
  }

  #operation({ operator, left, right }: Extract<XPathExpression, { kind: 'operation' }>, context: Context): XPathValue {
    const first = this.valueOf(left, context);
    if (operator === 'and') return this.#truth(first) && this.#truth(this.valueOf(right, context));
    if (operator === 'or') return this.#truth(first) || this.#truth(this.valueOf(right, context));
    const second = this.valueOf(right, context);
    if (operator === '|')
      return this.#page.sorted([...(isNodes(first) ? first : []), ...(isNodes(second) ? second : [])]);
    const calculate = calculations.get(operator);
    if (calculate !== undefined) return calculate(this.#number(first), this.#number(second));
    return operator === '=' || operator === '!='
      ? this.#equal(operator, first, second)
      : this.#ordered(operator, first, second);
  }

  /** Nodes compare if any of them does, so both operators can hold. */
  #equal(operator: '=' | '!=', first: XPathValue, second: XPathValue): boolean {
    if (typeof first === 'boolean' || typeof second === 'boolean')
      return (this.#truth(first) === this.#truth(second)) === (operator === '=');
    if (typeof first === 'number' || typeof second === 'number') {
      const [ones, others] = [this.#numbers(first), this.#numbers(second)];
      return ones.some((one) => others.some((other) => (one === other) === (operator === '=')));
    }
    const ones = new Set(this.#texts(first));
    const others = new Set(this.#texts(second));
    if (ones.size === 0 || others.size === 0) return false;
    if (operator === '=') return [...ones].some((one) => others.has(one));
    return ones.size > 1 || others.size > 1 || !others.has([...ones][0] ?? '');
  }

  #ordered(operator: string, first: XPathValue, second: XPathValue): boolean {
    const hasTruth = typeof first === 'boolean' || typeof second === 'boolean';
    const numbersOf = (value: XPathValue) =>
      (hasTruth && isNodes(value) ? [Number(this.#truth(value))] : this.#numbers(value)).filter(
        (number) => !Number.isNaN(number),
      );
    const [ones, others] = [numbersOf(first), numbersOf(second)];
    const [small, large] = operator.startsWith('<') ? [least(ones), greatest(others)] : [least(others), greatest(ones)];
    return ones.length > 0 && others.length > 0 && (operator.endsWith('=') ? small <= large : small < large);
  }

  #numbers(value: XPathValue): readonly number[] {
    return isNodes(value) ? value.map((node) => numberOf(this.#page.textOf(node))) : [this.#number(value)];
  }

  #texts(value: XPathValue): readonly string[] {
    return isNodes(value) ? value.map((node) => this.#page.textOf(node)) : [this.#text(value)];
  }

  #call({ name, of }: Extract<XPathExpression, { kind: 'call' }>, context: Context): XPathValue {
    const values = of.map((argument) => this.valueOf(argument, context));
    const [value = [context.node]] = values;
    const ofText = textFunctions.get(name);
    if (ofText !== undefined) {
      if (name === 'number' && typeof value === 'boolean') return Number(value);
      return ofText(...(values.length === 0 ? [value] : values).map((one) => this.#text(one)));
    }
    const ofNumber = numberFunctions.get(name);
    if (ofNumber !== undefined) return ofNumber(this.#number(value));
    switch (name) {
      case 'last':
        return context.size;
      case 'position':
        return context.position;
      case 'count':
        return isNodes(value) ? value.length : 0;
      case 'sum':
        return this.#numbers(value).reduce((sum, number) => sum + number, 0);
      case 'name':
      case 'local-name':
        return isNodes(value) ? nameOf(value[0]) : '';
      case 'boolean':
        return this.#truth(value);
      case 'not':
        return !this.#truth(value);
      case 'substring':
        return substring(
          this.#text(value),
          this.#number(values[1] ?? 1),
          values[2] === undefined ? undefined : this.#number(values[2]),
        );
      default:
        return name === 'true';
    }
  }
}

const calculations = new Map<string, (a: number, b: number) => number>([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['div', (a, b) => a / b],
  ['mod', (a, b) => a % b],
]);

const least = (numbers: readonly number[]): number =>
  numbers.reduce((low, number) => Math.min(low, number), Number.POSITIVE_INFINITY);
const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((high, number) => Math.max(high, number), Number.NEGATIVE_INFINITY);

function nameOf(node: PageNode | undefined): string {
  if (node === undefined) return '';
  if (node instanceof AttributeNode) return node.name;
  return isElement(node) ? node.localName : '';
}
