/** What a page with a film is composed of: one value of each axis. The axes that exclude most come first: rows are completed in this order. */
export const filmAxes = {
  delivery: ['progressive', 'hls', 'dash'],
  kind: ['plain', 'AES-128', 'ClearKey', 'live', 'DVR', 'audio', 'split'],
  player: [
    'native',
    'video.js',
    'hls.js',
    'dash.js',
    'Shaka',
    'Plyr',
    'JW',
    'Flowplayer',
    'Clappr',
    'CKPlayer',
    'DPlayer',
    'Artplayer',
    'own',
  ],
  /** Where the player is. */
  container: [
    'top',
    'frame',
    'nested frames',
    'lazy frame',
    'sandboxed frame',
    'object',
    'shadow DOM',
    'dialog',
    'SPA route',
    'template',
  ],
  /** How the player gets the film's address. */
  address: [
    'attribute',
    'JSON-LD',
    'inline JSON',
    'packed',
    'encoded',
    'XHR',
    'fetch',
    'POST',
    'socket',
    'worker',
    'redirect',
    'blob',
    'data',
    'signed',
  ],
  /** What must happen before it plays. */
  gesture: ['none', 'click', 'two clicks', 'consent', 'scroll', 'countdown', 'hover'],
  /** Whether the page has several films, and what says which one is meant. */
  episode: ['single', 'path', 'query', 'hash', 'list'],
  decoy: [
    'none',
    'preroll, same element',
    'preroll, other element',
    'VAST',
    'mid-roll',
    'trailer',
    'hover preview',
    'background loop',
    'related clips',
    'second player',
    'clip in an aside',
  ],
} as const;

/** What a page without a film is composed of. */
export const emptyAxes = {
  empty: ['article', 'detail page', 'thumbnails', 'login', 'DRM', 'no media'],
  container: ['top', 'shadow DOM', 'SPA route', 'template'],
  /** What looks like a film at first sight. */
  lure: ['none', 'metadata', 'background loop', 'player words', 'hover preview', 'advertisement'],
} as const;

export type AxesTable = Readonly<Record<string, readonly string[]>>;
export type Row<T extends AxesTable> = { readonly [K in keyof T]: T[K][number] };
export type FilmAxes = Row<typeof filmAxes>;
export type EmptyAxes = Row<typeof emptyAxes>;

/** Values of two axes that never meet. */
export interface Exclusion<T extends AxesTable> {
  readonly why: string;
  readonly values: { readonly [K in keyof T]?: readonly T[K][number][] };
}

const exclusion = (why: string, values: Exclusion<typeof filmAxes>['values']): Exclusion<typeof filmAxes> => ({
  why,
  values,
});

export const filmExclusions: readonly Exclusion<typeof filmAxes>[] = [
  exclusion('Chromium plays no DASH by itself', { player: ['native'], delivery: ['dash'] }),
  exclusion('it plays HLS only', { player: ['hls.js'], delivery: ['progressive', 'dash'] }),
  exclusion('it plays DASH only', { player: ['dash.js'], delivery: ['progressive', 'hls'] }),
  exclusion('it plays manifests only', { player: ['Shaka'], delivery: ['progressive'] }),
  exclusion('it has no DASH', { player: ['Plyr', 'Flowplayer', 'Clappr', 'CKPlayer'], delivery: ['dash'] }),
  exclusion('AES-128 belongs to HLS', { kind: ['AES-128'], delivery: ['progressive', 'dash'] }),
  exclusion('ClearKey comes with an MPD here', { kind: ['ClearKey'], delivery: ['progressive', 'hls'] }),
  exclusion('a file ends', { kind: ['live', 'DVR'], delivery: ['progressive'] }),
  exclusion('DASH always has sound of its own', { kind: ['split'], delivery: ['dash'] }),
  exclusion('only a manifest can be a blob or data', { address: ['blob', 'data'], delivery: ['progressive'] }),
  exclusion('only a player script can use these', {
    player: ['native'],
    kind: ['live', 'DVR', 'split', 'ClearKey'],
  }),
  exclusion('only a player script can use these', { player: ['native'], address: ['blob', 'data'] }),
  exclusion('Chromium plays no HLS of sound alone by itself', {
    player: ['native'],
    kind: ['audio'],
    delivery: ['hls'],
  }),
  exclusion('an origin without a name has no workers and no keys', {
    container: ['sandboxed frame'],
    address: ['worker'],
  }),
  exclusion('an origin without a name has no keys', { container: ['sandboxed frame'], kind: ['ClearKey'] }),
  exclusion('a dialog is in view at once', { container: ['dialog'], gesture: ['scroll'] }),
  exclusion('sound has no picture to show an advertisement in', {
    kind: ['audio'],
    decoy: ['preroll, same element', 'mid-roll'],
  }),
];

export const emptyExclusions: readonly Exclusion<typeof emptyAxes>[] = [
  {
    why: 'metadata of a film make a page one about a film',
    values: { empty: ['article'], lure: ['metadata'] },
  },
];
