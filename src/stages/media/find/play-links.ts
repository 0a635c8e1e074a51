import { noPlayLinks, type PlayLinks } from '../../../model/media/play-links.ts';
import { attribute, type MarkupContext, type MarkupElement } from './element.ts';
import type { LinkTexts } from './link-texts.ts';
import { mediaAddress } from './media-url.ts';

/** A link of the page's content to another page, and its signs of a medium there. */
export interface ContentLink {
  readonly url: string;
  /** Its label is a call to play: "Watch now", "Episode 4". */
  readonly isCalled: boolean;
  /** Its class is that of a play button. */
  readonly isButton: boolean;
  readonly hasPicture: boolean;
  /** A running time, a play icon or a clip, or its address says so. */
  readonly isFilm: boolean;
  readonly hasFilmAddress: boolean;
}

const callToPlay =
  /^\W*(watch|play|listen)( (now|video|film|movie|full|the|it|trailer|online|free|episode|series|here))*( ?\d+)?\W*$|^\W*(start|continue|resume) (watching|listening|playing)\W*$|^\W*(episode|ep\.?|folge|épisode|episodio|серия) ?\d+\W*$|^\W*(立即|在线|点击|正片|免费)?(播放|观看)\W*$|^\W*第?\d+[集期话話]\W*$|^\W*(jetzt |film |video )?(ansehen|abspielen|anschauen|anhören|streamen)\W*$|^\W*(regarder|voir|écouter)( .{0,20})?$|^\W*(ver|guarda|assistir|reproducir|смотреть|слушать)( .{0,20})?$|^\W*(視聴|再生)(する)?\W*$|^\W*(시청|재생)(하기)?\W*$/i;
const buttonClass = /(^|[\s_-])(play|watch)[-_]?(btn|button|link|now|cta)?([\s_-]|$)/i;
const iconClass =
  /(^|[\s_-])(play|duration|runtime|video|film|movie|clip|episode)([-_](icon|badge|btn|button|overlay|thumb\w*|card|time|length|item|tile))?([\s_-]|$)/i;
const filmAddress =
  /[/_-](watch|videos?|v|play(er)?|episodes?|ep-?\d+|films?|movies?|clips?|vod|stream|listen|podcasts?)([/_.-]|$)|[?&](v|vid|video(_?id)?|play|watch|episode|ep|clip)=/i;
const filmTitle =
  /\b(videos?|films?|movies?|episodes?|clips?|trailers?|watch|tv shows?|series|season|anime|documentar(y|ies)|podcasts?|mediathek|folgen?|filme|staffel|vidéos?|épisodes?|películas?|episodios?)\b|видео|фильм|серии|视频|電影|电影|影片|剧集|动漫|動画|映画|영화|드라마/i;
const pictureClass = /(^|[\s_-])(thumb\w*|poster|cover|still|preview-?image)([\s_-]|$)/i;
/** Boxes beside a page's own content: menus, sidebars, teasers of other pages. */
const besideTags = /^(nav|aside|footer)$/;
const besideClass =
  /(^|[\s_-])(sidebar|related|recommend(ed|ations?)?|up-?next|you-may-(also-)?like|trending|most-(read|viewed|popular)|footer|nav(bar|igation)?|menu|breadcrumbs?|site-header)([\s_-]|$)/i;
/** Characters of prose from which a page is an article, whatever it links to. */
const articleChars = 1_500;
/** Fewer teasers are no list. */
const listFrom = 3;
const maxLinks = 100;
/** Elements per link that are looked at. */
const maxInLink = 60;

/** Whether an element's content is beside the page's own. */
export function isBesideContent(element: MarkupElement): boolean {
  if (besideTags.test(element.tagName)) return true;
  if (/^(html|body|main|article|a|video|audio|iframe)$/.test(element.tagName)) return false;
  if (/^(navigation|complementary|contentinfo)$/.test(attribute(element, 'role') ?? '')) return true;
  return besideClass.test(`${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`);
}

/** Reads a link to another page; null: it has no sign of media there. */
export function readLink(link: MarkupElement, { base }: MarkupContext, texts: LinkTexts): ContentLink | null {
  const url = mediaAddress(attribute(link, 'href') ?? '', base);
  if (url === null || withoutHash(url) === withoutHash(base)) return null;
  const inside = elementsIn(link);
  const classes = (element: MarkupElement): string => attribute(element, 'class') ?? '';
  const label = texts.labelOf(link) || (attribute(link, 'aria-label') ?? attribute(link, 'title') ?? '');
  const hasPicture = inside.some(
    (element) =>
      /^(img|picture|video)$/.test(element.tagName) ||
      pictureClass.test(classes(element)) ||
      /background(-image)?:/.test(attribute(element, 'style') ?? ''),
  );
  const hasFilmAddress = filmAddress.test(pathOf(url));
  const isFilm =
    hasFilmAddress ||
    texts.isTimed(link) ||
    inside.some((element) => element.tagName === 'video' || iconClass.test(classes(element)));
  const isCalled = callToPlay.test(label);
  const isButton = buttonClass.test(classes(link));
  return isCalled || isButton || hasPicture ? { url, isCalled, isButton, hasPicture, isFilm, hasFilmAddress } : null;
}

/** @param title of the page; isDeclared: its metadata says that it is about a film or a series */
export function choosePlayLinks(
  links: readonly ContentLink[],
  page: {
    readonly url: string;
    readonly title: string;
    readonly isDeclared: boolean;
    readonly texts: LinkTexts;
  },
): PlayLinks {
  const isShort = page.texts.proseChars < articleChars;
  const isAboutFilms = page.isDeclared || filmTitle.test(page.title) || filmAddress.test(pathOf(page.url));
  const calls = links.filter(({ isCalled, isButton, hasFilmAddress }) => {
    const signs = [isCalled, isButton, hasFilmAddress, isAboutFilms, isShort];
    return (isCalled || isButton) && signs.filter(Boolean).length >= 2;
  });
  if (calls.length > 0) return { kind: 'detail', urls: addresses(calls) };
  const teasers = links.filter(({ hasPicture }) => hasPicture);
  const films = isAboutFilms ? teasers : teasers.filter(({ isFilm }) => isFilm);
  const urls = addresses(films);
  const isList = isShort && urls.length >= listFrom && films.length * 2 >= teasers.length;
  return isList ? { kind: 'list', urls } : noPlayLinks;
}

const addresses = (links: readonly ContentLink[]): string[] =>
  [...new Set(links.map(({ url }) => url))].slice(0, maxLinks);

const withoutHash = (url: string): string => url.split('#', 1)[0] ?? '';

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function elementsIn(link: MarkupElement): MarkupElement[] {
  const inside: MarkupElement[] = [];
  const queue = [...link.childNodes];
  for (let node = queue.shift(); node !== undefined && inside.length < maxInLink; node = queue.shift()) {
    if (!('tagName' in node)) continue;
    inside.push(node);
    queue.push(...node.childNodes);
  }
  return inside;
}
