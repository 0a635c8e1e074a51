import type { LivePage } from '../../browser-port.ts';
import { NewshawkError } from '../../errors.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { ListExpansion } from '../../model/page/list-expansion.ts';
import type { Page } from '../../model/page/page.ts';
import type { StepTaken } from '../../model/page/page-step.ts';
import type { PlayerTrial } from '../../model/page/player-evidence.ts';
import type { FetchFinding } from '../../stages/schedule/fetch-plan.ts';
import {
  browserErrors,
  type ComparisonVerdict,
  type NoReading,
  toleratedErrors,
} from '../../stages/schedule/same-article.ts';
import type { ModeChoice } from './format-evidence.ts';

// static | browser | api | both: one decision for pages and lists. A page or list is fetched in at most two modes. What is the same in both, what is too little and
// which of two is kept differs between them: `PageInModes` (page-modes.ts) and `ListInModes` (list-modes.ts) say it.

/** What one mode gave. A browser's page stays open until it is disposed of: a failure takes its picture. */
export interface InMode<Read> extends AsyncDisposable {
  readonly read: Read;
  /** Null: it was fetched without a browser. */
  readonly live: LivePage | null;
  readonly steps: readonly StepTaken[];
  /** What a list shows beyond its first screen; null: it was not expanded. */
  readonly expansion: ListExpansion | null;
  /** What its scripts' requests say of the API behind it. */
  readonly finding: Pick<FetchFinding, 'api' | 'list'>;
}

/** Its answer was no page to read: it has not changed, is gone, or is no page. */
export interface EndedInMode<Ended> extends AsyncDisposable {
  readonly ended: Ended;
  readonly page: Page;
  readonly steps: readonly StepTaken[];
}

export interface HowOpened<Read> {
  /** The same one in the other mode. Default: it was not fetched before. */
  readonly earlier?: Read | null;
  /** Whether the answers to its scripts are sampled. Default: no. */
  readonly learns?: boolean;
  /** Whether a list in the browser shows all that it has. Default: yes. */
  readonly expands?: boolean;
}

/** A page or a list, as far as fetching it depends on which of them it is. */
export interface Subject<Read, Ended> {
  /** @throws NewshawkError */
  open(mode: 'static' | 'browser', how?: HowOpened<Read>): Promise<InMode<Read> | EndedInMode<Ended>>;
  /** Whether the API behind it is still being learned. */
  readonly isLearning: boolean;
  /** Reads it by its API; null: what the site declares is only on the page. */
  readonly byApi: (() => Promise<Fetched<Read | Ended>>) | null;
  /** Errors of a static fetch that a browser may not have. */
  readonly fallbackErrors: readonly ErrorKind[];
  /** Why the static fetch failed. */
  describeFailure(error: NewshawkError): string;
  /** Whether the static one needs no browser, whatever is in it. */
  isWhole(plain: Read): boolean;
  /** Why the static one is not enough; null: it is. */
  shortfall(plain: Read): string | null;
  /** Whether the browser would load more of it. */
  isCutShort(plain: Read): boolean;
  /** Null: both are empty, which says nothing of the format. */
  compare(plain: Read | NoReading, rendered: Read | NoReading): ComparisonVerdict | null;
  /** What a comparison says of the format. */
  finding(compared: ComparisonVerdict | null, of: Read | null, isFallback: boolean): FetchFinding;
  /** After a fallback: the static one with what the browser adds, where it is still the better one; null: it is not. */
  betterStatic(plain: InMode<Read>, rendered: Read): Promise<InMode<Read> | null>;
  /** The static one where the browser's differs by a player alone, whose pages are played from now on; null: it does not. */
  withPlayer(
    plain: InMode<Read>,
    rendered: Read,
    compared: ComparisonVerdict,
  ): Promise<{ readonly kept: InMode<Read>; readonly players: PlayerTrial } | null>;
  /** Whether the browser's is kept after a comparison. */
  keepsRendered(compared: ComparisonVerdict | null, expansion: ListExpansion | null): boolean;
  describeComparison(compared: ComparisonVerdict | null, isRendered: boolean): string;
  /** Called with the one that is kept, while it is open. */
  keep(kept: InMode<Read>): Promise<Read>;
}

/** What was fetched, and what its fetches say of its format. */
export interface Fetched<Result> extends FetchFinding {
  readonly result: Result;
  /** What became of the chosen mode, for the visit's `renderReason`; may be empty. */
  readonly outcome: string;
  /** Bytes over the network for a page that was not kept. */
  readonly otherBytes: number;
  readonly expansion: ListExpansion | null;
  /** Steps on the page that was opened last. */
  readonly steps: readonly StepTaken[];
  /** Whether a browser ran the page's scripts: what they send must not be sent again. */
  readonly ranScripts: boolean;
}

/** A fetch that says nothing of the format. */
export const noFinding = {
  staticGave: null,
  comparison: null,
  outcome: '',
  otherBytes: 0,
  expansion: null,
  steps: [],
  ranScripts: true,
} as const;

