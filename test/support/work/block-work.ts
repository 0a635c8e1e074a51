import type { Block } from '../../../src/stages/extract/page/blocks.ts';

/** Blocks that count how often a property of one of them is read: work, not time. */
export function countedBlocks(blocks: readonly Block[]): { readonly blocks: Block[]; readonly reads: () => number } {
  let reads = 0;
  const counting: ProxyHandler<Block> = {
    get(block, name) {
      reads += 1;
      return Reflect.get(block, name);
    },
  };
  return { blocks: blocks.map((block) => new Proxy(block, counting)), reads: () => reads };
}
