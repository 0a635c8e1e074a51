import type { MediaItem, MediaVariant, Protection } from '../../../model/media/media-item.ts';

export interface ProtectionFacts {
  readonly protection: Protection;
  readonly drmSystems: readonly string[];
}

export const notProtected: ProtectionFacts = { protection: 'none', drmSystems: [] };

/** System ids from the DASH-IF registry, and HLS key formats. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/edef8ba9-?79d6-?4ace-?a3c8-?27dcd51d21ed/i, 'com.widevine.alpha'],
  [/9a04f079-?9840-?4286-?ab92-?e65be0885f95|com\.microsoft\.playready/i, 'com.microsoft.playready'],
  [/94ce86fb-?07ff-?4f43-?adb8-?93d2fa968ca2|com\.apple\.streamingkeydelivery|\bskd:/i, 'com.apple.fps'],
  [/e2719d58-?a985-?b3c9-?781a-?b030af78d30e|1077efec-?c0b2-?4d02-?ace3-?3c1e52e2fb4b/i, 'org.w3.clearkey'],
];
const clearKey = 'org.w3.clearkey';

export const systemsIn = (text: string): string[] =>
  systems.filter(([pattern]) => pattern.test(text)).map(([, name]) => name);

/** Reads the protection of an HLS playlist from its key lines, as the parser ignores EXT-X-SESSION-KEY. */
export function hlsProtection(text: string): ProtectionFacts {
  const keys = [...text.matchAll(/^#EXT-X-(?:SESSION-)?KEY:(.*)$/gm)].map(([, line = '']) => line);
  const used = keys.filter((line) => !/METHOD=NONE/.test(line));
  const drm = used.filter((line) => /KEYFORMAT="(?!identity")/i.test(line));
  if (drm.length > 0) {
    const isCounter = drm.some((line) => /METHOD=SAMPLE-AES-C(TR|ENC)/.test(line));
    return { protection: isCounter ? 'cenc' : 'cbcs', drmSystems: [...new Set(drm.flatMap(systemsIn))] };
  }
  if (used.some((line) => /METHOD=SAMPLE-AES/.test(line))) return { protection: 'sample-aes', drmSystems: [] };
  return used.length > 0 ? { protection: 'aes-128', drmSystems: [] } : notProtected;
}

/** Reads the protection of an MPD from its ContentProtection elements. */
export function dashProtection(text: string): ProtectionFacts {
  const elements = [...text.matchAll(/<(?:\w+:)?ContentProtection\b[^>]*>/g)].map(([element]) => element);
  if (elements.length === 0) return notProtected;
  const drmSystems = [...new Set(elements.flatMap(systemsIn))];
  if (drmSystems.length > 0 && drmSystems.every((name) => name === clearKey))
    return { protection: 'clearkey', drmSystems };
  const isCbcs = elements.some((element) => /value\s*=\s*["']cbc[s1]/i.test(element));
  return { protection: isCbcs ? 'cbcs' : 'cenc', drmSystems };
}

/** Protection of the samples of an MP4 file, from its first bytes: ISO 23001-7 names the scheme beside the codec. */
export function fileProtection(head: Uint8Array): ProtectionFacts {
  const text = Buffer.from(head).toString('latin1');
  const [, scheme] = /schm.{4}(cenc|cens|cbc1|cbcs)/s.exec(text) ?? [];
  if (scheme === undefined) return notProtected;
  const ids = [...text.matchAll(/pssh.{4}(.{16})/gs)].map(([, id = '']) => Buffer.from(id, 'latin1').toString('hex'));
  return { protection: scheme.startsWith('cbc') ? 'cbcs' : 'cenc', drmSystems: [...new Set(ids.flatMap(systemsIn))] };
}

/** Of a medium that does not say so, on a page that has asked for a licence. */
export const licensed = (requested: ReadonlySet<string>): ProtectionFacts =>
  withKeySystems({ protection: 'cenc', drmSystems: [] }, requested);

/** Adds the key systems that the page requested from the browser. ClearKey alone is no DRM: the page itself provides the keys. */
export function withKeySystems(facts: ProtectionFacts, requested: ReadonlySet<string>): ProtectionFacts {
  if (facts.protection !== 'cenc' && facts.protection !== 'cbcs') return facts;
  const drmSystems = [...new Set([...facts.drmSystems, ...requested])];
  const isClear = requested.size > 0 && [...requested].every((name) => name === clearKey);
  return isClear ? { protection: 'clearkey', drmSystems: [clearKey] } : { ...facts, drmSystems };
}

/** What a manifest says of its medium. */
export interface Manifest extends ProtectionFacts {
  readonly delivery: 'hls' | 'dash' | 'smooth';
  readonly variants: readonly MediaVariant[];
  /** Null: unknown, as for an HLS master or a live stream. */
  readonly durationMs: number | null;
  readonly live: MediaItem['live'];
  readonly dvrWindowMs: number | null;
  /** Address of the first segment; null: unknown. */
  readonly firstSegment: string | null;
}
