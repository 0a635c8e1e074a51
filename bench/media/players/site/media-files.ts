import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encryptedDash } from './encrypted-dash.ts';

const run = promisify(execFile);
const ffmpeg = (folder: string, ...args: string[]): Promise<unknown> =>
  run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { cwd: folder });

const picture = (seconds: number, size = '640x360'): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=duration=${seconds}:size=${size}:rate=25`,
];
const tone = (seconds: number, hertz: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=${hertz}:duration=${seconds}`,
];
const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0'.split(' ');
const aac = '-c:a aac -b:a 96k -ac 2'.split(' ');
const fast = ['-movflags', '+faststart'];

const captions =
  'WEBVTT\n\n00:01.000 --> 00:04.000\nThe first boat leaves at six.\n\n00:05.000 --> 00:09.000\nIt carries the post.\n';

/** Makes the films, recordings and pictures that the pages use, once. @returns their folder */
export async function makeMedia(folder: string): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await makeFiles(unfinished);
  await makeRenditions(unfinished);
  await encryptedDash(join(unfinished, 'locked'), join(unfinished, 'film.mp4'));
  await writeFile(join(unfinished, 'captions.vtt'), captions);
  await rename(unfinished, folder); // an interrupted run leaves nothing that looks complete
  return folder;
}

async function makeFiles(to: string): Promise<void> {
  await ffmpeg(to, ...picture(40), ...tone(40, 330), ...h264, '-b:v', '500k', ...aac, ...fast, 'film.mp4');
  await ffmpeg(
    to,
    '-i',
    'film.mp4',
    '-vf',
    'scale=320:-2',
    ...h264,
    '-b:v',
    '200k',
    '-c:a',
    'copy',
    ...fast,
    'low.mp4',
  );
  await ffmpeg(to, '-i', 'film.mp4', '-vf', 'hue=h=90', ...h264, '-b:v', '500k', '-c:a', 'copy', ...fast, 'second.mp4');
  await ffmpeg(to, '-i', 'film.mp4', '-c', 'copy', 'film.flv');
  await ffmpeg(to, ...picture(6, '320x180'), ...tone(6, 440), ...h264, ...aac, ...fast, 'teaser.mp4');
  await ffmpeg(to, ...picture(8), ...tone(8, 600), ...h264, ...aac, ...fast, 'advert.mp4');
  await ffmpeg(to, ...picture(5), ...h264, ...fast, 'loop.mp4');
  await ffmpeg(
    to,
    '-i',
    'film.mp4',
    ...'-f mpegts -c:v mpeg1video -b:v 800k -bf 0 -c:a mp2 -b:a 96k'.split(' '),
    'mpeg1.ts',
  );
  await ffmpeg(to, ...tone(60, 250), '-c:a', 'libmp3lame', '-b:a', '64k', 'talk.mp3');
  await ffmpeg(to, ...tone(60, 200), ...aac, ...fast, 'talk.m4a');
  for (let at = 1; at <= 6; at++)
    await ffmpeg(
      to,
      '-ss',
      String(at * 5),
      '-i',
      'film.mp4',
      '-frames:v',
      '1',
      '-vf',
      'scale=320:-2',
      `thumb-${at}.jpg`,
    );
  await ffmpeg(to, '-ss', '3', '-i', 'film.mp4', '-frames:v', '1', 'poster.jpg');
}

async function makeRenditions(to: string): Promise<void> {
  const two = [
    '-map',
    '0:v',
    '-map',
    '0:v',
    '-map',
    '0:a',
    ...h264,
    '-b:v:0',
    '500k',
    '-b:v:1',
    '200k',
    '-s:v:1',
    '320x180',
    ...aac,
  ];
  await mkdir(join(to, 'hls'));
  const twoAudios = ['-map', '0:v', '-map', '0:a', '-map', '0:v', '-map', '0:a', ...two.slice(6)];
  const hls = '-f hls -hls_time 4 -hls_playlist_type vod -master_pl_name master.m3u8'.split(' ');
  await ffmpeg(
    join(to, 'hls'),
    '-i',
    '../film.mp4',
    ...twoAudios,
    ...hls,
    '-var_stream_map',
    'v:0,a:0 v:1,a:1',
    'v%v.m3u8',
  );
  await mkdir(join(to, 'cmaf'));
  const dash = '-f dash -seg_duration 4 -use_template 1 -use_timeline 0 -hls_playlist 1'.split(' ');
  await ffmpeg(join(to, 'cmaf'), '-i', '../film.mp4', ...two, ...dash, 'manifest.mpd');
}
