import type { MediaRole } from '../../../model/media/media-item.ts';
import type { Evidence } from '../../../model/media/media-sighting.ts';
import { fileName } from './media-url.ts';

/**
 * Points for each kind of evidence; `npm run bench:media` checks what they lead to. `linked file` and `ad word in the path` are weaker forms of `in script
 * text` and `ad`: such words in a path often mean nothing.
 */
export const points: Readonly<Record<Evidence, number>> = {
  manifest: 40,
  'master playlist': 10,
  'current source': 20,
  'big element': 15,
  'seen on the network': 15,
  'started by a gesture': 25,
  'JSON-LD or Open Graph': 25,
  'in the markup': 18,
  'in script text': 8,
  'linked file': 8,
  'named by the address': 30,
  ad: -80,
  'silent loop without controls': -60,
  'HTTP error': -60,
  'a short sound': -80,
  'beside the content': -60,
  'preview name': -50,
  'called a preview': -50,
  'called a trailer': -50,
  'under a trailer heading': -40,
  'of another entry': -40,
  'inside a link': -25,
  'under 6 seconds': -20,
  'small element': -20,
  'no address': -20,
  'ad word in the path': -20,
};

/** Score from which a medium is the main one of the page. */
const mainFrom = 15;

const previewName = /(^|[-_.\d])(preview|hover|thumb(nail)?s?|sprites?|teaser-loop)([-_.\d]|$)/i;
const trailerName = /(^|[-_./])(trailer|teaser)([-_./]|$)/i;
const masterName = /(^|[-_])(master|playlist|index|manifest|main)([-_.]|$)/i;
const adHost =
  /(^|\.)(ads?\d*|adserver|adservice|pubads|doubleclick|googlesyndication|imasdk|adnxs|fwmrm|springserve|spotxchange|teads)(\.|$)/i;
const adPath = /[/_.-](ads?|adverts?|preroll|midroll|vast)[/_.-]/i;

/** Evidence that the address gives. */
export function evidenceOfUrl(url: string, isManifest: boolean): Evidence[] {
  if (!/^https?:/.test(url)) return isManifest ? ['manifest'] : ['no address'];
  const { hostname, pathname } = new URL(url);
  const name = fileName(url);
  const evidence: (Evidence | false)[] = [
    isManifest && 'manifest',
    isManifest && masterName.test(name) && 'master playlist',
    previewName.test(name) && 'preview name',
    adHost.test(hostname) && 'ad',
    adPath.test(pathname) && 'ad word in the path',
  ];
  return evidence.filter((name) => name !== false);
}

/** Returns the sum of the points, and the evidence in the order of the table. */
export function evidenceScore(evidence: ReadonlySet<Evidence>): { score: number; reasons: Evidence[] } {
  const reasons = (Object.keys(points) as Evidence[]).filter((name) => evidence.has(name));
  return { score: reasons.reduce((sum, name) => sum + points[name], 0), reasons };
}

export function roleOf(url: string, evidence: ReadonlySet<Evidence>, score: number): MediaRole {
  if (evidence.has('ad')) return 'ad';
  if (evidence.has('a short sound')) return 'background';
  // an item of a feed of loops
  const isMeant = evidence.has('named by the address') && evidence.has('current source');
  if (evidence.has('silent loop without controls') && !isMeant) return 'background';
  if (evidence.has('preview name') || evidence.has('called a preview')) return 'preview';
  // a clip of the page that the link leads to
  if (evidence.has('inside a link') && score < mainFrom) return 'preview';
  if (/^https?:/.test(url) && trailerName.test(fileName(url))) return 'trailer';
  if (evidence.has('under a trailer heading') || evidence.has('called a trailer')) return 'trailer';
  // another film, until nothing else is left
  if (evidence.has('of another entry') || evidence.has('beside the content')) return 'unknown';
  return score >= mainFrom ? 'main' : 'unknown';
}

export const looksLikeMaster = (url: string): boolean => masterName.test(fileName(url));
