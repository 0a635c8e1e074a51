import type { PageHints } from './classifier/measures.ts';
import type { PageFields } from './fields.ts';
import type { Structured } from './head/structured.ts';

/** What a page says of itself, as far as the block model looks at it. */
export const pageHintsOf = (
  { meta, bodies }: Structured,
  { title, titleBlock }: Pick<PageFields, 'title' | 'titleBlock'>,
): PageHints => ({
  title: title?.value ?? '',
  titleBlock,
  bodies,
  description: meta.first('og:description', 'description') ?? '',
});
