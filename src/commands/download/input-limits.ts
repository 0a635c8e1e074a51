/**
 * What ffmpeg and ffprobe may open for one input. A page chooses the bytes behind an address, and ffmpeg decides by these bytes: a session description (SDP) behind
 * `x.mp4` opens UDP sockets, a concat list or a playlist names further addresses and files. Without a whitelist, ffmpeg allows what is behind an http address `rtp`,
 * `udp` and `tcp`, which don't use the proxy and so bypass the egress guard.
 */
const inputLimits = (protocols: readonly string[], formats: readonly string[]): readonly string[] => [
  '-protocol_whitelist',
  protocols.join(),
  '-format_whitelist',
  formats.join(),
];

/** `tcp`, `tls` and `httpproxy` carry http and https; `crypto` decrypts AES-128 segments; manifests contain `data` URIs. */
const networkProtocols = ['http', 'https', 'tcp', 'tls', 'httpproxy', 'crypto', 'data'];
/** Demuxers that read one file and open no other: containers of video and audio, and the subtitles of HLS. */
const containers = [
  ...['mov', 'mp4', 'matroska', 'webm', 'mpegts', 'mpeg', 'flv', 'live_flv', 'avi', 'asf', 'ogg'],
  ...['mp3', 'aac', 'ac3', 'eac3', 'flac', 'wav', 'amr', 'aiff', 'caf', 'webvtt'],
  ...['h264', 'hevc', 'mpegvideo'],
];
/** Demuxers of manifests: they open http(s) and `data` addresses only, and their segments have the same whitelists. */
const manifests = ['hls', 'dash'];

/** Of an http(s) address. */
export const networkInput = inputLimits(networkProtocols, [...containers, ...manifests]);
/** Of a manifest on stdin. `file` is not allowed: a nested playlist could copy a local file into the output. */
export const stdinInput = inputLimits(['pipe', ...networkProtocols], [...containers, ...manifests]);
/** Of a file that was downloaded or recorded. */
export const localInput = inputLimits(['file'], containers);

/** Protocols of yt-dlp's formats. For others it starts rtmpdump, mplayer or ffmpeg. */
const ytDlpProtocols = "[protocol~='^(https?|m3u8(_native)?|http_dash_segments(_generator)?|ism)$']";

/** Steps in which yt-dlp starts ffmpeg for a downloaded file without being asked to; it takes arguments for each by name only. */
const ytDlpPostprocessors = [
  'Merger',
  ...['M3u8', 'M4a', 'Stretched', 'Timestamp', 'Duration', 'DuplicateMoov'].map((defect) => `Fixup${defect}`),
];

/** The same for yt-dlp: what it may choose, and what the ffmpeg may open that it starts. Its ffprobe, for which it takes no arguments, reads local files only: for these ffmpeg allows no network by default. */
export const ytDlpLimits = [
  ...['-f', `bv*${ytDlpProtocols}+ba${ytDlpProtocols}/b${ytDlpProtocols}`],
  ...['--downloader-args', `ffmpeg_i:${networkInput.join(' ')}`],
  ...ytDlpPostprocessors.flatMap((name) => ['--postprocessor-args', `${name}+ffmpeg_i:${localInput.join(' ')}`]),
];
