import type { Provenance, TraceLine } from '../../model/article/draft.ts';
import type { LearnedWrapper, WrapperEvidence } from '../../model/wrapper/learned-wrapper.ts';
import type { BlockModel } from './classifier/block-model.ts';
import type { ConfidenceModel } from './confidence/confidence-model.ts';
import type { Signals } from './confidence/signals.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import type { OpenedDocument } from './opened-page.ts';
import { lettersIn, textLength } from './page/blocks.ts';
import { parseInto } from './page/parse.ts';
import type { RulesOff } from './rules-off.ts';
import { findStateBody } from './state/state-body.ts';
import { type BodyFinding, findBody } from './text/generic.ts';

export interface ChosenBody {
  readonly element: Element;
  readonly provenance: Provenance;
  /** One of the site's own rules gave it. */
  readonly byRule: boolean;
  /** The block model accepted no block; this is the best of the rejected ones. */
  readonly isGuess: boolean;
  /** The body is all the text of a box that is marked as the article's: it may be a single sentence. */
  readonly isWhole: boolean;
  /** The page shows no such text: its script data have it. */
  readonly isUnseen: boolean;
  /** Letters in blocks that the model is sure of; infinite if a site rule or the page's data gave the body. */
  readonly sureLength: number;
  /** What the page shows of its site's learned wrapper; null: the site has none, or the body is not generic. */
  readonly evidence: WrapperEvidence | null;
  /** Of a generic body: what its confidence is computed from; else null. */
  readonly signals: Signals | null;
  readonly trace: readonly TraceLine[];
}

const certainBody = {
  signals: null,
  evidence: null,
  isGuess: false,
  isWhole: false,
  isUnseen: false,
  sureLength: Number.POSITIVE_INFINITY,
} as const;

/** Latin letters. A shorter visible body is a standfirst or a note to old browsers: the page's script data are tried then. */
const minShownText = 250;

interface BodyRequest {
  readonly opened: OpenedDocument;
  readonly model: BlockModel;
  readonly confidenceModel: ConfidenceModel;
  readonly explain: boolean;
  /** The page's source and its headlines: to find a text that only script data hold. */
  readonly html: string;
  readonly titles: readonly string[];
  readonly off: RulesOff;
  /** What is learned of the site; null: nothing. */
  readonly learned: LearnedWrapper | null;
}

/** The body by the site's own rules; else the generic one, or the one in the page's script data; an empty element if the page has no text. Changes the document. */
export function chooseBody(page: BodyRequest): ChosenBody {
  const { siteFields, document, fields } = page.opened;
  for (const { by, body } of siteFields) {
    if (body !== null)
      return { element: body, provenance: { by, confidence: 0.97 }, byRule: true, ...certainBody, trace: [] };
  }
  const finding = findBody({ ...page.opened, ...page, authors: fields.authors?.value ?? [] });
  const isShown = finding !== null && textLength(finding.element.textContent) >= minShownText;
  return (isShown ? null : bodyOfState(page)) ?? genericBody(document, finding);
}

/** Share of the text under known styles from which the wrapper is for this page. */
const minKnown = 0.5;
const isLearned = ({ evidence }: BodyFinding): boolean => evidence !== null && evidence.known >= minKnown;

function genericBody(document: Document, finding: BodyFinding | null): ChosenBody {
  if (finding !== null)
    return {
      ...finding,
      isUnseen: false,
      provenance: { by: isLearned(finding) ? 'learned' : 'generic', confidence: finding.confidence },
      byRule: false,
    };
  return {
    element: document.createElement('div'),
    provenance: { by: 'generic', confidence: 0 },
    byRule: false,
    isGuess: true,
    isWhole: false,
    isUnseen: false,
    sureLength: 0,
    evidence: null,
    signals: null,
    trace: [{ rule: 'no-text', why: 'the page has no text' }],
  };
}

/** Latin letters, menu and footer included. A page with less visible text is a shell that scripts fill. */
const maxShellText = 1_000;
/** Below that of a visible text: readers may never see this one. */
const stateConfidence = 0.6;

function bodyOfState({ opened: { document, tree }, html, titles, off }: BodyRequest): ChosenBody | null {
  const shown = lettersIn(tree.blocks);
  const stateBody = findStateBody({ html, titles, isShell: shown < maxShellText });
  if (stateBody === null || off.has('body/script-data')) return null;
  return {
    element: parseInto(document.createElement('div'), stateBody.html),
    provenance: { by: stateBody.source, confidence: stateConfidence },
    byRule: false,
    ...certainBody,
    isUnseen: true,
    trace: [{ rule: 'state-body', why: `the page shows hardly any text; ${stateBody.why}` }],
  };
}
