import { z } from 'zod';
import type { Draft } from '../model/article/draft.ts';
import { count, listOf, record } from '../model/schema.ts';
import type { Correction } from '../model/wrapper/correction.ts';
import type { PageProfile } from '../model/wrapper/page-profile.ts';
import type { JudgedWrapper } from '../model/wrapper/wrapper-verdict.ts';
import { wrapperVerdictSchema } from '../model/wrapper/wrapper-verdict.ts';
import type { WrapperText } from '../ports.ts';
import type { CorrectablePage } from './correctable-page.ts';
import type { LearningPorts } from './learn-site.ts';
import { changeOf, hasPageChanged, type PageChange, pageChangeSchema } from './page-changes.ts';
import { wordF1 } from './score-reading.ts';

/** What a correction does to its site. */
export const correctionEffectSchema = record({
  /** Null: there are too few pages to learn from. */
  verdict: wrapperVerdictSchema.nullable(),
  pages: count,
  correctedPages: count,
  /** F1 of the body's words with the corrected body, before and after; null: the body is not corrected. */
  page: record({
    before: z.number(),
    after: z.number(),
  }).nullable(),
  /** The site's other pages that change, those with the most words first. */
  changes: listOf(pageChangeSchema),
  /** Number of other pages that were read. */
  compared: count,
  /** Share of the words of these pages that would be removed. */
  removed: z.number(),
  /** What the person should know. */
  notes: listOf(z.string()),
});
export type CorrectionEffect = z.infer<typeof correctionEffectSchema>;

/** Other pages that are read to show what changes, the newest: with both wrappers, some 50 ms each. */
const maxCompared = 30;
/** What was learned with a correction, before it is stored. */
interface Candidate {
  readonly correction: Correction | null;
  readonly profile: PageProfile | undefined;
  readonly judged: JudgedWrapper | null;
  readonly candidate: WrapperText | null;
}

/** Reads the page and its site's other pages as before and as learned. */
export async function effectOf(
  io: LearningPorts,
  page: CorrectablePage,
  { correction, profile, judged, candidate }: Candidate,
): Promise<CorrectionEffect> {
  const { learning, url, live } = page;
  const pages = learning.samples.filter((sample) => sample.url !== url).slice(-maxCompared);
  const changes: PageChange[] = [];
  for (const sample of pages) {
    const change = await changeOf(io, sample, { before: live, after: candidate });
    if (change !== null) changes.push(change);
  }
  const own = await readBothWays(io, page, candidate);
  const sum = (of: (change: PageChange) => number): number => changes.reduce((total, one) => total + of(one), 0);
  return {
    verdict: judged?.verdict ?? null,
    pages: judged?.wrapper.pages ?? 0,
    correctedPages: judged?.wrapper.correctedPages ?? 0,
    page: ownScores(own, correction),
    changes: changes.filter(hasPageChanged).sort((a, b) => weightOf(b) - weightOf(a)),
    compared: changes.length,
    removed:
      sum(({ removedWords }) => removedWords) /
      Math.max(
        1,
        sum(({ words }) => words),
      ),
    notes: notesOn(page, { correction, profile, hasOwnRules: isByOwnRules(own.before) }),
  };
}

const weightOf = ({ addedWords, removedWords }: PageChange): number => addedWords + removedWords;

/** The page itself, read as before and as learned. */
async function readBothWays(
  io: LearningPorts,
  { snapshot, live }: CorrectablePage,
  candidate: WrapperText | null,
): Promise<{ readonly before: Draft | null; readonly after: Draft | null }> {
  const read = async (learned: WrapperText | null): Promise<Draft | null> =>
    (await io.reader.read(snapshot, { draftAlways: true, learned })).draft;
  return { before: await read(live), after: await read(candidate) };
}

/** F1 with the corrected body; null: it is not corrected. */
function ownScores(
  { before, after }: Awaited<ReturnType<typeof readBothWays>>,
  correction: Correction | null,
): CorrectionEffect['page'] {
  if (correction === null || correction.body === null) return null;
  const gold = correction.body.join('\n');
  return { before: wordF1(before?.body ?? '', gold), after: wordF1(after?.body ?? '', gold) };
}

/** A scraper's function or selector reads the body: it counts more than what is learned. */
const isByOwnRules = (draft: Draft | null): boolean => /^(scraper|wrapper)$/.test(draft?.provenance.body?.by ?? '');

const fieldNames = { title: 'title', publishedAt: 'date', authors: 'authors' } as const;

interface NoteFacts {
  readonly correction: Correction | null;
  readonly profile: PageProfile | undefined;
  readonly hasOwnRules: boolean;
}

function notesOn({ site, learning }: CorrectablePage, { correction, profile, hasOwnRules }: NoteFacts): string[] {
  const fields = Object.entries(fieldNames) as [keyof typeof fieldNames, string][];
  const notes = fields.flatMap(([field, name]) =>
    correction !== null && correction[field] !== null && !profile?.fields[field]?.places.length
      ? [`No place on the page has this ${name}: other pages can't learn from it.`]
      : [],
  );
  if (hasOwnRules && correction !== null && correction.body !== null)
    notes.push(
      `The scraper's own rules read the body of ${site}, and count more than a correction: change them, or leave out \`body\`.`,
    );
  if (learning.isPinned)
    notes.push(
      `${site} keeps its pinned wrapper ${learning.live ?? ''}: \`newshawk wrapper unpin ${site}\` lets corrections take effect.`,
    );
  return notes;
}
