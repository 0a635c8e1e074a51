import { log1 } from '../../classifier/tokens.ts';
import type { PageTree } from '../../page/page-tree.ts';

// The words of class names and ids by which people who write markup tell what its parts are. Each distinct name counts once: a word on every row says no more than one.

const words = {
  forumNames:
    /forum|thread|topic|(?:^|[-_])post(?:s|bit|body|list|er|count|profile)?(?:$|[-_])|repl(?:y|ies)|answer|question|message(?!s?-(?:error|box))|votes?(?:$|[-_])/i,
  productNames:
    /product|(?:^|[-_])(?:sku|price|prices|cart|basket|buy|variants?|swatch(?:es)?|stock|quantity|qty|gallery)(?:$|[-_])|add-?to-?cart/i,
  docsNames:
    /(?:^|[-_])(?:docs?|documentation|toc|api|reference|markdown|mdx|admonition|callout|codehilite|highlight|hljs|language|method|param|parameters|signature|prose|sidebar-?nav|breadcrumbs?|edit-?(?:page|this)|readme|manual)(?:$|[-_])/i,
  serviceNames:
    /(?:^|[-_])(?:hero|cta|features?|pricing|plans?|testimonials?|clients?|partners|services?|solutions?|benefits?|faq|accordion|contact|booking|team|stats?|counter|case-?stud(?:y|ies)|usp|elementor|demo)(?:$|[-_])/i,
  articleNames:
    /(?:^|[-_])(?:article|story|byline|headline|dek|lede|dateline|author|entry-(?:content|title|meta)|post-(?:content|title|meta|date|body)|published|news|caption|related|tags|share|social)(?:$|[-_])/i,
  listNames:
    /(?:^|[-_])(?:archive|category|results?|listing|list|grid|cards?|tiles?|filters?|facets?|sort(?:by)?|pagination|pager|collection|catalog|items?|teaser|feed|loop)(?:$|[-_])/i,
} as const;
type NameWord = keyof typeof words;
const kinds = Object.keys(words) as NameWord[];

/** The words of a name, as bits. Names of one page repeat, and so do those of the pages of a site: emptied when it is full. */
const knownBits = new Map<string, number>();
const maxKnown = 8_000;
/** Names of a page that are read. */
const maxNames = 1_500;
const maxLetters = 40;

function bitsOf(name: string): number {
  const known = knownBits.get(name);
  if (known !== undefined) return known;
  if (knownBits.size >= maxKnown) knownBits.clear();
  let bits = 0;
  for (const [at, kind] of kinds.entries()) if (words[kind].test(name)) bits |= 1 << at;
  knownBits.set(name, bits);
  return bits;
}

/** How many names of a page have a word of each kind, log. */
export function nameFeatures({ elements }: PageTree): Readonly<Record<NameWord, number>> {
  const names = new Set<string>();
  for (const { className, id } of elements) {
    if (names.size >= maxNames) break;
    if (id !== '' && id.length <= maxLetters) names.add(id.replace(/\d+/g, '#'));
    if (className !== '') for (const name of className.split(/\s+/)) if (name.length <= maxLetters) names.add(name);
  }
  const counts = kinds.map(() => 0);
  for (const name of names) {
    const bits = bitsOf(name);
    if (bits !== 0) for (const at of kinds.keys()) if ((bits & (1 << at)) !== 0) counts[at] = (counts[at] ?? 0) + 1;
  }
  return Object.fromEntries(kinds.map((kind, at) => [kind, log1(counts[at] ?? 0)])) as Record<NameWord, number>;
}
