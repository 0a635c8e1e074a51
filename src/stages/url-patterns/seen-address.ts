import type { Visit } from '../../model/crawl/visit.ts';
import type { AddressClass, SeenAddress } from '../../model/web/url-pattern.ts';
import { siteOf } from './typed-address.ts';

/**
 * What the ending of a visit shows of its address, and of the places of the link to it; null: nothing. A failure shows nothing, and a page that is gone may have been anything: old articles end so too.
 */
export function seenAddress(visit: Visit, places?: readonly string[]): SeenAddress | null {
  const label = visit.kind === 'page' ? labelOf(visit) : null;
  return label === null
    ? null
    : { site: siteOf(visit.url), url: visit.url, label, at: visit.startedAt, ...(places !== undefined && { places }) };
}

function labelOf({ outcome, reason, mediaItems }: Visit): AddressClass | null {
  if (outcome === 'stored' || reason === 'duplicate') return 'article';
  if (outcome === 'listed') return 'listing';
  // a page of media without a story is worth its fetch
  return reason === 'not-an-article' && mediaItems === 0 ? 'other' : null;
}
