// Stands in for ffmpeg where a test asks what newshawk hands over: reads its inputs and writes them one behind the other.
import { writeFile } from 'node:fs/promises';
import { inputsOf, readSource } from './sources.mjs';

const args = process.argv.slice(2);
if (!args.includes('-h')) {
  const sources = await Promise.all(inputsOf(args).map(readSource));
  await writeFile(args.at(-1), Buffer.concat(sources.map(({ bytes }) => bytes)));
}
