import type { MediaItem } from '../model/media-item.ts';

export type Downloader = 'ffmpeg' | 'yt-dlp';

/** The command line that downloads an item with the headers that its server asks for. For a POSIX shell: every part that came from a page is quoted. */
export function downloadCommand(item: MediaItem, downloader: Downloader): string {
  const parts = downloader === 'ffmpeg' ? ffmpegParts(item) : ytDlpParts(item);
  return parts.map(shellWord).join(' ');
}

function ffmpegParts({ url, headers, title, delivery }: MediaItem): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}\r\n`);
  const asked = lines.length === 0 ? [] : ['-headers', lines.join('')];
  const extension = delivery === 'flv-stream' ? 'flv' : 'mp4';
  return ['ffmpeg', ...asked, '-i', url, '-c', 'copy', `${fileName(title)}.${extension}`];
}

function ytDlpParts({ url, headers, title }: MediaItem): string[] {
  const asked = Object.entries(headers).flatMap(([name, value]) => [
    '--add-header',
    `${oneLine(name)}:${oneLine(value)}`,
  ]);
  return ['yt-dlp', ...asked, '-o', `${fileName(title)}.%(ext)s`, '--', url];
}

/** A header that a page made must not bring a second one with it. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** A page's title as the name of a file: no path, no leading dash or dot, no template of yt-dlp. */
function fileName(title: string | null): string {
  const name = (title ?? '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return name === '' ? 'media' : name;
}

const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