/** Fetches a page or a list in the chosen mode, and in a second one where the first gives too little or both are compared. It is closed when this returns. @throws NewshawkError */
export async function fetchInModes<Read extends { readonly page: Page }, Ended>(
  subject: Subject<Read, Ended>,
  { ways: mode }: ModeChoice,
): Promise<Fetched<Read | Ended>> {
  if (mode === 'api' || mode === 'api-compared') return await (subject.byApi?.() ?? inBrowser(subject));
  if (mode === 'browser') return await inBrowser(subject);
  await using plain = await orFailure(subject, subject.open('static'), mode === 'static' ? [] : subject.fallbackErrors);
  if ('ended' in plain) return { ...noFinding, result: plain.ended, steps: plain.steps };
  if ('read' in plain && (mode === 'static' || subject.isWhole(plain.read)))
    return { ...noFinding, result: await subject.keep(plain), steps: plain.steps, ranScripts: false };
  const shortfall = 'failure' in plain ? plain.failure : subject.shortfall(plain.read);
  if ('failure' in plain || shortfall !== null) return await fallBack(subject, plain, shortfall ?? '');
  if (mode === 'both' || subject.isCutShort(plain.read)) return await compareModes(subject, plain);
  const result = await subject.keep(plain);
  return { ...noFinding, staticGave: true, result, steps: plain.steps, ranScripts: false };
}

async function inBrowser<Read, Ended>(subject: Subject<Read, Ended>): Promise<Fetched<Read | Ended>> {
  await using rendered = await subject.open('browser', { learns: subject.isLearning });
  const { steps } = rendered;
  if ('ended' in rendered) return { ...noFinding, result: rendered.ended, steps };
  const { expansion, finding } = rendered;
  return { ...noFinding, result: await subject.keep(rendered), steps, expansion, ...finding };
}

/** A static fetch that failed in a way that a browser's may not. */
interface Failed extends NoReading, AsyncDisposable {}

/** The error as a value, if it is one of these kinds. */
async function orFailure<Read, Ended, T>(
  subject: Subject<Read, Ended>,
  opening: Promise<T>,
  kinds: readonly ErrorKind[],
): Promise<T | Failed> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof NewshawkError) || !kinds.includes(error.kind)) throw error;
    return { failure: subject.describeFailure(error), [Symbol.asyncDispose]: async () => {} };
  }
}

/** The static fetch gave too little: the browser's is kept, unless the static one is still better. */
async function fallBack<Read extends { readonly page: Page }, Ended>(
  subject: Subject<Read, Ended>,
  plain: InMode<Read> | Failed,
  shortfall: string,
): Promise<Fetched<Read | Ended>> {
  const before = 'failure' in plain ? null : plain.read;
  await using rendered = await subject.open('browser', { earlier: before, learns: subject.isLearning });
  const fetch = {
    outcome: `fell back to the browser: ${shortfall}`,
    otherBytes: before?.page.bytes ?? 0,
    steps: rendered.steps,
    ranScripts: true,
  };
  if ('ended' in rendered) return { ...noFinding, ...fetch, result: rendered.ended };
  const { read, expansion } = rendered;
  const compared = subject.compare('failure' in plain ? plain : plain.read, read);
  const better = 'failure' in plain ? null : await subject.betterStatic(plain, read);
  return {
    ...fetch,
    ...rendered.finding,
    expansion,
    result: await subject.keep(better ?? rendered),
    ...subject.finding(compared, read, true),
  };
}

/** Compares the static one with the browser's. The static one is kept if they are the same, or if the browser gives less. */
async function compareModes<Read extends { readonly page: Page }, Ended>(
  subject: Subject<Read, Ended>,
  plain: InMode<Read>,
): Promise<Fetched<Read | Ended>> {
  const keepStatic = async (
    compared: ComparisonVerdict | null,
    otherBytes: number,
    steps = plain.steps,
    kept = plain,
  ) => ({
    result: await subject.keep(kept),
    ...subject.finding(compared, plain.read, false),
    outcome: subject.describeComparison(compared, false),
    otherBytes,
    expansion: null,
    steps,
    ranScripts: true,
  });
  let steps: readonly StepTaken[] = [];
  try {
    await using rendered = await subject.open('browser', { earlier: plain.read });
    steps = rendered.steps;
    if ('ended' in rendered)
      return await keepStatic(browserGave(`its page answered ${rendered.page.status}`), rendered.page.bytes, steps);
    const { read, expansion } = rendered;
    const compared = subject.compare(plain.read, read);
    const player = compared === null ? null : await subject.withPlayer(plain, read, compared);
    if (player !== null) {
      const asSame = { result: 'same', detail: 'pages like it are played for their media' } as const;
      return { ...(await keepStatic(asSame, read.page.bytes, steps, player.kept)), players: player.players };
    }
    if (!subject.keepsRendered(compared, expansion)) return await keepStatic(compared, read.page.bytes, steps);
    return {
      result: await subject.keep(rendered),
      ...subject.finding(compared, plain.read, false),
      outcome: subject.describeComparison(compared, true),
      otherBytes: plain.read.page.bytes,
      expansion,
      steps,
      ranScripts: true,
    };
  } catch (error) {
    if (!(error instanceof NewshawkError)) throw error;
    if (browserErrors.includes(error.kind))
      return {
        ...noFinding,
        result: await subject.keep(plain),
        outcome: `not compared: ${error.message}`.slice(0, 200),
        steps,
      };
    if (!toleratedErrors.includes(error.kind)) throw error;
    const failure = `${error.kind}: ${error.message}`.slice(0, 200);
    return await keepStatic(subject.compare(plain.read, { failure }), 0, steps);
  }
}

const browserGave = (detail: string): ComparisonVerdict => ({ result: 'browser-lacks', detail });

/** What is open until the result is disposed of. */
export function held<T extends object>(opening: AsyncDisposableStack, value: T): T & AsyncDisposable {
  const open = opening.move();
  return { ...value, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
