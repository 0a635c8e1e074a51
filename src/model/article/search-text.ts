/** Text in the form in which it is searched: NFKC (full-width letters, ligatures), lower case. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The folded words of a query; a match contains all of them. */
export const queryWords = (query: string): readonly string[] =>
  foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
