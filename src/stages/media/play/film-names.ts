/** Parameters that name a campaign, a position or a setting, never a film. */
const notNames = /^(utm_.*|fbclid|gclid|ref|source|from|lang|hl|locale|t|start|autoplay|muted|list|sort|page)$/i;
const numbered = /^(e|ep|episode|part|folge|chapter|n|no|nr|index|i|v|video|id|clip|film|item|track|watch|play)$/;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns what a page's address calls the film: its hash, its parameters and the last part of its path, in plain words. */
export function filmNames(pageUrl: string): string[] {
  if (!URL.canParse(pageUrl)) return [];
  const { hash, searchParams, pathname } = new URL(pageUrl);
  const fragment = decode(hash.slice(1)).replace(/^[!/]+/, '');
  const last = plain(decode(pathname.split('/').findLast((part) => part !== '') ?? ''));
  const pairs = [...searchParams, ...(fragment.includes('=') ? new URLSearchParams(fragment) : [])];
  const names = pairs
    .filter(([name]) => !notNames.test(name))
    .flatMap(([name, value]) => [plain(`${name} ${value}`), ...(value.length >= 2 ? [plain(value)] : [])]);
  if (fragment !== '' && !fragment.includes('=')) names.push(plain(fragment), ...fragment.split('/').map(plain));
  if (/\p{L}/u.test(last) && /\d/.test(last)) names.push(last);
  return [...new Set(names.flatMap(withSynonyms))].filter((name) => name !== '');
}

/** "ep 3" and "episode 3" are one film. */
function withSynonyms(name: string): string[] {
  const [word = '', number = '', ...rest] = name.split(' ');
  if (!numbered.test(word) || !/^\d{1,4}$/.test(number) || rest.length > 0) return [name];
  const words = ['e', 'ep', 'episode', 'part', 'index', 'id', 'video', 'clip', 'film', 'item'];
  return [name, ...words.map((other) => `${other} ${Number(number)}`)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % sign
  }
}
