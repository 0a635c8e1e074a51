/** Keywords that are asked for alone, the strongest first. */
const maxKeywords = 3;
/** Rising terms that are asked for, each beside the strongest keyword. */
const maxRisingTerms = 3;

/**
 * The queries of a topic: its strongest keywords, the strongest two together, and terms that rise in its articles, each beside the strongest keyword.
 * @param keywords term -> weight
 * @param rising terms that rise in the topic's articles, strongest first
 */
export function searchQueries(
  keywords: Readonly<Record<string, number>>,
  rising: readonly string[],
): readonly string[] {
  const terms = Object.entries(keywords)
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([term]) => term);
  const [first, second] = terms;
  const isNew = (term: string): boolean => !terms.some((keyword) => keyword.toLowerCase().includes(term));
  const risingTerms = rising.filter(isNew).slice(0, maxRisingTerms);
  return [
    ...terms.slice(0, maxKeywords),
    ...(first !== undefined && second !== undefined ? [`${first} ${second}`] : []),
    ...risingTerms.map((term) => (first === undefined ? term : `${first} ${term}`)),
  ];
}
