import type { Provenance, TraceLine } from '../../model/article/draft.ts';
import type { BlockModel } from './classifier/block-model.ts';
import type { PageHints } from './classifier/measures.ts';
import type { ConfidenceModel } from './confidence/confidence-model.ts';
import type { Signals } from './confidence/signals.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import type { PageFields } from './fields.ts';
import { lengthOf, lettersIn } from './page/blocks.ts';
import type { PageGeometry } from './page/page-geometry.ts';
import type { PageTree } from './page/page-tree.ts';
import { parseInto } from './page/parse.ts';
import type { RulesOff } from './rules-off.ts';
import type { SiteFields } from './site-rules.ts';
import { findStateBody } from './state/state-body.ts';
import { type BodyFinding, findBody } from './text/generic.ts';

export interface ChosenBody {
  readonly element: Element;
  readonly provenance: Provenance;
  /** One of the site's own rules gave it. */
  readonly byRule: boolean;
  /** The block model accepted no block; this is the best of the rejected ones. */
  readonly isGuess: boolean;
  /** Letters in blocks that the model is sure of; infinite if a site rule or the page's data gave the body. */
  readonly sureLength: number;
  /** Of a generic body: what its confidence is computed from; else null. */
  readonly signals: Signals | null;
  readonly trace: readonly TraceLine[];
}

const certainBody = { signals: null, isGuess: false, sureLength: Number.POSITIVE_INFINITY } as const;

/** Latin letters. A shorter visible body is a standfirst or a note to old browsers: the page's script data are tried then. */
const minShownText = 250;

/** The body by the site's own rules; else the generic one, or the one in the page's script data; an empty element if the page has no text. Changes the document. */
export function chooseBody(page: {
  readonly document: Document;
  readonly tree: PageTree;
  readonly siteFields: readonly SiteFields[];
  readonly hints: PageHints;
  readonly fields: Pick<PageFields, 'authors'>;
  readonly model: BlockModel;
  readonly confidenceModel: ConfidenceModel;
  readonly explain: boolean;
  readonly geometry: PageGeometry | null;
  /** The page's source and its headlines: to find a text that only script data hold. */
  readonly html: string;
  readonly titles: readonly string[];
  readonly off: RulesOff;
}): ChosenBody {
  const { document } = page;
  for (const { by, body } of page.siteFields) {
    if (body !== null)
      return { element: body, provenance: { by, confidence: 0.97 }, byRule: true, ...certainBody, trace: [] };
  }
  const finding = findBody({ ...page, authors: page.fields.authors?.value ?? [] });
  const isShown = finding !== null && lengthOf(finding.element.textContent) >= minShownText;
  return (isShown ? null : bodyOfState(page)) ?? genericBody(document, finding);
}

function genericBody(document: Document, finding: BodyFinding | null): ChosenBody {
  if (finding !== null)
    return { ...finding, provenance: { by: 'generic', confidence: finding.confidence }, byRule: false };
  return {
    element: document.createElement('div'),
    provenance: { by: 'generic', confidence: 0 },
    byRule: false,
    isGuess: true,
    sureLength: 0,
    signals: null,
    trace: [{ rule: 'no-text', why: 'the page has no text' }],
  };
}

/** Latin letters, menu and footer included. A page with less visible text is a shell that scripts fill. */
const maxShellText = 1_000;
/** Below that of a visible text: readers may never see this one. */
const stateConfidence = 0.6;

function bodyOfState({ document, tree, html, titles, off }: Parameters<typeof chooseBody>[0]): ChosenBody | null {
  const shown = lettersIn(tree.blocks);
  const stateBody = findStateBody({ html, titles, isShell: shown < maxShellText });
  if (stateBody === null || off.has('body/script-data')) return null;
  return {
    element: parseInto(document.createElement('div'), stateBody.html),
    provenance: { by: stateBody.source, confidence: stateConfidence },
    byRule: false,
    ...certainBody,
    trace: [{ rule: 'state-body', why: `the page shows hardly any text; ${stateBody.why}` }],
  };
}
