import type { Companion, MediaItem } from '../../model/media/media-item.ts';
import { networkInput, stdinInput, ytDlpLimits } from './input-limits.ts';

export const downloaders = ['ffmpeg', 'yt-dlp'] as const;
export type Downloader = (typeof downloaders)[number];

/** How a tool opens a medium. */
export interface ToolInput {
  /** User agent of the player; null: the tool's default. */
  readonly userAgent: string | null;
  /** Absolute path of a file with the tool's `manifestInput`; null: the tool fetches the manifest. */
  readonly manifestFile: string | null;
  /** This ffmpeg refuses segments with unusual extensions (tool.ts, `checksSegmentNames`). */
  readonly checksSegmentNames: boolean;
}

/** What a downloader needs besides the item. */
interface CommandContext extends ToolInput {
  /** Address of the page: the Referer that an embedded player expects. */
  readonly pageUrl: string;
  /** Path of the output file, without an extension. */
  readonly output: string;
}

/** A command as separate arguments: no shell ever parses it. */
export interface ToolCommand {
  readonly program: Downloader;
  readonly args: readonly string[];
  /** A file for stdin; null: no input. */
  readonly stdin: string | null;
}

/** ClearKey too: its keys are the page's, and no tool asks for them. */
export const isDrm = ({ protection }: MediaItem): boolean => /^(cenc|cbcs|clearkey)$/.test(protection);

