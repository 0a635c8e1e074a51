import type { PageHints } from './classifier/measures.ts';
import type { PageFields } from './fields.ts';
import type { Structured } from './head/structured.ts';

/** The page's title, description and structured bodies: features of the block model. */
export const pageHintsOf = (
  { meta, bodies, article }: Structured,
  title: PageFields['title'],
  titleBlock: PageFields['titleBlock'],
): PageHints => ({
  title: title?.value ?? '',
  titleBlock,
  headTitles: [...meta.all('og:title'), meta.title].filter((text) => text !== ''),
  bodies,
  description: meta.first('og:description', 'description') ?? '',
  authors: [...(article?.authors ?? []), ...meta.all('author')],
});
