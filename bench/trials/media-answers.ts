import type { SiteFile } from './trial-site.ts';

/** Where hostile media point: nothing of a download may arrive there. */
export interface Bait {
  readonly tcpPort: number;
  /** Even, as RTP has it. Nothing listens: sockets are looked for. */
  readonly udpPort: number;
  /** A local file with a real film: what copies it has read it. */
  readonly filmFile: string;
}

export interface HostileMedium {
  readonly name: string;
  /** A path of the trial's site. */
  readonly url: string;
  readonly files: Readonly<Record<string, SiteFile>>;
}

/** URLs outside http, by protocol. */
function otherUrls({ tcpPort, udpPort, filmFile }: Bait): Readonly<Record<string, string>> {
  return {
    file: `file://${filmFile}`,
    rtsp: `rtsp://127.0.0.1:${tcpPort}/live`,
    udp: `udp://127.0.0.1:${udpPort}`,
    concat: `concat:${filmFile}|${filmFile}`,
    tcp: `tcp://127.0.0.1:${tcpPort}`,
    rtp: `rtp://127.0.0.1:${udpPort}`,
    rtmp: `rtmp://127.0.0.1:${tcpPort}/live/film`,
    ftp: `ftp://127.0.0.1:${tcpPort}/film.ts`,
  };
}

/** Of these, the ones that are tried in all places; each download takes some seconds. */
const everywhere: ReadonlySet<string> = new Set(['file', 'rtsp', 'udp']);

const mp4 = 'video/mp4';
const hls = 'application/vnd.apple.mpegurl';

const sdp = (address: string, port: number): string =>
  ['v=0', `o=- 0 0 IN IP4 ${address}`, 's=film', `c=IN IP4 ${address}`, 't=0 0', `m=video ${port} RTP/AVP 33`, ''].join(
    '\r\n',
  );
const concatList = (url: string): string => `ffconcat version 1.0\nfile '${url}'\n`;
const playlist = (url: string): string =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${url}\n#EXTINF:4,\n${url}\n#EXT-X-ENDLIST\n`;
const master = (url: string): string => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=90000\n${url}\n`;
const keyed = (url: string): string =>
  playlist('segment.ts').replace('#EXTINF', `#EXT-X-KEY:METHOD=AES-128,URI="${url}"\n#EXTINF`);
const mpd = (url: string): string =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="90000"><BaseURL>${url.replaceAll('&', '&amp;')}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
const dataOf = (type: string, text: string): string => `data:${type};base64,${Buffer.from(text).toString('base64')}`;

/** Session descriptions, and other protocols in the places where a page can put an address: a redirect, a list, a playlist. */
export function hostileMedia(bait: Bait): readonly HostileMedium[] {
  const session = sdp('127.0.0.1', bait.udpPort);
  const file = (name: string, type: string, body: string, location?: string): HostileMedium => ({
    name,
    url: `/${name}`,
    files: { [`/${name}`]: { type, body, ...(location === undefined ? {} : { location }) } },
  });
  const places = Object.entries(otherUrls(bait)).flatMap(([protocol, url]) => [
    file(`list-${protocol}.mp4`, mp4, concatList(url)),
    file(`playlist-${protocol}.m3u8`, hls, playlist(url)),
    ...(everywhere.has(protocol)
      ? [
          file(`playlist-${protocol}.mp4`, mp4, playlist(url)),
          file(`master-${protocol}.m3u8`, hls, master(url)),
          file(`key-${protocol}.m3u8`, hls, keyed(url)),
          file(`manifest-${protocol}.mpd`, 'application/dash+xml', mpd(url)),
          file(`redirect-${protocol}.mp4`, mp4, '', url),
        ]
      : []),
  ]);
  return [
    file('session.mp4', mp4, session),
    file('session-multicast.mp4', mp4, sdp('239.255.77.1/1', bait.udpPort)),
    file('session.sdp', 'application/sdp', session),
    file('data-session.m3u8', hls, playlist(dataOf(mp4, session))),
    file('data-list.m3u8', hls, playlist(dataOf(mp4, concatList(bait.filmFile)))),
    file('data-playlist.m3u8', hls, master(dataOf(hls, playlist(`file://${bait.filmFile}`)))),
    ...places,
  ];
}
