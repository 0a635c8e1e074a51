import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import { fileTrouble } from '../../machine/make-folder.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import { freshMedia } from '../media/fresh-media.ts';
import type { Session } from '../session.ts';

interface Options {
  readonly since?: Date;
  readonly topic?: string;
  readonly q?: string;
  readonly site?: string;
  readonly output?: string;
}

/** Addresses per export; a larger store is read through the API. */
const maxMedia = 100_000;

/** Writes the addresses of the stored main media, newest first, one per line. Addresses that expire soon are signed again first. */
export async function exportMedia(session: Session, { since, topic, q, site, output }: Options): Promise<void> {
  if (topic !== undefined)
    throw new CommandError(
      exitCodes.usage,
      '-f urls exports media, which have no topic: leave --topic out, or use -f jsonl.',
    );
  if (q !== undefined)
    throw new CommandError(
      exitCodes.usage,
      '-f urls exports media, which have no words to search: leave --q out, or use -f jsonl.',
    );
  await using app = await session.openApp({ storePurpose: 'existing' });
  const { media } = await app.store();
  const newest = oncePerFilm(await media.find({ ...(site === undefined ? {} : { site }), limit: maxMedia }));
  const selected = newest.filter((item) => isMain(item) && (since === undefined || item.foundAt >= since));
  const file = output === undefined ? null : resolve(session.io.cwd, output);
  await using target = file === null ? null : await openForWriting(file);
  let count = 0;
  for (const item of selected) {
    if (session.signal.aborted) {
      session.exitCode = exitCodes.interrupted;
      return;
    }
    const { url } = await freshMedia(session, app, item);
    count++;
    if (target === null) await session.print(`${url}\n`);
    else await target.appendFile(`${url}\n`);
  }
  if (file !== null) session.say(`${count} addresses are in ${file}.`);
}

/** The newest item of each film: several pages may have it. */
const oncePerFilm = (newest: readonly StoredMedia[]): StoredMedia[] =>
  [...new Map(newest.toReversed().map((item) => [item.fingerprint, item])).values()].reverse();

const isMain = ({ role, url }: StoredMedia): boolean => role === 'main' && /^https?:/.test(url);

async function openForWriting(file: string) {
  try {
    return await open(file, 'w');
  } catch (cause) {
    throw new CommandError(
      exitCodes.usage,
      `${file} can't be written (${fileTrouble(cause as NodeJS.ErrnoException)}). Give -o a file in an existing folder with enough space.`,
      { cause },
    );
  }
}
