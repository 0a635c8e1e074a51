import type { Draft } from '../../model/article/draft.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import type { Correction } from '../../model/wrapper/correction.ts';
import type { PageBlocks } from '../../model/wrapper/page-blocks.ts';
import { organisationsIn } from './authors/names.ts';
import { dateContext } from './dates/date-context.ts';
import { parseDate } from './dates/date-parse.ts';
import { alignBody } from './learning/align-body.ts';
import { openDocument } from './opened-page.ts';
import { allRulesOn } from './rules-off.ts';
import { removeHiddenBlocks } from './text/generic.ts';

/** Characters of a line that may be a date or a byline. */
const maxFieldLength = 100;

/**
 * A page's visible blocks, and which of them are the body now. Pure.
 * @param draft what extraction gives; null: nothing
 * @param correction the page's stored correction; null: none
 * @throws NewshawkError too-large above 500,000 nodes
 */
export function readPageBlocks(
  snapshot: Snapshot,
  site: Site,
  { draft, correction }: { readonly draft: Draft | null; readonly correction: Correction | null },
): PageBlocks {
  const opened = openDocument(snapshot, site, { off: allRulesOn, wrapper: null, readOwn: () => [] });
  const { document, tree, geometry, structured, fields, hints } = opened;
  const { visible } = removeHiddenBlocks(tree, hints, geometry);
  const dates = dateContext({
    structured,
    document,
    blocks: tree.blocks,
    titleBlock: fields.titleBlock,
    url: snapshot.finalUrl,
    takenAt: snapshot.takenAt,
    country: site.country,
    off: allRulesOn,
  });
  const lines = visible.blocks.map(({ text }) => text);
  // by their words: site rules, structured data and joined tables give a body that no list of blocks has
  const inBody = draft === null || draft.body === '' ? null : alignBody(lines, draft.body);
  const inCorrection = correction?.body ? alignBody(lines, correction.body.join('\n')) : null;
  return {
    url: snapshot.url,
    blocks: visible.blocks.map(({ text, element }, at) => ({
      text,
      tag: element.localName,
      isBody: inBody?.[at] ?? false,
      isCorrected: inCorrection?.[at] ?? null,
      date: text.length > maxFieldLength ? null : (parseDate(text, dates)?.value ?? null),
      names: text.length > maxFieldLength ? [] : organisationsIn(text),
    })),
    title: draft?.title ?? '',
    publishedAt: draft?.publishedAt?.value ?? null,
    authors: draft?.authors ?? [],
    bodyBy: draft === null || draft.body === '' ? null : (draft.provenance.body?.by ?? null),
  };
}
