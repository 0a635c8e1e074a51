import { type Block, escapeHtml, html, markdown, textOf } from './blocks.ts';
import type { Post } from './posts.ts';

/** Blocks as their owners write them: with a quote, a list or a picture here and there. */
export type RichBlock =
  | Block
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'picture'; readonly source: string; readonly alt: string };

const sentenceEnd = /(?<=[.!?。！？؟][»”"」』]?)\s+(?=\S)|(?<=[。！？][」』]?)(?![」』])(?=\S)/u;

/** The post's blocks, some of them in another form: its words stay. */
export function richBlocks({ id, slug, title, blocks, short }: Post): RichBlock[] {
  if (short) return [...blocks];
  const last = blocks.length - 1;
  return blocks.flatMap((block, at): RichBlock[] => {
    if (block.kind !== 'paragraph') return [block];
    if (id % 5 === 1 && at === last) return [{ kind: 'quote', text: block.text }];
    if (id % 6 === 3 && at === 1) return [{ kind: 'list', items: block.text.split(sentenceEnd) }];
    if (id % 4 === 0 && at === 0) return [block, { kind: 'picture', source: `${slug}.jpg`, alt: title }];
    return [block];
  });
}

/** The text of the blocks as their readers see it: pictures have none. */
export const richText = (blocks: readonly RichBlock[]): string =>
  blocks
    .filter((block) => block.kind !== 'picture')
    .map((block) => {
      if (block.kind === 'list') return block.items.join('\n');
      return block.kind === 'quote' ? block.text : textOf(block);
    })
    .join('\n\n');

/** The blocks in HTML. Pictures are in the folder that is given, with a slash at its end. */
export const richHtml = (blocks: readonly RichBlock[], pictures = '/images/'): string =>
  blocks
    .map((block) => {
      if (block.kind === 'quote') return `<blockquote><p>${escapeHtml(block.text)}</p></blockquote>`;
      if (block.kind === 'list')
        return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
      if (block.kind === 'picture')
        return `<figure><img src="${pictures}${block.source}" alt="${escapeHtml(block.alt)}" width="1200" height="800"></figure>`;
      return html([block]);
    })
    .join('\n');

/** The blocks in Markdown. */
export const richMarkdown = (blocks: readonly RichBlock[], pictures = '/images/'): string =>
  blocks
    .map((block) => {
      if (block.kind === 'quote') return `> ${block.text}`;
      if (block.kind === 'list') return block.items.map((item) => `- ${item}`).join('\n');
      if (block.kind === 'picture') return `![${block.alt}](${pictures}${block.source})`;
      return markdown([block]);
    })
    .join('\n\n');
