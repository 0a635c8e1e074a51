import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { decoded } from '../../../text/decoded.ts';
import { pagedUrl } from './list-pages.ts';

/**
 * What the lists of one kind have in common: all tags, all authors, all months. Their addresses differ in the last name or in the values of parameters; a name before a colon
 * ("Special:…") belongs to the kind, and so does a number's place.
 * @example listKind('https://a.example/tag/rivers/page/2/') // 'a.example/tag/*'
 */
export function listKind(url: CanonicalUrl): string {
  const { host, pathname, searchParams } = new URL(pagedUrl(url).list);
  const segments = pathname.split('/').filter((text) => text !== '');
  const last = segments.pop() ?? '';
  const prefix = /^([^:/]{2,40}):./.exec(decoded(last))?.[1];
  const directories = segments.map((text) => (/^\d+$/.test(text) ? '#' : text.toLowerCase()));
  const name = prefix !== undefined ? `${prefix}:*` : /^\d+$/.test(last) ? '#' : last === '' ? '' : '*';
  const query = [...new Set(searchParams.keys())].sort().join('&');
  return `${[host, ...directories, name].join('/')}${query === '' ? '' : `?${query}`}`;
}
