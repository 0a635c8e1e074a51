import { kindOf } from '../../../../src/errors.ts';
import type { PageType, Reading } from '../../../../src/model/article/draft.ts';
import type { Reader } from '../../../../src/ports.ts';
import { checkResponse } from '../../../../src/stages/fetch/page-status.ts';
import { readAll, takenAt } from '../read-pages.ts';
import { type Half, Totals } from '../totals.ts';
import type { TrueType, TypedPage } from './generate.ts';

/** The types of the product that are right for a page; a list that is none counts as another page. */
const rightTypes: Readonly<Record<TrueType, readonly PageType[]>> = {
  article: ['article'],
  forum: ['forum'],
  list: ['listing'],
  product: ['product'],
  documentation: ['documentation', 'wiki'],
  service: ['service'],
  'bot wall': ['bot-wall', 'other'],
  'login wall': ['login-wall'],
  'consent wall': ['consent-wall'],
  'soft 404': ['other', 'listing'],
};
const origin = 'https://www.tin-harbour.example';

/** Types of pages, and which of them a crawl would store as articles. Of the sealed half, totals only. */
export async function measureTypes(
  reader: Pick<Reader, 'read'>,
  half: Half,
  pages: readonly TypedPage[],
): Promise<void> {
  const readings = await readAll(
    reader,
    pages.map(({ path, html, status = 200 }) => ({ url: origin + path, html, status })),
  );
  const types = new Totals();
  const stored = new Totals();
  types.note('pages', `${pages.length}`);
  for (const [at, page] of pages.entries()) {
    const reading = readings[at] as Reading;
    const refusal = refusalOf(page);
    const isStored = refusal === null && reading.draft !== null && reading.draft.pageType === 'article';
    const isRight = refusal !== null ? page.type !== 'article' : isRightType(page.type, reading);
    const row = page.family === 'paywall teaser' ? 'article: paywall teaser' : page.type;
    types.count(row, isRight);
    stored.count(row, isStored === (page.type === 'article'));
    // of what is stored as an article, by the confidence of its body
    if (isStored) stored.bin(reading.draft?.provenance.body?.confidence ?? null, page.type === 'article');
    const isTeaser = page.family === 'paywall teaser' && reading.reason === 'login-required';
    const isFailure = !isRight || (isStored !== (page.type === 'article') && !isTeaser);
    if (isFailure && half === 'open') console.log(failureLine(page, reading, { refusal, isStored }));
  }
  types.print(`types, ${half} half: the page has the right type`);
  stored.print(`types, ${half} half: stored as article where it is one, and only there`);
}

/** A wall that is seen as one is right, whatever it would be without it. */
const isRightType = (type: TrueType, { pageType, reason }: Reading): boolean =>
  rightTypes[type].includes(pageType) ||
  (type.endsWith(' wall') && (reason === 'blocked' || reason === 'login-required'));

/** Why a crawl does not even read the page; null where it does. */
function refusalOf({ path, html, status = 200 }: TypedPage): string | null {
  try {
    checkResponse({ url: origin + path, status, headers: {}, html }, takenAt);
    return null;
  } catch (error) {
    return kindOf(error);
  }
}

function failureLine(
  { id, type, family, language, path, axes = {} }: TypedPage,
  { pageType, reason, draft }: Reading,
  { refusal, isStored }: { readonly refusal: string | null; readonly isStored: boolean },
): string {
  const drawn = Object.entries({ language, ...axes }).map(([axis, value]) => `${axis}=${value}`);
  const confidence = draft?.provenance.body?.confidence.toFixed(2) ?? '-';
  return `${id} (${family}) ${path}: expected ${type}, given ${refusal ?? pageType}${isStored ? ', stored as article' : ''}, reason ${reason ?? '-'}, body ${confidence} [${drawn.join(' ')}]`;
}
