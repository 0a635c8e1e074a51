import type { Skin } from '../in-page/stand-in.ts';
import type { FilmAxes } from '../plan/axes.ts';

type Player = FilmAxes['player'];

const sized = 'position: relative; width: 640px; height: 360px; background: #111';
const poster = (name: string): string =>
  `<div class="${name}" style="position: absolute; inset: 0; background: {poster}"></div>`;
const centred = 'position: absolute; left: 280px; top: 145px; width: 80px; height: 70px';
const triangle =
  '<svg viewBox="0 0 24 24" width="40" height="40"><path d="M5 3l16 9-16 9z" fill="currentColor"/></svg>';

const skin = (html: string, more: Partial<Skin> = {}): Skin => ({
  html,
  tech: '',
  hides: '',
  button: '',
  loadsEarly: false,
  states: ['', ''],
  ...more,
});

/** The markup of each player, as it is before it plays: class names and structure of the real ones. */
export const skins: Readonly<Record<Exclude<Player, 'own'>, Skin>> = {
  native: skin(`{media}<button class="native-play play" aria-label="{play}" style="${centred}">▶</button>`, {
    loadsEarly: true,
    playsHlsItself: true,
    hides: '.native-play',
    button: '.native-play',
  }),
  'hls.js': skin(`{media}<button class="overlay-btn" aria-label="{play}" style="${centred}">${triangle}</button>`, {
    loadsEarly: true,
    hides: '.overlay-btn',
  }),
  'dash.js': skin(
    `{media}<div class="cover" style="position: absolute; inset: 0"><span class="play-circle" style="${centred}">▶</span></div>`,
    {
      loadsEarly: true,
      hides: '.cover',
    },
  ),
  'video.js': skin(
    `{media}${poster('vjs-poster')}<button class="vjs-big-play-button" type="button" title="{play}" style="${centred}"><span aria-hidden="true" class="vjs-icon-placeholder">▶</span><span class="vjs-control-text">{play}</span></button><div class="vjs-control-bar" dir="ltr"><button class="vjs-play-control vjs-control vjs-button" type="button" title="{play}"></button><div class="vjs-volume-panel vjs-control"></div></div>`,
    {
      tech: 'vjs-tech',
      loadsEarly: true,
      hides: '.vjs-poster, .vjs-big-play-button',
      states: ['video-js vjs-default-skin vjs-paused', 'video-js vjs-has-started vjs-playing'],
    },
  ),
  Shaka: skin(
    `{media}<div class="shaka-controls-container" shown="true" style="position: absolute; inset: 0"><div class="shaka-play-button-container"><button class="shaka-play-button" icon="play" aria-label="{play}" style="${centred}">▶</button></div></div>`,
    {
      tech: 'shaka-video',
      loadsEarly: true,
      hides: '.shaka-play-button-container, .shaka-controls-container',
      states: ['shaka-video-container', 'shaka-video-container'],
    },
  ),
  Plyr: skin(
    `<div class="plyr plyr--full-ui plyr--video plyr--paused" style="${sized}"><div class="plyr__controls"><button class="plyr__controls__item plyr__control" type="button" data-plyr="play" aria-label="{play}"></button></div><div class="plyr__video-wrapper">{media}${poster('plyr__poster')}</div><button type="button" class="plyr__control plyr__control--overlaid" data-plyr="play" aria-label="{play}" style="${centred}">${triangle}<span class="plyr__sr-only">{play}</span></button></div>`,
    { loadsEarly: true, hides: '.plyr__poster, .plyr__control--overlaid' },
  ),
  JW: skin(
    `<div class="jw-wrapper jw-reset"><div class="jw-media jw-reset">{media}</div>${poster('jw-preview jw-reset')}<div class="jw-controls jw-reset"><div class="jw-display jw-reset"><div class="jw-display-container"><div class="jw-display-icon-container jw-display-icon-display jw-reset"><div class="jw-icon jw-icon-display jw-button-color jw-reset" role="button" tabindex="0" aria-label="{play}" style="${centred}">▶</div></div></div></div></div></div>`,
    {
      tech: 'jw-video jw-reset',
      hides: '.jw-preview, .jw-display',
      states: ['jwplayer jw-reset jw-state-idle', 'jwplayer jw-reset jw-state-playing'],
    },
  ),
  Flowplayer: skin(
    `<div class="fp-player">{media}${poster('fp-poster')}</div><div class="fp-ui" style="position: absolute; inset: 0"><div class="fp-play fp-visible" style="${centred}"><span class="fp-icon fp-playbtn"></span></div></div>`,
    {
      tech: 'fp-engine',
      hides: '.fp-poster, .fp-play, .fp-ui',
      states: ['flowplayer is-splash', 'flowplayer is-playing'],
    },
  ),
  Clappr: skin(
    `<div data-player class="clappr-player" style="${sized}"><div class="container" data-container>{media}<div class="player-poster clickable" data-poster style="position: absolute; inset: 0; background: {poster}"><div class="play-wrapper" data-poster style="${centred}">${triangle}</div></div></div><div class="media-control" data-media-control></div></div>`,
    { loadsEarly: false, hides: '.player-poster' },
  ),
  CKPlayer: skin(
    `<div class="ckplayer-ckplayer" style="${sized}"><div class="ck-main"><div class="ck-video">{media}</div><div class="ck-center-play" title="{play}" style="${centred}"></div><div class="ck-bar"><div class="ck-btn-play" title="{play}"></div></div></div></div>`,
    { hides: '.ck-center-play' },
  ),
  DPlayer: skin(
    `<div class="dplayer-mask"></div><div class="dplayer-video-wrap">{media}<div class="dplayer-bezel"><span class="dplayer-bezel-icon"></span></div></div><div class="dplayer-controller"><div class="dplayer-icons dplayer-icons-left"><button class="dplayer-icon dplayer-play-icon" style="position: absolute; left: 8px; bottom: 4px; width: 34px; height: 30px">▶</button></div></div><button class="dplayer-mobile-play" style="${centred}">${triangle}</button>`,
    {
      tech: 'dplayer-video dplayer-video-current',
      loadsEarly: true,
      hides: '.dplayer-mobile-play',
      states: ['dplayer dplayer-paused', 'dplayer dplayer-playing'],
    },
  ),
  Artplayer: skin(
    `<div class="art-video-player art-mask-show" style="${sized}">{media}${poster('art-poster')}<div class="art-mask"><div class="art-state" style="${centred}"><i class="art-icon art-icon-state" aria-label="{play}">▶</i></div></div><div class="art-bottom"></div></div>`,
    { tech: 'art-video', loadsEarly: true, hides: '.art-poster, .art-mask' },
  ),
};

