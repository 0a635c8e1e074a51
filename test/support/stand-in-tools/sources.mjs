// What the stand-ins for ffmpeg and ffprobe share: they read as those do (files, addresses by way of http_proxy, playlists) and know two containers.
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';

/** Each `-i` of a command line. */
export const inputsOf = (args) => args.flatMap((arg, at) => (args[at - 1] === '-i' ? [arg] : []));

/** The bytes of a file or of a film behind an address, and whether a playlist named them. */
export async function readSource(source) {
  if (!/^http:/.test(source)) return { bytes: await readFile(source), isPlaylist: false };
  const bytes = await get(source);
  if (!bytes.subarray(0, 7).equals(Buffer.from('#EXTM3U'))) return { bytes, isPlaylist: false };
  const pieces = bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return {
    bytes: Buffer.concat(await Promise.all(pieces.map((piece) => get(new URL(piece, source).href)))),
    isPlaylist: true,
  };
}

/** Never directly: without a proxy there is no answer, so who gets one has asked there. */
function get(url) {
  const proxy = new URL(process.env.http_proxy);
  const { host } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ host: proxy.hostname, port: proxy.port, path: url, headers: { host } }, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      if (response.statusCode === 200) resolve(Buffer.concat(chunks));
      else reject(new Error(`${url}: ${response.statusCode} ${Buffer.concat(chunks)}`));
    })
      .on('error', reject)
      .end();
  });
}

/** ISO/IEC 13818-1: packets of 188 bytes; 0x1b is H.264, 0x0f AAC; a PES header holds the time in 1/90,000 s. */
export function transportStream(bytes) {
  if (bytes[0] !== 0x47 || bytes[188] !== 0x47) return null;
  const times = [];
  const streams = new Map();
  for (let at = 0; at + 188 <= bytes.length; at += 188) {
    const packet = bytes.subarray(at, at + 188);
    if ((packet[1] & 0x40) === 0) continue;
    const payload = packet.subarray(4 + ((packet[3] & 0x20) === 0 ? 0 : 1 + packet[4]));
    if (payload[0] === 0 && payload[1] === 0 && payload[2] === 1) times.push(timeOf(payload));
    else if (payload[1] === 2) readMap(payload.subarray(1), streams);
  }
  const seconds = (Math.max(...times) - Math.min(...times)) / 90_000;
  return { format: { format_name: 'mpegts', duration: String(seconds) }, streams: [...streams.values()] };
}

const timeOf = (pes) =>
  (pes[9] & 0x0e) * 2 ** 29 + pes[10] * 2 ** 22 + (pes[11] & 0xfe) * 2 ** 14 + pes[12] * 2 ** 7 + (pes[13] >> 1);

function readMap(section, streams) {
  const end = 3 + (((section[1] & 0x0f) << 8) | section[2]) - 4;
  for (let at = 12 + (((section[10] & 0x0f) << 8) | section[11]); at < end; ) {
    const [type, id] = [section[at], ((section[at + 1] & 0x1f) << 8) | section[at + 2]];
    if (type === 0x1b) streams.set(id, { codec_type: 'video', codec_name: 'h264' });
    if (type === 0x0f) streams.set(id, { codec_type: 'audio', codec_name: 'aac' });
    at += 5 + (((section[at + 3] & 0x0f) << 8) | section[at + 4]);
  }
}

/** ISO/IEC 14496-12, as far as it names what is in it. */
export function movie(bytes) {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return null;
  const streams = [
    ...(bytes.includes('avc1') ? [{ codec_type: 'video', codec_name: 'h264' }] : []),
    ...(bytes.includes('mp4a') ? [{ codec_type: 'audio', codec_name: 'aac' }] : []),
  ];
  return { format: { format_name: 'mov,mp4,m4a,3gp,3g2,mj2' }, streams };
}