/** Returns why a tool can't download an item; null if it can. */
export function obstacleToDownload(item: MediaItem, tool: Downloader): string | null {
  const { delivery, protection, drmSystems } = item;
  if (isDrm(item)) return `it is protected by DRM (${drmSystems.join(', ') || protection}): no tool downloads it`;
  if (delivery === 'mse-capture' || delivery === 'websocket')
    return 'it has no address: `newshawk media download <page>` records what the page plays';
  if (delivery === 'mediastream') return 'it is a live stream without an address (WebRTC): no tool downloads it';
  const otherAddress = addressesOf(item).find((url) => !/^https?:\/\//i.test(url));
  if (otherAddress !== undefined)
    return `its address (${otherAddress.slice(0, 80)}) is not an http(s) URL: tools open no other protocol`;
  if (delivery === 'embed' && tool === 'ffmpeg') return "it is another site's player: yt-dlp knows many of these";
  if (delivery === 'smooth' && tool === 'ffmpeg') return 'ffmpeg reads no Smooth Streaming: yt-dlp does';
  return null;
}

/** Whether the tool needs the manifest's text: it has no address, or needs a POST. */
export const needsManifestFile = ({ inlineManifest }: MediaItem): boolean => inlineManifest !== null;

/** The URLs that a tool opens first. */
const addressesOf = (item: MediaItem): readonly string[] => [
  ...(needsManifestFile(item) ? [] : [item.url]),
  ...splitParts(item).map(({ url }) => url),
];

/** Returns the commands that download an item, with the headers that its server requires; two if yt-dlp downloads video and audio separately. */
export function downloadCommands(item: MediaItem, tool: Downloader, context: CommandContext): ToolCommand[] {
  if (tool === 'ffmpeg') return [{ program: tool, args: ffmpegArguments(item, context), stdin: context.manifestFile }];
  const parts = [
    { url: item.url, suffix: '' },
    ...splitParts(item).map(({ url, kind }) => ({ url, suffix: `.${kind}` })),
  ];
  return parts.map(({ url, suffix }) => ({
    program: tool,
    stdin: context.manifestFile,
    args: ytDlpArguments({ ...item, url }, { ...context, output: `${context.output}${suffix}` }),
  }));
}

/** Returns the extension of the output: that of a progressive file, else a container for any codec; a live stream gets one that may be cut off at any time. */
export function extensionOf({ url, delivery, live, mimeType, variants }: MediaItem): string {
  if (live !== 'vod') return 'mkv';
  if (delivery === 'flv-stream') return 'flv';
  if (delivery !== 'progressive')
    return variants.length > 0 && variants.every(({ kind }) => kind === 'audio') ? 'm4a' : 'mp4';
  const [, ofUrl] = /\.(mp4|m4v|webm|mov|mkv|ogv|ogg|oga|opus|mp3|m4a|aac|wav|flac|flv|3gp)$/i.exec(pathOf(url)) ?? [];
  if (ofUrl !== undefined) return ofUrl.toLowerCase();
  const [, ofType] = /^(?:video|audio)\/(webm|ogg|mpeg|mp4|flac|wav|aac)/i.exec(mimeType ?? '') ?? [];
  return ofType === undefined ? 'mp4' : ofType.replace('mpeg', 'mp3');
}

/** Returns the inputs with their options. ffprobe accepts the first one, too. */
export function ffmpegInputs(item: MediaItem, { userAgent, manifestFile, checksSegmentNames }: ToolInput): string[] {
  const headers = httpOptions(item, userAgent);
  const own =
    manifestFile === null
      ? [
          ...networkInput,
          ...headers,
          ...(checksSegmentNames ? nameOptions(item, checksSegmentNames) : []),
          ...postOptions(item),
          '-i',
          item.url,
        ]
      : [...stdinInput, '-f', item.delivery, ...nameOptions(item, checksSegmentNames), '-i', 'pipe:0'];
  return [...own, ...splitParts(item).flatMap(({ url }) => [...networkInput, ...headers, '-i', url])];
}

/** Allows segments with any extension: newer versions of ffmpeg refuse unusual ones, older versions lack the option. */
const nameOptions = ({ delivery }: MediaItem, checksSegmentNames: boolean): string[] => {
  if (delivery !== 'hls') return [];
  return checksSegmentNames ? ['-extension_picky', '0', '-allowed_extensions', 'ALL'] : ['-allowed_extensions', 'ALL'];
};

function ffmpegArguments(item: MediaItem, context: CommandContext): string[] {
  const parts = splitParts(item);
  const other = parts.flatMap(({ kind }, at) => ['-map', `${at + 1}:${kind === 'audio' ? 'a' : 'v'}`]);
  const maps = parts.length === 0 ? [] : ['-map', parts.some(({ kind }) => kind === 'video') ? '0:a' : '0:v', ...other];
  return [...ffmpegInputs(item, context), ...maps, '-c', 'copy', `${context.output}.${extensionOf(item)}`];
}

/** The companion with the other half of a medium whose video and audio are separate files. */
const splitParts = ({ companions }: MediaItem): readonly Companion[] =>
  companions.filter(({ kind }) => kind !== 'subtitles').slice(0, 1);

function httpOptions({ headers }: MediaItem, userAgent: string | null): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}\r\n`);
  return [
    ...(userAgent === null ? [] : ['-user_agent', oneLine(userAgent)]),
    ...(lines.length === 0 ? [] : ['-headers', lines.join('')]),
  ];
}

/** ffmpeg sends a POST if it gets a body, as hexadecimal digits. */
const postOptions = ({ method, body }: MediaItem): string[] =>
  method === 'POST' ? ['-post_data', Buffer.from(body ?? '').toString('hex')] : [];

function ytDlpArguments({ url, headers, delivery, live }: MediaItem, context: CommandContext): string[] {
  const { userAgent, pageUrl, output, manifestFile } = context;
  const isReferer = (name: string): boolean => name.toLowerCase() === 'referer';
  const own = Object.entries(headers).find(([name]) => isReferer(name))?.[1];
  const referer = own ?? (delivery === 'embed' ? pageUrl : null);
  const others = Object.entries(headers).filter(([name]) => !isReferer(name));
  const otherHeaders = others.flatMap(([name, value]) => ['--add-header', `${oneLine(name)}:${oneLine(value)}`]);
  return [
    ...ytDlpLimits,
    ...(userAgent === null ? [] : ['--user-agent', oneLine(userAgent)]),
    ...(referer === null ? [] : ['--referer', oneLine(referer)]),
    ...otherHeaders,
    ...(live === 'vod' ? [] : ['--hls-use-mpegts']),
    ...['-o', `${output.replaceAll('%', '%%')}.%(ext)s`],
    ...(manifestFile === null ? ['--', url] : ['-a', '-']),
  ];
}

/** Removes line breaks: a header value from a page must not add a second header. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

/** Returns a file name from a page's title: without path separators, a leading dash or dot, or yt-dlp templates. */
export function fileNameOf(title: string | null): string {
  const name = (title ?? '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return name === '' ? 'media' : name;
}
