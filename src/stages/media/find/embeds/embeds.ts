/** Embedded players of video hosts: the host (subdomains included) and the path of its player. */
const players: readonly (readonly [host: string, path: RegExp])[] = [
  ['youtube.com', /^\/embed\/[\w-]+/],
  ['youtube-nocookie.com', /^\/embed\/[\w-]+/],
  ['player.vimeo.com', /^\/video\/\d+/],
  ['dailymotion.com', /^\/embed\/video\/\w+/],
  ['geo.dailymotion.com', /^\/player/],
  ['facebook.com', /^\/(v[\d.]+\/)?plugins\/video/],
  ['players.brightcove.net', /./],
  ['content.jwplatform.com', /^\/(players|videos)\//],
  ['cdn.jwplayer.com', /^\/players\//],
  ['player.twitch.tv', /./],
  ['tiktok.com', /^\/(embed|player)\//],
  ['rumble.com', /^\/embed\//],
  ['fast.wistia.net', /^\/embed\//],
  ['player.bilibili.com', /./],
  ['v.qq.com', /^\/(iframe|txp)\//],
  ['player.youku.com', /^\/embed\//],
  ['open.iqiyi.com', /./],
  ['rutube.ru', /^\/play\/embed\//],
  ['vk.com', /^\/video_ext\.php/],
  ['ok.ru', /^\/videoembed\//],
  ['player.ooyala.com', /./],
  ['cdnapisec.kaltura.com', /\/embed/],
  ['w.soundcloud.com', /^\/player/],
  ['open.spotify.com', /^\/embed\//],
  ['embed.podcasts.apple.com', /./],
];

/** Whether an absolute address leads to the player of a known video or audio host. */
export function isKnownEmbed(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return players.some(([host, path]) => (hostname === host || hostname.endsWith(`.${host}`)) && path.test(pathname));
}

/** Source of a regular expression that matches every address of those hosts, and some others: a quick test for scripts in a page. */
export const embedHostsSource = `^https?://([\\w-]+\\.)*(${players.map(([host]) => host.replaceAll('.', '\\.')).join('|')})/`;
