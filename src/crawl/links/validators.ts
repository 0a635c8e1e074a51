import { NewshawkError } from '../../errors.ts';
import type { Source, SourceValidators } from '../../model/crawl/source.ts';
import type { Page } from '../../model/page/page.ts';

/** A list is read in full once in this time, ms: a server that answers 304 for ever by mistake hides nothing for longer. */
const fullReadMs = 24 * 3_600_000;

/** The conditional headers (RFC 9110, section 13) of the next poll; empty: the whole list is read. */
export function requestConditions({ validators }: Source, now: Date): Readonly<Record<string, string>> {
  if (!validators || now.getTime() - validators.readAt.getTime() >= fullReadMs) return {};
  const { etag, lastModified } = validators;
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

/** The validators of a list that was read in full, for the next poll; null: the server sent none. A rendered page has none: its document may be an empty shell. */
export function validatorsOf({ via, headers }: Page, readAt: Date): SourceValidators | null {
  const [etag, lastModified] = [headers.etag ?? null, headers['last-modified'] ?? null];
  return via !== 'static' || (etag === null && lastModified === null) ? null : { etag, lastModified, readAt };
}

/** The server answered that the list is the same as when it was read last. */
export interface Unchanged {
  readonly isUnchanged: true;
  readonly page: Page;
}

/** Whether the server answered our conditional request that the list is the same. */
export const isUnchanged = ({ status }: Page, conditions: Readonly<Record<string, string>>): boolean =>
  status === 304 && Object.keys(conditions).length > 0;

/** @throws NewshawkError unreachable, where the server answered with an error, or with 304 although nobody asked */
export function refuseErrorPage({ status }: Page): void {
  if (status >= 400 || status === 304)
    throw new NewshawkError('unreachable', `the source answered ${status}`, { fault: 'page' });
}
