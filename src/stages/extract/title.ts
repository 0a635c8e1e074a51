import type { Provenance } from '../../model/draft.ts';
import { beginsWith, likeness, tokensOf } from '../../text/likeness.ts';
import type { Block } from './blocks.ts';
import type { Structured } from './structured.ts';

export interface TitleFinding {
  readonly value: string;
  readonly provenance: Provenance;
  /** The visible headline; null where the title stands in the head only. */
  readonly block: Block | null;
  readonly why: string;
}

/** Longer blocks are paragraphs. */
const maxHeadline = 300;
/** A visible block below this likeness to what the head says is no headline. */
const alikeEnough = 0.6;
/** Added to the likeness: an h1 is a headline rather than a teaser of the same words. */
const tagBonus: Readonly<Record<string, number>> = { h1: 0.25, h2: 0.1, h3: 0.1 };

/**
 * The visible block that is most like what the page's head calls it; where no block is, the head's own words with the site's name cut off.
 * The method and its numbers are those of the block-classifier prototype: exact .82 / .87 / .95 on three corpora.
 */
export function findTitle(blocks: readonly Block[], { meta, article }: Structured): TitleFinding | null {
  const references = [
    { by: 'meta', text: meta.first('og:title') },
    { by: 'json-ld', text: article?.headline ?? null },
    { by: 'meta', text: meta.first('twitter:title', 'dc.title', 'title') },
    { by: 'meta', text: meta.title === '' ? null : meta.title },
  ] as const;
  const said = references.flatMap(({ by, text }) => (text === null ? [] : [{ by, text }]));
  const best = mostAlike(
    blocks,
    said.map(({ text }) => tokensOf(text)),
    tokensOf(meta.title),
  );
  if (best !== null && best.score >= alikeEnough) {
    const confidence = Math.min(0.99, 0.6 + 0.3 * best.score);
    return {
      value: best.block.text,
      provenance: { by: 'generic', confidence },
      block: best.block,
      why: `<${best.block.element.localName}> is like the head's title (${best.score.toFixed(2)})`,
    };
  }
  const first = said[0];
  if (first !== undefined)
    return {
      value: withoutSiteName(first.text),
      provenance: { by: first.by, confidence: 0.6 },
      block: null,
      why: 'no visible headline is like it: taken from the head',
    };
  const heading = blocks.find(({ element }) => element.localName === 'h1');
  return heading === undefined
    ? null
    : {
        value: heading.text,
        provenance: { by: 'generic', confidence: 0.5 },
        block: heading,
        why: 'the first h1; the head has no title',
      };
}

function mostAlike(
  blocks: readonly Block[],
  references: readonly (readonly string[])[],
  title: readonly string[],
): { block: Block; score: number } | null {
  if (references.length === 0) return null;
  let best: { block: Block; score: number } | null = null;
  for (const block of blocks) {
    if (block.text.length > maxHeadline) continue;
    const tokens = tokensOf(block.text);
    if (tokens.length === 0) continue;
    let score = Math.max(...references.map((reference) => likeness(tokens, reference)));
    // the beginning of <title> is a headline also when the site's name follows
    if (tokens.length >= 3 && beginsWith(title, tokens)) score = Math.max(score, 0.85);
    score += tagBonus[block.element.closest('h1, h2, h3')?.localName ?? ''] ?? 0;
    if (block.linkLength > block.length / 2) score -= 0.2;
    if (best === null || score > best.score + 1e-9) best = { block, score };
  }
  return best;
}

/** "Headline | Site", "Headline - Section - Site", "Headline_Site": the first piece where it is long enough to be a headline. */
export function withoutSiteName(said: string): string {
  const title = said.slice(0, 400);
  const [, latin] = /^(.{12,}?)\s+[|–—»·-]\s+[^|–—»·]{2,40}(?:\s+[|–—»·-]\s+[^|–—»·]{2,40}){0,2}$/u.exec(title) ?? [];
  const [, cjk] = /^(.{6,}?)(?:\s*[|_－—-]{1,2}\s*[^|_]{2,20}){1,4}$/u.exec(title) ?? [];
  return latin ?? (/[\u3400-\u9fff]/.test(title) ? (cjk ?? title) : title);
}
