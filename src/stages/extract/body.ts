import type { Provenance, TraceLine } from '../../model/draft.ts';
import type { Block } from './blocks.ts';
import type { PageFields } from './fields.ts';
import { findBody } from './generic.ts';
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
  readonly blocks: readonly Block[];
  readonly own: readonly SiteFields[];
  readonly fields: PageFields;
}): ChosenBody {
  const { document, blocks, own, fields } = page;
  for (const { by, body } of own) {
    if (body !== null) return { element: body, provenance: { by, confidence: 0.97 }, byRule: true, trace: [] };
  }
  const found = findBody({ document, blocks, title: fields.title?.value ?? null, titleBlock: fields.titleBlock });
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
