/** What a page shows besides its media: from it, the reason for no media is chosen. */
export interface PlayPageFacts {
  readonly text: string;
  readonly hasPassword: boolean;
  /** Addresses of links to other pages whose label or class promises a medium. */
  readonly playLinks: readonly string[];
  readonly teasers: number;
}

/** Runs in the main frame (as source text). */
function readPlayPageFacts(): PlayPageFacts {
  const watch =
    /^\W*(watch|play|listen)( (now|video|film|movie|full|the|it|trailer|online|episode))*( ?\d+)?\W*$|^\W*(立即|在线|点击|正片|免费)?(播放|观看)\W*$|^\W*第?\d+[集期话]\W*$|^\W*(jetzt )?(ansehen|abspielen)\W*$|^\W*(regarder|voir)( .{0,20})?$|^\W*(ver|guarda|assistir|смотреть)( .{0,20})?$/i;
  const own = location.href.split('#')[0];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    ({ href }) => /^https?:/.test(href) && href.split('#')[0] !== own,
  );
  const label = (link: HTMLAnchorElement): string =>
    (link.innerText || link.getAttribute('aria-label') || link.title || '').trim();
  const playing = links.filter(
    (link) => watch.test(label(link)) || /(^|[\s_-])play[-_]?(btn|button|link|now)?([\s_-]|$)/i.test(link.className),
  );
  const thumbnails = links.filter(
    (link) =>
      link.querySelector('img, video, picture, [style*="background"], [class*="thumb" i], [class*="poster" i]') !==
      null,
  );
  return {
    text: (document.body?.innerText ?? '').slice(0, 6_000),
    hasPassword: [...document.querySelectorAll('input[type="password"]')].some((field) => field.checkVisibility()),
    playLinks: [...new Set(playing.map(({ href }) => href))].slice(0, 100),
    teasers: new Set([
      ...thumbnails.map(({ href }) => href),
      ...links.filter((link) => link.querySelector('video')).map(({ href }) => href),
    ]).size,
  };
}

export const factsExpression = `(${readPlayPageFacts})()`;
