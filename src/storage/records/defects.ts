import { kindOf, StoreDown } from '../../errors.ts';
import type { StoreDefect } from '../maintenance-port.ts';

/** Defects that a check reports in both stores. */
export const defects = {
  sameAddress: 'two articles with one address',
  wrongRevision: 'an article with a wrong number of revisions',
  revisionWithoutArticle: 'a revision without its article',
  mediumWithoutArticle: 'a medium without its article',
  canonicalOutside: 'a cluster whose canonical article is not a member',
  clusterWithoutFounder: 'a cluster without the article whose id it has',
  addressWithoutArticle: 'an address whose article is missing',
  articleWithoutAddress: 'an article without an address',
  wrongAddressLinks: 'an address with a wrong number of links',
  unknownTarget: 'a link to an unknown address',
  wrongKeys: 'an article with wrong keys',
  blobWithoutChunks: 'a blob without all its chunks',
  stuckLease: 'a task with a lease that does not end',
  wrongArticleLinks: 'an article with a wrong number of links',
  damagedDatabase: 'the database file is damaged',
  unreadableBlob: "a blob that can't be read",
  checkNotMade: 'a check that could not be made',
} as const;

/** The longest lease that the settings allow, ms. */
export const longestLeaseMs = 86_400_000;

/** A part of a check. Where it fails because the store is damaged, that is a defect too, and the other parts go on. */
export async function* checkedPart(
  name: string,
  part: () => Iterable<StoreDefect> | AsyncIterable<StoreDefect>,
): AsyncIterable<StoreDefect> {
  try {
    yield* part();
  } catch (error) {
    if (!isDamage(error)) throw error;
    yield checkNotMade(name, error);
  }
}

export const checkNotMade = (name: string, { message }: Error): StoreDefect => ({
  what: defects.checkNotMade,
  id: `${name}: ${message}`,
  canRepair: false,
});

/** Whether what is stored can't be read: the server answers, and the disk or a record is at fault. */
export function isDamage(error: unknown): error is Error {
  if (error instanceof SyntaxError) return true; // a record that is no JSON
  return kindOf(error) === 'store' && !(error instanceof StoreDown && error.isAway);
}
