import { namesInAddress } from '../find/address-names.ts';

/** Words before the number of an episode, as sites write them in addresses and attributes. */
const numbered = /^(e|ep|episode|part|folge|chapter|n|no|nr|index|i|v|video|id|clip|film|item|track|watch|play)$/;
const synonyms: readonly string[] = ['e', 'ep', 'episode', 'part', 'index', 'id', 'video', 'clip', 'film', 'item'];

/** Returns what a page's address calls the film, in plain words. A path names it only with a word and a number: every page has a path. */
export function filmNames(pageUrl: string): string[] {
  const [hash = [], query = [], path = []] = namesInAddress(pageUrl);
  const names = [
    ...[...hash, ...query].filter((name) => name.length >= 2),
    ...[...path].filter((name) => /\p{L}/u.test(name) && /\d/.test(name)),
  ];
  return [...new Set(names.flatMap(withSynonyms))];
}

/** "ep 3" and "episode 3" are one film. */
function withSynonyms(name: string): string[] {
  const [word = '', number = '', ...rest] = name.split(' ');
  if (!numbered.test(word) || !/^\d{1,4}$/.test(number) || rest.length > 0) return [name];
  return [name, ...synonyms.map((other) => `${other} ${Number(number)}`)];
}
