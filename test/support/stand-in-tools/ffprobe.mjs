// Stands in for ffprobe where a test asks what newshawk makes of its answer: says what is in a transport stream or an mp4 file.
import { inputsOf, movie, readSource, transportStream } from './sources.mjs';

const args = process.argv.slice(2);
if (!args.includes('-h')) {
  const { bytes, isPlaylist } = await readSource(inputsOf(args)[0]);
  const { format, streams } = transportStream(bytes) ??
    movie(bytes) ?? { format: { format_name: 'none' }, streams: [] };
  process.stdout.write(
    JSON.stringify({ format: { ...format, ...(isPlaylist ? { format_name: 'hls' } : {}) }, streams }),
  );
}
