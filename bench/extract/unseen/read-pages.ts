import type { Reading } from '../../../src/model/article/draft.ts';
import { snapshotOfSource } from '../../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Reader } from '../../../src/ports.ts';

export interface UnseenPage {
  readonly url: string;
  readonly html: string;
  readonly status: number;
}

/** After every date of the pages. */
export const takenAt = new Date('2026-11-20T12:00:00Z');

/** Reads pages as `newshawk extract --json` reads a file: without rules of their site. A page with a draft is one that a crawl stores. */
export const readAll = (reader: Pick<Reader, 'read'>, pages: readonly UnseenPage[]): Promise<Reading[]> =>
  Promise.all(
    pages.map(({ url, html, status }) =>
      reader.read(snapshotOfSource({ url: canonicalUrl(url), html, takenAt }, { status })),
    ),
  );
