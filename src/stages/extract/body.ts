import type { Provenance, TraceLine } from '../../model/draft.ts';
import type { BlockModel } from './classifier/block-model.ts';
import type { PageSayings } from './classifier/measures.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import { findBody } from './generic.ts';
import type { PageTree } from './page-tree.ts';
import type { SiteFields } from './site-rules.ts';

export interface ChosenBody {
  readonly element: Element;
  readonly provenance: Provenance;
  /** The site's own rules found it. */
  readonly byRule: boolean;
  readonly trace: readonly TraceLine[];
}

/** The site's own body where its rules find one, else the generic one; an empty element where there is no text. Changes the document. */
export function chooseBody(page: {
  readonly document: Document;
  readonly tree: PageTree;
  readonly own: readonly SiteFields[];
  readonly says: PageSayings;
  readonly model: BlockModel;
  readonly explain: boolean;
}): ChosenBody {
  const { document } = page;
  for (const { by, body } of page.own) {
    if (body !== null) return { element: body, provenance: { by, confidence: 0.97 }, byRule: true, trace: [] };
  }
  const found = findBody(page);
  if (found === null) {
    const trace = [{ rule: 'no-text', why: 'the page has no text' }];
    return {
      element: document.createElement('div'),
      provenance: { by: 'generic', confidence: 0 },
      byRule: false,
      trace,
    };
  }
  return { ...found, provenance: { by: 'generic', confidence: found.confidence }, byRule: false };
}
