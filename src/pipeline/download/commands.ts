import type { Companion, MediaItem } from '../../model/media/media-item.ts';

export const downloaders = ['ffmpeg', 'yt-dlp'] as const;
export type Downloader = (typeof downloaders)[number];

/** What a downloader has to know beside the item. */
export interface CommandContext {
  /** As the player sent it; null: the tool's own. */
  readonly userAgent: string | null;
  /** The page: what an embedded player wants as its Referer. */
  readonly pageUrl: string;
  /** Name of the file to be, with its folder, without an extension. */
  readonly output: string;
  /** Where the manifest's text was written, absolute; null: the tool fetches it. */
  readonly manifestFile: string | null;
  /** This ffmpeg judges the pieces of a playlist by their names (tool.ts, `checksSegmentNames`). */
  readonly checksSegmentNames: boolean;
}

/** A command in parts, without the program: no shell ever reads it. */
export interface ToolCommand {
  readonly program: Downloader;
  readonly args: readonly string[];
  /** A file that it reads from stdin. */
  readonly stdin: string | null;
}

/** Why an item can't be handed to a tool; null: it can. */
export function obstacleToDownload({ delivery, protection, drmSystems }: MediaItem, tool: Downloader): string | null {
  if (delivery === 'mse-capture' || delivery === 'websocket')
    return 'it has no address: `newshawk media download <page>` records what the page plays';
  if (delivery === 'mediastream') return 'it is a live stream without an address (WebRTC): no tool downloads it';
  if (protection === 'cenc' || protection === 'cbcs')
    return `it is protected (${drmSystems.join(', ') || protection}): no tool downloads it`;
  if (delivery === 'embed' && tool === 'ffmpeg') return "it is another site's player: yt-dlp knows many of these";
  if (delivery === 'smooth' && tool === 'ffmpeg') return 'ffmpeg reads no Smooth Streaming: yt-dlp does';
  return null;
}

/** Only the text of the manifest is known, or no GET fetches it: it has to be a file. */
export const needsManifestFile = ({ inlineManifest }: MediaItem): boolean => inlineManifest !== null;

/** The commands that download an item with what its server asks for; two where yt-dlp takes picture and sound one by one. */
export function downloadCommands(item: MediaItem, tool: Downloader, context: CommandContext): ToolCommand[] {
  if (tool === 'ffmpeg') return [{ program: tool, args: ffmpegArguments(item, context), stdin: context.manifestFile }];
  const parts = [
    { url: item.url, suffix: '' },
    ...splitParts(item).map(({ url, kind }) => ({ url, suffix: `.${kind}` })),
  ];
  return parts.map(({ url, suffix }) => ({
    program: tool,
    stdin: null,
    args: ytDlpArguments({ ...item, url }, { ...context, output: `${context.output}${suffix}` }),
  }));
}

/** With a progressive file its own; else what holds any codec, and (live) what can be cut off at any moment. */
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

/** The sources with their options: as ffprobe takes the first, too. */
export function ffmpegInputs(
  item: MediaItem,
  {
    userAgent,
    manifestFile,
    checksSegmentNames,
  }: Pick<CommandContext, 'userAgent' | 'manifestFile' | 'checksSegmentNames'>,
): string[] {
  const asked = httpOptions(item, userAgent);
  const own =
    manifestFile === null
      ? [
          ...asked,
          ...(checksSegmentNames ? nameOptions(item, checksSegmentNames) : []),
          ...postOptions(item),
          '-i',
          item.url,
        ]
      : [...localOptions, '-f', item.delivery, ...nameOptions(item, checksSegmentNames), '-i', 'pipe:0'];
  return [...own, ...splitParts(item).flatMap(({ url }) => [...asked, '-i', url])];
}

/** Pieces that are called pictures, or nothing: newer ffmpegs refuse them by their names, older ones do not know the option. */
const nameOptions = ({ delivery }: MediaItem, checksSegmentNames: boolean): string[] => {
  if (delivery !== 'hls') return [];
  return checksSegmentNames ? ['-extension_picky', '0', '-allowed_extensions', 'ALL'] : ['-allowed_extensions', 'ALL'];
};

/**
 * A manifest's text is read from stdin. Never as a file: with files allowed, a playlist that it leads to could name one of this machine, and that would be
 * copied into the film.
 */
const localOptions = ['-protocol_whitelist', 'pipe,crypto,data,http,https,tcp,tls,httpproxy'];

function ffmpegArguments(item: MediaItem, context: CommandContext): string[] {
  const parts = splitParts(item);
  const other = parts.flatMap(({ kind }, at) => ['-map', `${at + 1}:${kind === 'audio' ? 'a' : 'v'}`]);
  const maps = parts.length === 0 ? [] : ['-map', parts.some(({ kind }) => kind === 'video') ? '0:a' : '0:v', ...other];
  return [...ffmpegInputs(item, context), ...maps, '-c', 'copy', `${context.output}.${extensionOf(item)}`];
}

/** Picture and sound in two files: what has to be put together again. */
const splitParts = ({ companions }: MediaItem): readonly Companion[] =>
  companions.filter(({ kind }) => kind !== 'subtitles').slice(0, 1);

function httpOptions({ headers }: MediaItem, userAgent: string | null): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}\r\n`);
  return [
    ...(userAgent === null ? [] : ['-user_agent', oneLine(userAgent)]),
    ...(lines.length === 0 ? [] : ['-headers', lines.join('')]),
  ];
}

/** ffmpeg takes a body as hexadecimal digits, and POSTs where it has one. */
const postOptions = ({ method, body }: MediaItem): string[] =>
  method === 'POST' ? ['-post_data', Buffer.from(body ?? '').toString('hex')] : [];

function ytDlpArguments({ url, headers, delivery, live }: MediaItem, context: CommandContext): string[] {
  const { userAgent, pageUrl, output, manifestFile } = context;
  const isReferer = (name: string): boolean => name.toLowerCase() === 'referer';
  const own = Object.entries(headers).find(([name]) => isReferer(name))?.[1];
  const referer = own ?? (delivery === 'embed' ? pageUrl : null);
  const others = Object.entries(headers).filter(([name]) => !isReferer(name));
  const asked = others.flatMap(([name, value]) => ['--add-header', `${oneLine(name)}:${oneLine(value)}`]);
  return [
    ...(userAgent === null ? [] : ['--user-agent', oneLine(userAgent)]),
    ...(referer === null ? [] : ['--referer', oneLine(referer)]),
    ...asked,
    ...(live === 'vod' ? [] : ['--hls-use-mpegts']),
    ...(manifestFile === null ? [] : ['--enable-file-urls']),
    ...['-o', `${output.replaceAll('%', '%%')}.%(ext)s`, '--'],
    manifestFile === null ? url : `file://${encodeURI(manifestFile)}`,
  ];
}

/** A header that a page made must not bring a second one with it. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');

/** A page's title as the name of a file: no path, no leading dash or dot, no template of yt-dlp. */
export function fileNameOf(title: string | null): string {
  const name = (title ?? '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return name === '' ? 'media' : name;
}
