import type { MediaItem } from '../../../../src/model/media/media-item.ts';
import type { NoMediaReason } from '../../../../src/model/page/page.ts';
import { entryName, filmFolder, soundName } from '../bytes/film-files.ts';
import { renditions } from '../bytes/playlists.ts';
import { decoyOf } from '../markup/decoys.ts';
import type { Origins } from '../markup/origins.ts';
import type { EmptyAxes } from '../plan/axes.ts';
import type { Film, VideoPagePlan } from '../plan/plan.ts';

/** What a right answer for a page is. */
export interface Expectation {
  /** Acceptable addresses of the best item; `*` is any text. Empty: there is no film. */
  readonly urls: readonly string[];
  readonly delivery: MediaItem['delivery'];
  readonly protection: readonly MediaItem['protection'][];
  readonly live: readonly MediaItem['live'][];
  readonly isRewindable: boolean;
  /** Addresses that may not be the main medium. */
  readonly mustNot: readonly string[];
  /** Right endings without an item; beside `urls` each is as good as an item. */
  readonly reasons: readonly NoMediaReason[];
  /** Sizes of the renditions. */
  readonly variants: readonly string[];
  /** Address of the sound, where it is another file. */
  readonly sound: string | null;
  /** Whether the address carries its end. */
  readonly expires: boolean;
}

const nothing: Expectation = {
  urls: [],
  delivery: 'progressive',
  protection: ['none'],
  live: ['vod'],
  isRewindable: false,
  mustNot: [],
  reasons: [],
  variants: [],
  sound: null,
  expires: false,
};

export function expectationOf(plan: VideoPagePlan, origins: Origins): Expectation {
  const { film, films, meant, choices } = plan;
  if (film === null) return plan.empty === null ? nothing : emptyExpectation(plan, plan.empty, origins);
  const wanted = film.episode === 'list' ? films : films.filter((_, at) => at === meant);
  const others = films.filter((each) => !wanted.includes(each));
  const hasMaster = film.delivery === 'dash' || choices.hasMaster || film.kind === 'split';
  const isSplitFile = film.kind === 'split' && film.delivery === 'progressive';
  return {
    ...nothing,
    urls: wanted.flatMap((each) => urlsOf(plan, each, origins)),
    delivery: film.delivery,
    protection: film.kind === 'AES-128' ? ['aes-128'] : film.kind === 'ClearKey' ? ['clearkey'] : ['none'],
    live: film.kind === 'live' ? ['live'] : film.kind === 'DVR' ? ['live', 'event'] : ['vod'],
    isRewindable: film.kind === 'DVR',
    mustNot: [...decoyOf(plan, origins).mustNot, ...others.flatMap((each) => urlsOf(plan, each, origins))],
    variants:
      film.delivery !== 'progressive' && film.kind !== 'audio' && hasMaster
        ? renditions.map(({ widthPx, heightPx }) => `${widthPx}x${heightPx}`)
        : [],
    sound: isSplitFile && wanted[0] !== undefined ? `${origins.cdn}${filmFolder(plan, wanted[0])}${soundName}` : null,
    expires: film.address === 'signed',
  };
}

function urlsOf(plan: VideoPagePlan, film: Film, { cdn, page }: Origins): string[] {
  const file = `${cdn}${filmFolder(plan, film)}${entryName(plan)}`;
  switch (plan.film?.address) {
    case 'signed':
      return [`${file}?*`];
    case 'redirect':
      return [file, `${page}/go/${plan.seed}/${film.id}/*`];
    case 'blob':
    case 'data':
      return ['inline:*', 'data:*', 'blob:*'];
    default:
      return [file];
  }
}

const reasons: Readonly<Record<EmptyAxes['empty'], readonly NoMediaReason[]>> = {
  article: ['not-video-page'],
  'detail page': ['not-play-page'],
  thumbnails: ['not-play-page'],
  login: ['login-required'],
  DRM: ['drm-only'],
  'no media': ['no-media'],
};

/** What a lure makes right as well: a page may be one with media that are not its content. */
const alsoRight: Readonly<Partial<Record<EmptyAxes['lure'], readonly NoMediaReason[]>>> = {
  'background loop': ['no-media'],
  advertisement: ['no-media'],
  'hover preview': ['not-play-page'],
};

function emptyExpectation(plan: VideoPagePlan, { empty, lure }: EmptyAxes, { cdn }: Origins): Expectation {
  const more = empty === 'article' ? (alsoRight[lure] ?? []) : [];
  const expectation = { ...nothing, reasons: [...reasons[empty], ...more] };
  if (empty !== 'DRM') return expectation;
  return {
    ...expectation,
    urls: [`${cdn}/drm/${plan.seed}/manifest.mpd`],
    delivery: 'dash',
    protection: ['cenc', 'cbcs'],
  };
}
