import { siteFor } from '../../../../src/config-files/load-scrapers.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import type { Group, Measure } from '../../floors.ts';
import { digestOf } from '../../pages.ts';
import type { MatchCounts } from '../../score.ts';
import { countBody, meanScores } from '../measure-written.ts';
import type { KindPage } from './kind-pages.ts';

/** Body F1 of each kind, of the layouts that may be looked at and of those that nobody looks at. @param onScore called for each page that may be looked at */
export function measureKinds(
  pages: readonly KindPage[],
  onScore: (group: string, name: string, body: MatchCounts) => void,
): Group {
  const name = 'extraction, kinds of pages';
  const scores = pages.map((page) => ({ page, body: bodyOf(page) }));
  for (const { page, body } of scores) if (!page.isUnseen) onScore(name, page.name, body);
  const rows = Map.groupBy(scores, ({ page }) => `${page.kind}${page.isUnseen ? ', unseen' : ''}: body F1`);
  const measures: Record<string, Measure> = {};
  for (const [row, members] of rows)
    measures[row] = { value: meanScores(members.map(({ body }) => body)).f1, better: 'higher' };
  return { name, digest: digestOf(pages.map(({ snapshot, gold }) => [snapshot.url, snapshot.html, gold])), measures };
}

function bodyOf({ snapshot, gold }: KindPage): MatchCounts {
  const { draft } = extract(snapshot, siteFor([], snapshot.site));
  return countBody(draft?.body ?? '', gold);
}
