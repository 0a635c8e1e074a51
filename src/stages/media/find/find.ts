import type { MediaItem } from '../../../model/media/media-item.ts';
import type { NetworkEntry } from '../../../model/page/page.ts';
import type { MediaFinding } from '../../../ports.ts';
import { decoded } from '../../../text/characters.ts';
import { isPlayerLibrary, type MarkupFacts, readMarkup } from './markup.ts';
import { hasMediaWords } from './media-names.ts';
import { mediaUrlKey } from './media-url.ts';
import { readNetwork } from './network.ts';
import { choosePlayLinks } from './play-links.ts';
import { toItems } from './sighting.ts';

/** A page with more items is a list of media. */
const maxItems = 50;

interface SignInput {
  readonly url: string;
  readonly markup: MarkupFacts;
  readonly items: readonly MediaItem[];
}

/** Signs of something to watch or hear; a page with two points is a video page. */
const signs: readonly {
  readonly name: string;
  readonly points: number;
  readonly applies: (page: SignInput) => boolean;
}[] = [
  { name: 'a medium worth playing', points: 2, applies: ({ items }) => items.some(({ role }) => role === 'main') },
  { name: 'a player element', points: 2, applies: ({ markup }) => markup.playerElements > 0 },
  { name: 'a media object in JSON-LD', points: 2, applies: ({ markup }) => markup.hasMediaObject },
  { name: 'og:type says video', points: 2, applies: ({ markup }) => markup.isDeclaredVideo },
  { name: 'a script sets a player up', points: 2, applies: ({ markup }) => markup.hasPlayerCall },
  { name: 'a player library', points: 2, applies: ({ markup }) => markup.hasPlayerLibrary },
  { name: 'a play button', points: 2, applies: ({ markup }) => markup.playButtons > 0 },
  { name: "an element of the page's own for a player", points: 2, applies: ({ markup }) => markup.hasPlayerTag },
  { name: 'a frame with a player', points: 2, applies: ({ markup }) => markup.hasPlayerFrame },
  {
    name: 'the address says video',
    points: 1,
    applies: ({ url }) => /[/_-](videos?|watch|play(er)?|live|podcasts?)([/_.-]|$)/i.test(new URL(url).pathname),
  },
];

/**
 * Finds the media of a page in its markup, structured data, scripts and network log: one item per medium, best first, no segments and no renditions. Pure:
 * `describeItem` reads manifests later.
 * @param page html: as served, or serialised by the browser; finalUrl: absolute; network: empty for a static fetch
 */
export function findMedia(page: {
  readonly html: string;
  readonly finalUrl: string;
  readonly network: readonly NetworkEntry[];
}): MediaFinding {
  const markup = readMarkup(page.html, page.finalUrl);
  markup.hasPlayerLibrary ||= page.network.some(({ type, url }) => type === 'script' && isPlayerLibrary(url));
  const declared = new Set(markup.sightings.map(({ url }) => mediaUrlKey(url)));
  const traffic = readNetwork(page.network, declared);
  const sightings = [...markup.sightings, ...traffic.sightings].map((seen) =>
    traffic.ads.has(mediaUrlKey(seen.url)) ? { ...seen, evidence: [...seen.evidence, 'ad' as const] } : seen,
  );
  const items = toItems(sightings, [page.finalUrl]).slice(0, maxItems);
  const facts = { url: page.finalUrl, markup, items };
  const points = signs.reduce((sum, sign) => sum + (sign.applies(facts) ? sign.points : 0), 0);
  const { hasPlayerCall, hasPlayerLibrary } = markup;
  // a rendered page has lost its scripts
  const isFed = page.network.length > 0 && /<(?:video|audio)\b[^>]*\bsrc=["']?blob:/i.test(page.html);
  return {
    isVideoPage: points >= 2,
    items,
    sightings,
    pageTitle: isAboutMedium(markup, page.finalUrl) ? markup.title : '',
    about: markup.about.length === 1 ? (markup.about[0] ?? null) : null,
    isScripted: hasPlayerCall || hasPlayerLibrary || isFed,
    frames: markup.frames,
    playLinks: choosePlayLinks(markup.links, {
      url: page.finalUrl,
      title: markup.title,
      isDeclared: markup.isDeclaredVideo || markup.isAboutFilm,
      texts: markup.texts,
    }),
  };
}

/** Whether the page says that it is about a medium. An article with a film has its own title, not the film's. */
const isAboutMedium = (
  { title, subjects, isDeclaredVideo, hasMediaObject, isAboutFilm }: MarkupFacts,
  url: string,
): boolean =>
  isDeclaredVideo ||
  hasMediaObject ||
  isAboutFilm ||
  hasMediaWords([title, decoded(new URL(url).pathname).replaceAll('_', ' '), ...subjects]);
