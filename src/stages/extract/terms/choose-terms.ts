import type { Provenance } from '../../../model/article/draft.ts';
import type { Structured } from '../head/structured.ts';
import type { Terms } from './terms.ts';

interface Finding<T> {
  readonly value: T;
  readonly provenance: Provenance;
}

/** Confidence of terms by where the page names them. */
const confidence = { data: 0.9, tags: 0.8, visible: 0.8, keywords: 0.5 } as const;

/** Meta elements with the article's tags; `keywords` is often that of the whole site. */
const tagNames = ['article:tag', 'og:article:tag', 'tags', 'parsely-tags', 'sailthru.tags'];
const keywordNames = ['news_keywords', 'keywords'] as const;
/** Some themes put all tags into one element. */
const betweenTags = /\s*[,;，、]\s*/u;

/**
 * The article's tags: those of its metadata, unless the page shows these and more; else the visible ones; else the keywords of the page.
 */
export function chooseTags({ meta, article }: Structured, { tags: visible }: Terms): Finding<readonly string[]> | null {
  const keywords = article?.keywords ?? [];
  const declared = uniqueTags([...tagNames.flatMap(meta.all).flatMap(split), ...keywords]);
  const shown = new Set(visible.map(keyOf));
  const isShown = visible.length > 0 && declared.every((tag) => shown.has(keyOf(tag)));
  if (declared.length > 0 && !isShown)
    return {
      value: declared,
      provenance: { by: keywords.length > 0 ? 'json-ld' : 'meta', confidence: confidence.tags },
    };
  if (visible.length > 0) return { value: visible, provenance: { by: 'generic', confidence: confidence.visible } };
  const others = uniqueTags(
    keywordNames.map((name) => split(meta.first(name) ?? '')).find((tags) => tags.length > 0) ?? [],
  );
  return others.length === 0 ? null : { value: others, provenance: { by: 'meta', confidence: confidence.keywords } };
}

const split = (text: string): string[] => text.split(betweenTags).filter((tag) => tag !== '');
const keyOf = (tag: string): string => tag.trim().toLowerCase();

/** Tags of an article and characters of a tag: longer lists and texts are no tags. Chosen by hand, not measured. */
const maxTags = 50;
const maxTagLength = 80;

/** Each tag once, without those that are no names. */
export function uniqueTags(tags: readonly string[]): string[] {
  const named = tags.map((tag) => tag.trim()).filter((tag) => tag !== '' && tag.length < maxTagLength);
  return [...new Map(named.map((tag) => [keyOf(tag), tag])).values()].slice(0, maxTags);
}

/** The article's section: by its metadata, by microdata, or by the link nearest to the headline that names one. */
export function chooseSection({ meta, article }: Structured, { section }: Terms): Finding<string> | null {
  if (article?.section) return { value: article.section, provenance: { by: 'json-ld', confidence: confidence.data } };
  const named = meta.first('article:section', 'section') ?? meta.itemprop('articleSection')[0]?.value;
  if (named) return { value: named, provenance: { by: 'meta', confidence: confidence.data } };
  return section === null ? null : { value: section, provenance: { by: 'generic', confidence: confidence.visible } };
}
