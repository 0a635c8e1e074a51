import type { PageBlock, PageBlocks } from '../../model/wrapper/page-blocks.ts';
import { printable } from '../../printable.ts';
import type { SavedCorrection } from '../../site/correct-page.ts';
import type { CorrectablePage } from '../../site/correctable-page.ts';
import type { CorrectionEffect } from '../../site/correction-effect.ts';
import type { PageChange } from '../../site/page-changes.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { tableText } from '../terminal/table.ts';

/** A page's blocks, numbered, with what extraction takes from them. */
export function listingText(
  { url, site, snapshot, learning, stored }: CorrectablePage,
  { blocks, title, publishedAt, authors, bodyBy }: PageBlocks,
  session: Session,
): string {
  const isCorrected = blocks.some((block) => block.isCorrected !== null);
  const table = tableText(session, blocks, [
    ['block', (block) => String(blocks.indexOf(block) + 1), 'right'],
    ['now', ({ isBody }) => (isBody ? 'body' : '')],
    ...(isCorrected ? [['corrected', (block: PageBlock) => (block.isCorrected === true ? 'body' : '')] as const] : []),
    ['tag', ({ tag }) => tag],
    ['text', ({ text }) => text, 16],
  ]);
  const correction = stored?.correction ?? null;
  const facts: readonly (readonly [string, string, string | null | undefined])[] = [
    ['title', title, correction?.title],
    ['date', publishedAt ?? '', correction?.publishedAt],
    ['authors', authors.join(', '), correction?.authors?.join(', ')],
  ];
  const lines = facts.map(
    ([name, value, right]) =>
      `${session.colors.bold(name.padEnd(8))}${printable(value) || '-'}${right == null || right === value ? '' : ` (corrected: ${printable(right)})`}`,
  );
  const reads = learning.live === null ? 'no learned wrapper' : `wrapper ${learning.live}`;
  return [
    `${printable(url)}, stored ${minuteText(snapshot.takenAt)}; ${site}: ${reads}, body by ${bodyBy ?? 'nothing'}`,
    ...lines,
    '',
    table,
  ].join('\n');
}

/** Pages whose changes are shown in full. */
const maxPages = 8;

/** What a correction does, with the lines that come and go on the site's other pages. */
export function effectText(
  { verdict, pages, correctedPages, page, changes, compared, notes }: CorrectionEffect,
  colors: Session['colors'],
): string {
  const learned =
    verdict === null
      ? 'No wrapper can be learned: a site needs three different articles, or a corrected page.'
      : `Learned from ${countText(pages)} pages, ${correctedPages} of them corrected; ${verdict.isAccepted ? 'accepted' : `refused: ${verdict.reason}`}.`;
  const own = page === null ? [] : [`This page: F1 ${page.before.toFixed(3)} -> ${page.after.toFixed(3)}.`];
  const count = `${changes.length} of ${compared} other stored pages change.`;
  const rest = changes.length > maxPages ? [`… and ${changes.length - maxPages} more pages`] : [];
  const lines = changes.slice(0, maxPages).flatMap((change) => changeLines(change, colors));
  return `${[learned, ...own, count, ...lines, ...rest, ...notes].join('\n')}\n`;
}

function changeLines(
  { url, addedWords, removedWords, addedLines, removedLines, fields }: PageChange,
  colors: Session['colors'],
): string[] {
  return [
    '',
    colors.bold(`${printable(url)}  +${addedWords} -${removedWords} words`),
    ...fields.map(
      ({ field, before, after }) => `  ${field}: ${printable(before) || '-'} -> ${printable(after) || '-'}`,
    ),
    ...removedLines.map((line) => colors.red(`  - ${printable(line)}`)),
    ...addedLines.map((line) => colors.green(`  + ${printable(line)}`)),
  ];
}

/** What came of a stored correction. */
export function correctionText({ effect: { verdict }, learning, version }: SavedCorrection): string {
  const { site, live, isPinned } = learning;
  if (version === null) return `Stored. ${site} has no wrapper: the generic extractor reads it.`;
  if (live === version)
    return `Stored. Wrapper ${version} of ${site} is live. A running \`watch\` follows within ten seconds.`;
  const why = isPinned
    ? `${site} keeps its pinned wrapper: \`newshawk wrapper pin ${site} --version ${version}\` puts the new one in use`
    : `refused: ${verdict?.reason ?? ''}`;
  return `Stored, but wrapper ${version} is not in use: ${why}.`;
}
