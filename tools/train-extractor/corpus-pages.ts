import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Snapshot, snapshotOfSource } from '../../src/model/page/snapshot.ts';
import { canonicalUrl, tryCanonicalUrl } from '../../src/model/web/canonical-url.ts';
import { type MeasuredPage, measurePage } from '../../src/stages/extract/classifier/measured-page.ts';
import { readStructured } from '../../src/stages/extract/head/structured.ts';
import { pageHintsOf } from '../../src/stages/extract/opened-page.ts';
import { readPageTree } from '../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../src/stages/extract/page/parse.ts';
import { removeHiddenBlocks } from '../../src/stages/extract/text/generic.ts';
import { findTitle } from '../../src/stages/extract/title/title.ts';
import { decodeHtml } from '../../src/stages/fetch/http/decode.ts';

/** A page of an evaluation corpus, with what is right about it. */
export interface CorpusCase {
  readonly id: string;
  readonly url: string | null;
  readonly site?: string;
  readonly html: string;
  readonly gold?: Readonly<Record<string, unknown>>;
}

/** Folder of the corpora: `CORPORA`, else beside the project. They are not part of it. */
export const corporaFolder = resolve(process.env.CORPORA ?? join(import.meta.dirname, '../../../shared/corpora'));

/** The cases of a corpus folder; none where it is absent. */
export function casesOf(folder: string): CorpusCase[] {
  const file = join(folder, 'cases.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .replace(/^\ufeff/, '')
    .trim()
    .split('\n')
    .map((line): CorpusCase => JSON.parse(line));
}

/** A case as the crawl would hand it to extraction. */
export function snapshotOf(folder: string, { url, html }: CorpusCase): Snapshot {
  const bytes = gunzipSync(readFileSync(join(folder, html)));
  const address = tryCanonicalUrl(url ?? '') ?? canonicalUrl('https://no-address.invalid/page');
  const { html: source } = decodeHtml(bytes, {});
  return snapshotOfSource({ url: address, html: source, takenAt: new Date('2026-11-21T12:00:00Z') });
}

/** A page as the block model sees it, by the steps of `extract` for a site without own rules. */
export function measuredPage({ html, finalUrl }: Snapshot): MeasuredPage {
  const page = parsePage(html);
  const tree = readPageTree(page.document.documentElement);
  const structured = readStructured(page, finalUrl);
  const title = findTitle(tree.blocks, structured, finalUrl);
  const says = pageHintsOf(structured, title, title?.block ?? null);
  return measurePage(removeHiddenBlocks(tree, says).visible, says);
}
