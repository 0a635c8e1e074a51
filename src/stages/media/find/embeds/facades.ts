import type { Sighting } from '../../../../model/media/media-sighting.ts';
import { attribute, contextEvidence, type MarkupContext, type MarkupElement } from '../element.ts';
import { mediaAddress } from '../media-url.ts';
import { sighting } from '../sighting.ts';

/** A page with more stand-ins is a list of films: none of them is the page's. */
export const maxFacades = 3;

/** Video hosts: their name in the markup, an id, a page or player address with the id, the player's address. */
const hosts: readonly { readonly name: RegExp; readonly id: RegExp; readonly page: RegExp; readonly player: string }[] =
  [
    {
      name: /(^|[-_\s])(youtube|yt)([-_\s]|$)/i,
      id: /^[\w-]{11}$/,
      page: /^(?:https?:)?\/\/(?:(?:www|m)\.)?(?:youtu\.be\/|youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/))([\w-]{11})\b/i,
      player: 'https://www.youtube.com/embed/',
    },
    {
      name: /(^|[-_\s])vimeo([-_\s]|$)/i,
      id: /^\d{6,12}$/,
      page: /^(?:https?:)?\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{6,12})\b/i,
      player: 'https://player.vimeo.com/video/',
    },
    {
      name: /(^|[-_\s])dailymotion([-_\s]|$)/i,
      id: /^x[a-z\d]{4,10}$/i,
      page: /^(?:https?:)?\/\/(?:(?:www\.)?dailymotion\.com\/(?:embed\/)?video\/|dai\.ly\/)(x[a-z\d]{4,10})\b/i,
      player: 'https://www.dailymotion.com/embed/video/',
    },
  ];
/** Attributes that name a film, of an element that says which host it is for. */
const idAttribute =
  /^(data-)?((video|embed|youtube|yt|vimeo|dailymotion|plyr-embed)-?(id|key|code|url|src)?|src|videoid)$/;

/**
 * A stand-in for the player of another site, which a script replaces when it is clicked: `<lite-youtube videoid>`, `<div data-youtube-id>`,
 * `<div data-plyr-provider="vimeo" data-plyr-embed-id>`. Null for other elements.
 */
export function readFacade(element: MarkupElement, context: MarkupContext): Sighting | null {
  if (/^(a|iframe|img|link|meta|script|source|svg|use|button|i|form)$/.test(element.tagName)) return null;
  for (const host of hosts) {
    const id = idOf(element, host);
    const url = id === null ? null : mediaAddress(host.player + id, context.base);
    // the frame that takes its place has more evidence, and the address that the page uses
    if (url !== null)
      return sighting(url, 'embed', ['in script text', ...contextEvidence(context)], {
        title: attribute(element, 'title') ?? attribute(element, 'playlabel'),
        medium: embedMedium(url),
      });
  }
  return null;
}

/** Calls of the hosts' own libraries, and sources in the configuration of another player. */
const calls: readonly (readonly [RegExp, player: string])[] = [
  [/\bnew\s+YT\.Player\s*\([^;]{0,400}?\bvideoId["']?\s*:\s*["']([\w-]{11})["']/g, 'https://www.youtube.com/embed/'],
  [/["']video\/youtube["'][^;]{0,120}?(?:v=|youtu\.be\/|embed\/)([\w-]{11})\b/g, 'https://www.youtube.com/embed/'],
  [
    /\bnew\s+Vimeo\.Player\s*\([^;]{0,300}?\b(?:id|url)["']?\s*:\s*["']?(?:https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?)?(\d{6,12})\b/g,
    'https://player.vimeo.com/video/',
  ],
  [/["']video\/vimeo["'][^;]{0,120}?vimeo\.com\/(?:video\/)?(\d{6,12})\b/g, 'https://player.vimeo.com/video/'],
];

/** The films that a script gives to a player of another site. */
export const readEmbedCalls = (script: string): Sighting[] =>
  calls.flatMap(([call, player]) =>
    [...script.matchAll(call)].map(([, id = '']) =>
      sighting(player + id, 'embed', ['in script text'], { medium: embedMedium(player + id) }),
    ),
  );

/** The film that the player of a known video host shows, whatever the host and the parameters of its address; null: another host's. */
export function embedMedium(url: string): string | null {
  for (const { name, page } of hosts) {
    const id = page.exec(url)?.[1];
    if (id !== undefined) return `${name.source} ${id}`;
  }
  return null;
}

function idOf(element: MarkupElement, { name, id, page }: (typeof hosts)[number]): string | null {
  const isTag = element.tagName.includes('-') && name.test(element.tagName);
  const provider = `${attribute(element, 'data-plyr-provider') ?? ''} ${attribute(element, 'data-provider') ?? ''}`;
  const isNamed = isTag || name.test(provider) || name.test(attribute(element, 'class') ?? '');
  for (const { name: field, value } of element.attrs) {
    if (!idAttribute.test(field) || !(isNamed || name.test(field.replace(/^data-/, '')))) continue;
    const found = id.test(value) ? value : (page.exec(value)?.[1] ?? null);
    if (found !== null) return found;
  }
  return null;
}
