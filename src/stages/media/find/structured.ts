import type { AboutMedium, Sighting } from '../../../model/media/media-sighting.ts';
import { isKnownEmbed } from './embeds/embeds.ts';
import { entryOf } from './entries.ts';
import { kindOfUrl, mediaAddress } from './media-url.ts';
import { sighting } from './sighting.ts';

/** Levels of data that are searched: bounds the work. Chosen by hand, not measured. */
const maxDepth = 12;

/**
 * Reads the media objects of a JSON-LD script: VideoObject and AudioObject at any level (@graph, `video` of an article, lists). Invalid JSON has none.
 * @returns their sightings, whether there is such an object, with or without an address, and whether an object is a film, a series or a part of it
 */
export function readMediaJsonLd(
  text: string,
  base: string,
): { sightings: Sighting[]; hasMediaObject: boolean; isAboutFilm: boolean; about: AboutMedium[] } {
  const objects: Record<string, unknown>[] = [];
  collect(parseJson(text), objects, 0);
  const media = objects.filter((object) => hasType(object, /(^|\/)(Video|Audio)Object$|(^|\/)Clip$/));
  return {
    sightings: media.flatMap((object) => readObject(object, base)),
    hasMediaObject: media.length > 0,
    about: media.map((object) => aboutOf(object, base)),
    isAboutFilm: objects.some((object) => hasType(object, /(^|\/)(Movie|(TV|Podcast)?(Series|Season|Episode))$/)),
  };
}

const fieldsOf = (object: Record<string, unknown>): [string, string][] =>
  Object.entries(object).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  );

const hasType = (object: Record<string, unknown>, pattern: RegExp): boolean =>
  strings(object['@type']).some((type) => pattern.test(type));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*(<!--|\/\/<!\[CDATA\[)|(-->|\/\/\]\]>)\s*$/g, ''));
  } catch {
    return null; // broken JSON-LD is common, and not trusted
  }
}

function collect(value: unknown, objects: Record<string, unknown>[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  if (Array.isArray(value)) for (const element of value) collect(element, objects, depth + 1);
  else {
    const object = value as Record<string, unknown>;
    objects.push(object);
    for (const inner of Object.values(object)) collect(inner, objects, depth + 1);
  }
}

/** What a media object says, besides its address. */

const aboutOf = (object: Record<string, unknown>, base: string): AboutMedium => ({
  title: strings(object.name)[0] ?? null,
  poster: address(object.thumbnailUrl, base) ?? address(object.thumbnail, base),
  durationMs: isoDurationMs(strings(object.duration)[0] ?? ''),
});

function readObject(object: Record<string, unknown>, base: string): Sighting[] {
  const more = {
    ...aboutOf(object, base),
    mimeType: strings(object.encodingFormat)[0] ?? null,
    entry: entryOf('JSON-LD', fieldsOf(object), { base }),
  };
  const content = strings(object.contentUrl).flatMap((raw) => readDeclared(raw, base, more));
  if (content.length > 0) return content; // the embed page shows the same medium
  const embed = address(object.embedUrl, base);
  return embed !== null && isKnownEmbed(embed) ? [sighting(embed, 'embed', ['JSON-LD or Open Graph'], more)] : [];
}

/** Paths of pages and images. */
const nonMediaPath = /(\.(html?|php|aspx?|jpe?g|png|gif|webp|avif|svg|bmp|ico)|\/)$/i;

/** Reads a declared media address (JSON-LD, og:video, twitter:player:stream, microdata). It counts as media unless its path says otherwise. */
export function readDeclared(raw: string, base: string, more: Partial<Sighting>): Sighting[] {
  const url = mediaAddress(raw, base);
  if (url === null) return [];
  if (isKnownEmbed(url)) return [sighting(url, 'embed', ['JSON-LD or Open Graph'], more)];
  const kind =
    kindOfUrl(url, more.mimeType ?? null) ?? (nonMediaPath.test(new URL(url).pathname) ? null : 'progressive');
  return kind === null || kind === 'segment' ? [] : [sighting(url, kind, ['JSON-LD or Open Graph'], more)];
}

function address(value: unknown, base: string): string | null {
  const raw = strings(value)[0];
  return raw === undefined ? null : mediaAddress(raw, base);
}

function strings(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}

/** Milliseconds of an ISO 8601 duration as schema.org uses them: PT1H2M3.5S, P0DT5M; null for anything else. */
function isoDurationMs(text: string): number | null {
  const match = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(text.trim());
  if (match === null || match.slice(1).every((part) => part === undefined)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}
