import type { Page } from 'playwright-core';

/** What a visitor does before the film plays. The scores are printed by it. */
export type Kind = 'start' | 'adaptive' | 'opened' | 'guarded' | 'audio' | 'empty';

/** What the server and the page know of where they are. */
export interface Place {
  readonly origins: Readonly<Record<'page' | 'embed' | 'cdn' | 'ads', string>>;
  /** Stands for the page in addresses: says nothing about it. */
  readonly slug: string;
  /** Address of one of the page's `files`. */
  file(name: string): string;
  /** Address of one of the page's `routes`, on the page's own site or another. */
  own(name: string, origin?: 'page' | 'embed' | 'cdn' | 'ads'): string;
  /** Address of a file of a package, as `video.js/dist/video.min.js`. */
  npm(file: string): string;
  /** Address of a made picture, poster.jpg or thumb-1.jpg to thumb-6.jpg. */
  picture(name: string): string;
}

export interface PageRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer is compared with. `{file}` and `{own}` stand for the page's files and routes, `{page}`, `{embed}`, `{cdn}`, `{ads}` for origins, `*` for any text. */
export interface Film {
  readonly urls: readonly string[];
  readonly delivery: string | readonly string[];
  readonly live?: 'live' | 'vod';
  readonly protection?: string | readonly string[];
  /** Headers that the answer must name. */
  readonly headers?: readonly string[];
  /** Addresses that may not be `main`, such as those of ads. */
  readonly mustNot?: readonly string[];
}

interface AnyPage {
  readonly kind: Kind;
  /** What stands on the page, and its packages. */
  readonly about: string;
  /** Follows the page's path in its address: `?film=3` or `#film-3`. */
  readonly addressEnd?: string;
  /** Headers of the page itself, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly html: (place: Place) => string;
  /** Bundled by esbuild as a module, and loaded by the page as `{bundle}`; JSX is understood. */
  readonly script?: (place: Place) => string;
  /** Names of files on the media host and the made file each stands for; both end in `/` for a folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the media host gives the file: otherwise 403. */
  readonly allows?: (request: PageRequest, place: Place) => boolean;
  readonly routes?: Readonly<Record<string, (request: PageRequest, place: Place) => Reply>>;
  /** What a visitor does in the self-check. */
  readonly user?: (page: Page) => Promise<void>;
}

export interface FilmPage extends AnyPage {
  readonly kind: Exclude<Kind, 'empty'>;
  readonly film: Film;
  /** Evaluated in the page's main frame: whether it plays, where no media element does. */
  readonly plays?: string;
}

export interface EmptyPage extends AnyPage {
  readonly kind: 'empty';
  readonly reasons: readonly string[];
  /** What a visitor sees instead of a film. */
  readonly shows: string;
  /** A protected film that is named as such is right too. */
  readonly film?: Film;
}

export type PlayerPage = FilmPage | EmptyPage;

/** A page with a film or a recording. */
export function filmPage(page: FilmPage): FilmPage {
  return page;
}

/** A page without one, or with none that can be had. */
export function emptyPage(page: EmptyPage): EmptyPage {
  return page;
}

export const isEmptyPage = (page: PlayerPage): page is EmptyPage => page.kind === 'empty';

export const json = (value: unknown): Reply => ({ type: 'application/json', body: JSON.stringify(value) });
export const html = (body: string): Reply => ({ type: 'text/html; charset=utf-8', body });
export const xml = (body: string): Reply => ({ type: 'application/xml', body });
