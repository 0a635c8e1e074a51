import { html } from 'parse5';
import { Element, ParentNode } from './tree.ts';

/** The root of a parsed page. */
export class Document extends ParentNode {
  readonly nodeType = 9;

  get documentElement(): Element {
    return partOf(this, 'html');
  }

  get head(): Element {
    return partOf(this.documentElement, 'head');
  }

  get body(): Element {
    return partOf(this.documentElement, 'body');
  }

  get title(): string {
    return (this.querySelector('title')?.textContent ?? '').replace(/[\t\n\f\r ]+/g, ' ').trim();
  }

  createElement(name: string): Element {
    return new Element(name, html.NS.HTML, []);
  }
}

function partOf(parent: ParentNode, name: string): Element {
  const part = parent.children.find(({ localName }) => localName === name);
  if (part === undefined)
    throw new Error(`the document has no <${name}>: the parser always makes one, so a rule removed it`);
  return part;
}
