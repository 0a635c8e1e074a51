import type { Reading } from '../../src/model/article/draft.ts';
import { noOwnData } from '../../src/model/data/own-data.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { Link } from '../../src/model/web/link.ts';
import { article } from '../storage/records.ts';

const none: Reading = {
  pageType: 'other',
  draft: null,
  reason: 'not-an-article',
  detail: 'no text',
  links: [],
  loadsMore: false,
  feeds: [],
  fingerprint: null,
  terms: null,
  grown: {},
  category: null,
  trace: [],
  ownRules: [],
  ownData: noOwnData,
  nextPage: null,
  regions: [],
  evidence: null,
};

/** A reading without a draft. */
export const noDraft = (given: Partial<Reading> = {}): Reading => ({ ...none, ...given });

/** A reading with an article in it; its simhash, where two visits are to differ. */
export function articleReading(url: string, { simhash = 'ffff0000ffff0000', body = '' } = {}): Reading {
  const { fingerprint, ...draft } = article('story', { body: body || `The story at ${url}. `.repeat(10) });
  const at = canonicalUrl(url);
  const counts = { highest: 10, title: { story: 1 }, heading: {}, lead: { story: 1 }, body: { story: 3 }, meta: {} };
  return {
    ...none,
    pageType: 'article',
    draft: { ...draft, url: at, canonicalUrl: at },
    reason: null,
    detail: '',
    fingerprint: { ...fingerprint, simhash },
    terms: counts,
  };
}

export const link = (url: string, given: Partial<Link> = {}): Link => ({
  url: canonicalUrl(url),
  foundOn: null,
  anchorText: 'A story',
  context: '',
  region: 'content',
  publishedAt: null,
  ...given,
});

/** A listing that leads to these addresses. */
export const listingReading = (urls: readonly string[], given: Partial<Link> = {}): Reading =>
  noDraft({ pageType: 'listing', reason: 'list', links: urls.map((url) => link(url, given)) });
