import { type Block, escapeHtml, html, markdown, textOf } from './blocks.ts';
import type { Grammar } from './grammar.ts';
import type { Post } from './posts.ts';

/** A part of a post with what {@link Block} lacks. */
export type Piece =
  | Block
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'picture'; readonly file: string; readonly alt: string };

/** The blocks of a post, in some posts with a picture, a list, or the last paragraph as a quote. */
export function piecesOf({ id, blocks, short }: Post, grammar: Grammar, pictures: string): Piece[] {
  if (short) return [...blocks];
  const pieces: Piece[] = blocks.map((block, at) =>
    id % 5 === 3 && at === blocks.length - 1 && block.kind === 'paragraph'
      ? { kind: 'quote', text: block.text }
      : block,
  );
  const thing = (at: number) => grammar.things[(id * 5 + at * 3) % grammar.things.length] ?? '';
  if (id % 6 === 1) pieces.splice(2, 0, { kind: 'list', items: [thing(0), thing(1), thing(2), thing(3)] });
  if (id % 4 === 1) pieces.splice(1, 0, { kind: 'picture', file: `${pictures}${id}.jpg`, alt: thing(1) });
  return pieces;
}

/** What readers see: words under no picture count. */
export const piecesText = (pieces: readonly Piece[]): string =>
  pieces
    .flatMap((piece) => {
      if (piece.kind === 'picture') return [];
      if (piece.kind === 'list') return [piece.items.join('\n')];
      return [piece.kind === 'quote' ? piece.text : textOf(piece)];
    })
    .join('\n\n');

export const piecesMarkdown = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'list') return piece.items.map((item) => `- ${item}`).join('\n');
      if (piece.kind === 'quote') return `> ${piece.text}`;
      return piece.kind === 'picture' ? `![${piece.alt}](${piece.file})` : markdown([piece]);
    })
    .join('\n\n');

export const piecesHtml = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'list')
        return `<ul>${piece.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
      if (piece.kind === 'quote') return `<blockquote><p>${escapeHtml(piece.text)}</p></blockquote>`;
      if (piece.kind === 'picture') return `<p><img src="${piece.file}" alt="${escapeHtml(piece.alt)}"></p>`;
      return html([piece]);
    })
    .join('\n');
