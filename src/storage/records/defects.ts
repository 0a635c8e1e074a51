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
} as const;

/** The longest lease that the settings allow, ms. */
export const longestLeaseMs = 86_400_000;