/** Players that sites build themselves: a picture with a named button, one with a nameless icon, one with a word. */
const ownSkins: readonly [Skin, ...Skin[]] = [
  skin(
    `<div class="stage">{media}${poster('still')}<button class="play-btn" aria-label="{play}" style="${centred}">▶</button></div>`,
    {
      hides: '.still, .play-btn',
      button: '.play-btn',
    },
  ),
  skin(
    `<figure class="k3x">{media}${poster('q7')}<span class="z1" style="${centred}; color: #fff">${triangle}</span></figure>`,
    {
      hides: '.q7, .z1',
    },
  ),
  skin(
    `{media}<div class="video-cover" style="position: absolute; inset: 0; background: {poster}"><p>{play}</p></div>`,
    {
      hides: '.video-cover',
      button: '.video-cover',
    },
  ),
];

export const skinOf = (player: Player, chance: number): Skin =>
  player === 'own' ? (ownSkins[Math.floor(chance * ownSkins.length)] ?? ownSkins[0]) : skins[player];

const buttons: Readonly<Record<Exclude<Player, 'own'>, string>> = {
  native: '.native-play',
  'hls.js': '.overlay-btn',
  'dash.js': '.play-circle',
  'video.js': '.vjs-big-play-button',
  Shaka: '.shaka-play-button',
  Plyr: '.plyr__control--overlaid',
  JW: '.jw-icon-display',
  Flowplayer: '.fp-play',
  Clappr: '.play-wrapper',
  CKPlayer: '.ck-center-play',
  DPlayer: '.dplayer-mobile-play',
  Artplayer: '.art-state',
};

