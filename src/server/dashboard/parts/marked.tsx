/** Terms beyond this are not marked: a text full of marks shows nothing. */
const maxTerms = 60;

const isWordy = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text with the places of some terms marked. A term of letters begins a word: `grid` marks `grids`, not `hybrid grid`'s `brid`. */
export function Marked({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) {
  const wanted = [...new Set(terms)].filter((term) => term.length > 1).slice(0, maxTerms);
  if (wanted.length === 0) return <>{text}</>;
  const patterns = wanted
    .sort((a, b) => b.length - a.length)
    .map((term) => (isWordy.test(term) ? `(?<![\\p{L}\\p{N}])${literal(term)}[\\p{L}\\p{N}]{0,3}` : literal(term)));
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  // split puts what it captured at the odd places
  return <>{parts.map((part, at) => (at % 2 === 1 ? <mark>{part}</mark> : part))}</>;
}
