import type { Explanation } from '../../pipeline/single/explain.ts';

/** The lines of `explain` about the address itself. Empty where no page of the site was visited. */
export function urlPatternRows({ urlPattern }: Explanation): (readonly [name: string, value: string])[] {
  const { class: name, confidence, why, pattern, addresses, link } = urlPattern;
  const { article, listing, other } = addresses;
  if (article + listing + other === 0) return [];
  const outcome = link.isSkipped ? 'left out' : link.isExplored ? 'fetched, as exploration' : 'fetched';
  return [
    ['class', `${name} (${confidence.toFixed(2)}): ${why}`],
    ...(pattern === null ? [] : [['expression', pattern.expression] as const]),
    ['links to it', `${outcome}: ${link.why}`],
    ['learned from', `${article} articles, ${listing} lists, ${other} other pages of ${urlPattern.site}`],
  ];
}
