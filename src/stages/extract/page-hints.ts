import type { PageHints } from './classifier/measures.ts';
import type { PageFields } from './fields.ts';
import type { Structured } from './head/structured.ts';

/** The page's title, description and structured bodies: features of the block model. */
export const pageHintsOf = (
  { meta, bodies }: Structured,
  { title, titleBlock }: Pick<PageFields, 'title' | 'titleBlock'>,
): PageHints => ({
  title: title?.value ?? '',
  titleBlock,
  bodies,
  description: meta.first('og:description', 'description') ?? '',
});
