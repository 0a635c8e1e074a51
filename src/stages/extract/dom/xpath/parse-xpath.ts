import { type Axis, axes, isPositional, type NodeTest, type Step, type XPathExpression } from './expression.ts';
import { functionNames, signatures } from './functions.ts';
import { mistakeAt, XPathMistake, type XPathToken, xpathTokens } from './tokens.ts';

/** By strength of their operators, weakest first. */
const levels: readonly ReadonlySet<string>[] = [
  new Set(['or']),
  new Set(['and']),
  new Set(['=', '!=']),
  new Set(['<', '<=', '>', '>=']),
  new Set(['+', '-']),
  new Set(['*', 'div', 'mod']),
];
/** Expressions inside each other, at most. A person writes fewer; each takes some of the stack. */
const maxDepth = 50;

const anyDescendants: Step = { axis: 'descendant-or-self', test: { kind: 'node' }, conditions: [] };

/** @throws XPathMistake that says what is wrong */
export const parseXPath = (text: string): XPathExpression => new XPathParser(text).whole();

class XPathParser {
  readonly #text: string;
  readonly #tokens: readonly XPathToken[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = xpathTokens(text);
  }

  whole(): XPathExpression {
    const expression = this.#expression();
    if (this.#token().kind !== 'end') throw this.#mistake();
    return expression;
  }

  #token(ahead = 0): XPathToken {
    return this.#tokens[this.#at + ahead] ?? { kind: 'end', text: '', at: this.#text.length };
  }

  #mistake(): XPathMistake {
    return mistakeAt(this.#text, this.#token().at);
  }

  #is(text: string, ahead = 0): boolean {
    const token = this.#token(ahead);
    return token.text === text && (token.kind === 'sign' || token.kind === 'operator');
  }

  #takes(text: string): boolean {
    const isNext = this.#is(text);
    if (isNext) this.#at++;
    return isNext;
  }

  #need(text: string): void {
    if (!this.#takes(text)) throw this.#mistake();
  }

  #expression(): XPathExpression {
    if (++this.#depth > maxDepth) throw new XPathMistake(`more than ${maxDepth} brackets are inside each other`);
    const expression = this.#level(0);
    this.#depth--;
    return expression;
  }

  #level(level: number): XPathExpression {
    const operators = levels[level];
    if (operators === undefined) return this.#negative();
    let left = this.#level(level + 1);
    while (this.#token().kind === 'operator' && operators.has(this.#token().text)) {
      const operator = this.#token().text;
      this.#at++;
      const right = this.#level(level + 1);
      left = { kind: 'operation', gives: level < 4 ? 'truth' : 'number', operator, left, right };
    }
    return left;
  }

  #negative(): XPathExpression {
    let signs = 0;
    while (this.#takes('-')) signs++;
    const of = this.#union();
    if (signs === 0) return of;
    const negative: XPathExpression = { kind: 'negative', gives: 'number', of };
    return signs % 2 === 1 ? negative : { kind: 'negative', gives: 'number', of: negative };
  }

  #union(): XPathExpression {
    let left = this.#path();
    while (this.#takes('|')) {
      const right = this.#path();
      if (left.gives !== 'nodes' || right.gives !== 'nodes') throw new XPathMistake('| joins paths only');
      left = { kind: 'operation', gives: 'nodes', operator: '|', left, right };
    }
    return left;
  }

  #path(): XPathExpression {
    if (this.#startsPrimary()) {
      const primary = this.#primary();
      const conditions = this.#conditions();
      const isPath = this.#is('/') || this.#is('//');
      if (!isPath && conditions.length === 0) return primary;
      if (primary.gives !== 'nodes') throw new XPathMistake('conditions and / follow elements only');
      const of: XPathExpression =
        conditions.length === 0 ? primary : { kind: 'filter', gives: 'nodes', of: primary, conditions };
      return isPath ? { kind: 'path', gives: 'nodes', from: of, steps: this.#steps([]) } : of;
    }
    if (this.#is('//')) return { kind: 'path', gives: 'nodes', from: 'root', steps: this.#steps([]) };
    if (this.#takes('/')) {
      const steps = this.#startsStep() ? this.#steps([this.#step()]) : [];
      return { kind: 'path', gives: 'nodes', from: 'root', steps };
    }
    return { kind: 'path', gives: 'nodes', from: 'context', steps: this.#steps([this.#step()]) };
  }

  /** The steps after those: each begins with / or //. */
  #steps(before: readonly Step[]): Step[] {
    const steps = [...before];
    for (;;) {
      if (this.#takes('//')) steps.push(...this.#anywhere(this.#step()));
      else if (this.#takes('/')) steps.push(this.#step());
      else return steps;
    }
  }

  /** `//a` as one step: the set of all nodes of the page is not made first. Where a condition counts, its counting is per parent. */
  #anywhere(step: Step): Step[] {
    const isOneStep = step.axis === 'child' && !step.conditions.some(isPositional);
    return isOneStep ? [{ ...step, axis: 'descendant' }] : [anyDescendants, step];
  }

  #startsStep(): boolean {
    const { kind } = this.#token();
    return kind === 'name' || ['@', '*', '.', '..'].some((sign) => this.#is(sign));
  }

  #step(): Step {
    if (this.#takes('.')) return { axis: 'self', test: { kind: 'node' }, conditions: [] };
    if (this.#takes('..')) return { axis: 'parent', test: { kind: 'node' }, conditions: [] };
    const axis = this.#axis();
    return { axis, test: this.#test(), conditions: this.#conditions() };
  }

  #axis(): Axis {
    if (this.#takes('@')) return 'attribute';
    if (!this.#is('::', 1)) return 'child';
    const { text } = this.#token();
    if (!axes.has(text)) throw new XPathMistake(`there is no axis "${text}"; the axes are ${[...axes].join(', ')}`);
    this.#at += 2;
    return text as Axis;
  }

  #test(): NodeTest {
    const { kind, text } = this.#token();
    if (this.#takes('*')) return { kind: 'named', name: null };
    if (kind !== 'name') throw this.#mistake();
    this.#at++;
    if (!this.#takes('(')) return { kind: 'named', name: text.toLowerCase() };
    this.#need(')');
    if (text === 'node' || text === 'text') return { kind: text };
    throw new XPathMistake(`a stored page has no ${text}(): there are node() and text()`);
  }

  #conditions(): XPathExpression[] {
    const conditions: XPathExpression[] = [];
    while (this.#takes('[')) {
      conditions.push(this.#expression());
      this.#need(']');
    }
    return conditions;
  }

  #startsPrimary(): boolean {
    const { kind, text } = this.#token();
    if (kind === 'literal' || kind === 'number' || this.#is('(')) return true;
    return kind === 'name' && this.#is('(', 1) && !['node', 'text', 'comment', 'processing-instruction'].includes(text);
  }

  #primary(): XPathExpression {
    const { kind, text } = this.#token();
    this.#at++;
    if (kind === 'literal') return { kind: 'value', gives: 'text', value: text };
    if (kind === 'number') return { kind: 'value', gives: 'number', value: Number(text) };
    if (kind === 'name') return this.#call(text);
    const inner = this.#expression();
    this.#need(')');
    return inner;
  }

  #call(name: string): XPathExpression {
    const signature = signatures.get(name);
    if (signature === undefined)
      throw new XPathMistake(`there is no function "${name}"; the functions are ${functionNames.join(', ')}`);
    this.#need('(');
    const of: XPathExpression[] = [];
    while (!this.#is(')')) {
      if (of.length > 0) this.#need(',');
      of.push(this.#expression());
    }
    this.#need(')');
    const { min, max, gives, ofNodes } = signature;
    if (of.length < min || of.length > max)
      throw new XPathMistake(
        `${name}() takes ${min === max ? min : max === Infinity ? `${min} or more` : `${min} to ${max}`} values, not ${of.length}`,
      );
    if (ofNodes && of.some((value) => value.gives !== 'nodes')) throw new XPathMistake(`${name}() takes a path`);
    return { kind: 'call', gives, name, of };
  }
}
