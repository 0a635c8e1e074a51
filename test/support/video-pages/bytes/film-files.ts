import { createCipheriv } from 'node:crypto';
import type { Film, VideoPagePlan } from '../plan/plan.ts';
import { encryptedInit, encryptedSegment } from './clear-key.ts';
import {
  audioStream,
  demoFile,
  initSegment,
  longFile,
  mediaSegment,
  segmentsPerRound,
  wholeStream,
} from './film-bytes.ts';
import { mpd } from './mpd.ts';
import { masterPlaylist, mediaPlaylist } from './playlists.ts';

export interface FilmFile {
  readonly body: Buffer | string;
  readonly type: string;
}

export const aesKey = Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex');
const aesIv = Buffer.from(`${'0'.repeat(31)}7`, 'hex');

/** A live stream has been on for this time when the server starts. */
export const liveLeadS = 600;

const hlsType = 'application/vnd.apple.mpegurl';

const entryNames = {
  hls: ['master.m3u8', 'index.m3u8', 'playlist.m3u8', 'film.m3u8', 'v.m3u8'],
  dash: ['manifest.mpd', 'stream.mpd', 'film.mpd'],
  progressive: ['film.mp4', '720p.mp4', 'v.mp4'],
  sound: ['sound.m4a', 'episode.m4a'],
} as const;

/** The name of the file that a downloader opens. */
export function entryName({ film, choices }: VideoPagePlan): string {
  if (film === null) return '';
  const isSound = film.delivery === 'progressive' && film.kind === 'audio';
  const names = entryNames[isSound ? 'sound' : film.delivery];
  const name = names[Math.floor(choices.spare * names.length)] ?? names[0];
  return choices.hasExtension ? name : name.replace(/\.\w+$/, '');
}

/** Where a film's files are; ends with a slash. */
export const filmFolder = ({ seed }: VideoPagePlan, film: Film): string => `/f/${seed}/${film.id}/`;

/** The second file of a film in two. */
export const soundName = 'second-track';

/** A file of a film. @param base where its other files are, for a manifest away from them */
export function filmFile(
  plan: VideoPagePlan,
  name: string,
  { base = '', liveS, liveSince }: { readonly base?: string; readonly liveS: number; readonly liveSince: string },
): FilmFile | null {
  const { film, choices } = plan;
  if (film === null) return null;
  if (name === entryName(plan)) {
    if (film.delivery === 'dash')
      return { body: mpd({ kind: film.kind, base, liveSince }), type: 'application/dash+xml' };
    if (film.delivery === 'progressive') return wholeFilm(film.kind);
    const playlist = { kind: film.kind, base, liveS };
    const only = film.kind === 'audio' ? 'a' : 'v0';
    const isMaster = choices.hasMaster || film.kind === 'split';
    return { body: isMaster ? masterPlaylist(playlist) : mediaPlaylist(only, playlist), type: hlsType };
  }
  if (name === soundName) return { body: wholeStream(audioStream), type: 'audio/mp4' };
  const playlist = /^(v0|v1|a)\.m3u8$/.exec(name)?.[1];
  if (playlist !== undefined && film.delivery === 'hls')
    return { body: mediaPlaylist(playlist, { kind: film.kind, base: '', liveS }), type: hlsType };
  if (name === 'key') return { body: aesKey, type: 'application/octet-stream' };
  return segment(name, film.kind === 'AES-128');
}

function wholeFilm(kind: string): FilmFile {
  if (kind === 'audio') return { body: wholeStream(audioStream), type: 'audio/mp4' };
  return { body: kind === 'split' ? wholeStream(0) : longFile('pilot.mp4'), type: 'video/mp4' };
}

export function segment(name: string, isEncrypted: boolean): FilmFile | null {
  const [, rendition, number] = /^v([01])-(\d+)\.ts$/.exec(name) ?? [];
  if (rendition !== undefined) {
    const bytes = demoFile(`carriers/v${rendition}-${Number(number) % segmentsPerRound}.mpegts`);
    return { body: isEncrypted ? encrypted(bytes) : bytes, type: 'video/mp2t' };
  }
  const [, letter, stream, part] = /^([se])([012])-(init|\d+)\.m(?:p4|4s)$/.exec(name) ?? [];
  if (stream === undefined) return null;
  const bytes = part === 'init' ? initSegment(Number(stream)) : mediaSegment(Number(stream), Number(part));
  const locked = part === 'init' ? encryptedInit : encryptedSegment;
  return {
    body: letter === 'e' ? locked(bytes) : bytes,
    type: Number(stream) === audioStream ? 'audio/mp4' : 'video/mp4',
  };
}

function encrypted(bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', aesKey, aesIv);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
