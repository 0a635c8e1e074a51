import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { editionTime } from './articles.ts';
import { type Reply, reply } from './reply.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.mpegts': 'video/mp2t',
  '.m4s': 'video/iso.segment',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
};

/** The real players from npm. The package has copies of these files, as it does not depend on them. */
const players: Readonly<Record<string, string>> = {
  '/vendor/hls.min.js': 'hls.js/dist/hls.min.js',
  '/vendor/dash.all.min.js': 'dashjs',
};

/** Files of every host: `/media/…` (clips, images, with ranges) and the players; null for any other path. */
export function sharedFile(path: string): Reply | null {
  const player = players[path];
  if (player !== undefined) {
    const copy = new URL(`.${path}`, import.meta.url);
    return fileReply(existsSync(copy) ? copy : createRequire(import.meta.url).resolve(player));
  }
  if (!/^\/media(\/[\w-]+)+\.(mp4|mpegts|m4s|m3u8|mpd|svg|jpg)$/.test(path)) return null;
  return fileReply(new URL(`.${path}`, import.meta.url));
}

/** `/assets/<name>` of a site, from its folder; null where the file does not exist. */
export function siteAsset(site: string, path: string): Reply | null {
  return /^\/assets\/[\w-]+\.(css|js)$/.test(path)
    ? fileReply(new URL(`./sites/${site}${path}`, import.meta.url))
    : null;
}

function fileReply(file: URL | string): Reply | null {
  if (!existsSync(file)) return null;
  const type = types[extname(file.toString())] ?? 'application/octet-stream';
  return reply(readFileSync(file), { type, modifiedAt: editionTime(0), headers: { 'accept-ranges': 'bytes' } });
}
