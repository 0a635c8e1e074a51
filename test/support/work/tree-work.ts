import { ParentNode } from '../../../src/stages/extract/dom/tree.ts';

/**
 * How much of a page's tree `body` reads: nodes that it lists and letters that it takes out, again and again ones too. Work, not time: the same on every
 * machine, however busy.
 */
export function treeReads(body: () => unknown): number {
  let reads = 0;
  const undo = [
    onEachRead('childNodes', (nodes) => {
      reads += nodes.length;
    }),
    onEachRead('textContent', (text) => {
      reads += text.length;
    }),
  ];
  try {
    body();
  } finally {
    for (const restore of undo) restore();
  }
  return reads;
}

function onEachRead<Name extends 'childNodes' | 'textContent'>(
  name: Name,
  note: (value: ParentNode[Name]) => void,
): () => void {
  const property = Object.getOwnPropertyDescriptor(ParentNode.prototype, name);
  const read = property?.get;
  if (property === undefined || read === undefined) throw new Error(`the tree has no ${name} any more`);
  Object.defineProperty(ParentNode.prototype, name, {
    ...property,
    get(this: ParentNode) {
      const value = read.call(this) as ParentNode[Name];
      note(value);
      return value;
    },
  });
  return () => Object.defineProperty(ParentNode.prototype, name, property);
}
