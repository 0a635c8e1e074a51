/** Text as it is searched: compatibility forms made one (full-width letters, ligatures), case folded. */
export const foldText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of a query, folded; each must be in the text. */
export const queryWords = (query: string): readonly string[] =>
  foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