/** What a person clicks to start a player. @param hasAdBefore the browser's own controls are there without an advertisement only */
export function buttonOf(player: Player, chance: number, hasAdBefore: boolean): string {
  if (player === 'native' && !hasAdBefore) return '.film-box video, .film-box audio';
  if (player !== 'own') return buttons[player];
  return ['.play-btn', '.z1', '.video-cover'][Math.floor(chance * 3)] ?? '.play-btn';
}

/** How the page calls each player: `box`, `source` and `autoplay` are variables of the script. */
export const calls: Readonly<Record<Player, string>> = {
  native: 'standIn(box, source, { autoplay });',
  own: 'standIn(box, source, { autoplay });',
  'hls.js': 'standIn(box, source, { autoplay });',
  'dash.js': 'standIn(box, source, { autoplay });',
  'video.js':
    'const player = videojs(box, { controls: true, autoplay, muted: true }); player.src({ src: source.url, type: mimeType, ...source });',
  Shaka:
    'const ui = new shaka.ui.Overlay(new shaka.Player(), box); ui.configure({ autoplay }); ui.getControls().getPlayer().load(source.url, source);',
  Plyr: 'const player = new Plyr(box, { autoplay, muted: true }); player.source = { type: source.medium, sources: [{ src: source.url, type: mimeType, ...source }] };',
  JW: 'jwplayer(box).setup({ autostart: autoplay, mute: true, playlist: [{ title: document.title, sources: [{ file: source.url, type: source.type, ...source }] }] });',
  Flowplayer:
    'flowplayer(box, { autoplay, muted: true, clip: { sources: [{ src: source.url, type: mimeType, ...source }] } });',
  Clappr:
    'new Clappr.Player({ parent: box, source: source.url, mimeType, autoPlay: autoplay, mute: true, playback: source });',
  CKPlayer: 'new ckplayer({ container: box, autoplay, video: [[source.url, mimeType, "HD", 10]], plugin: source });',
  DPlayer: 'new DPlayer({ container: box, autoplay, video: { url: source.url, type: source.type, ...source } });',
  Artplayer: 'new Artplayer({ container: box, autoplay, url: source.url, type: source.type, option: source });',
};

/** The calling convention of each player's library: it hands the source to the stand-in. */
export const fronts: Readonly<Partial<Record<Player, string>>> = {
  'video.js':
    'window.videojs = (box, options) => ({ src: ({ src, ...more }) => standIn(box, { ...more, url: src }, options) });',
  Shaka:
    'window.shaka = { Player: class { load(url, more) { standIn(this.box, { ...more, url }, this.options); } }, ui: { Overlay: class { constructor(player, box) { this.player = player; player.box = box; } configure(options) { this.player.options = options; } getControls() { return { getPlayer: () => this.player }; } } } };',
  Plyr: 'window.Plyr = class { constructor(box, options) { this.box = box; this.options = options; } set source({ sources: [{ src, ...more }] }) { standIn(this.box, { ...more, url: src }, this.options); } };',
  JW: 'window.jwplayer = (box) => ({ setup({ autostart, playlist: [{ sources: [{ file, ...more }] }] }) { standIn(box, { ...more, url: file }, { autoplay: autostart }); return this; }, on() { return this; } });',
  Flowplayer:
    'window.flowplayer = (box, { autoplay, clip: { sources: [{ src, ...more }] } }) => standIn(box, { ...more, url: src }, { autoplay });',
  Clappr:
    'window.Clappr = { Player: class { constructor({ parent, source, autoPlay, playback }) { standIn(parent, { ...playback, url: source }, { autoplay: autoPlay }); } } };',
  CKPlayer:
    'window.ckplayer = class { constructor({ container, autoplay, video: [[url]], plugin }) { standIn(container, { ...plugin, url }, { autoplay }); } };',
  DPlayer:
    'window.DPlayer = class { constructor({ container, autoplay, video: { url, ...more } }) { standIn(container, { ...more, url }, { autoplay }); } };',
  Artplayer:
    'window.Artplayer = class { constructor({ container, autoplay, url, option }) { standIn(container, { ...option, url }, { autoplay }); } };',
};
