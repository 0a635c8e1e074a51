import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { MediaReading, MediaRoute } from '../../app.ts';
import {
  type Downloader,
  downloadCommands,
  fileNameOf,
  needsManifestFile,
  obstacleToDownload,
  type ToolCommand,
} from '../../commands/download/commands.ts';
import { checkMedia, type MediaCheck, probeSource } from '../../commands/download/ffprobe.ts';
import { type ManifestInput, manifestInput } from '../../commands/download/manifest-file.ts';
import { checksSegmentNames, findTool } from '../../commands/download/tool.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';

/** Prints the download commands for a POSIX shell, one per line. An item that no tool can download becomes a comment with the reason. */
export async function printCommands(
  session: Session,
  { media, url: pageUrl, route }: MediaReading,
  tool: Downloader,
): Promise<void> {
  const { env } = session.io;
  const checksNames = tool === 'ffmpeg' && (await checksSegmentNames(await findTool('ffmpeg', env), env));
  const taken = new Map<string, number>();
  for (const item of media) {
    const obstacle = obstacleToDownload(item, tool);
    if (obstacle !== null) {
      await session.print(`# ${printable(item.url)}: ${obstacle}\n`);
      continue;
    }
    const title = fileNameOf(item.title);
    const count = (taken.get(title) ?? 0) + 1;
    taken.set(title, count);
    const output = count === 1 ? title : `${title}-${count}`;
    const input = needsManifestFile(item) ? manifestInput(item, tool) : null;
    const manifestFile = input === null ? null : await writeManifest(session, input, output);
    const context = { userAgent: route.userAgent, pageUrl, output, manifestFile, checksSegmentNames: checksNames };
    for (const command of downloadCommands(item, tool, context)) await session.print(`${shellCommand(command)}\n`);
  }
}

/** Writes the manifest to a new file in the working folder. @returns the file */
async function writeManifest(session: Session, { text, extension }: ManifestInput, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const file = resolve(session.io.cwd, `${name}${number === 1 ? '' : `-${number}`}.${extension}`);
    try {
      await writeFile(file, text, { flag: 'wx' });
      session.say(`The manifest has no address that a tool can fetch: it was written to ${file}.`);
      return file;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new CommandError(
        exitCodes.usage,
        `${file} can't be written (${code}). Run it in a folder with enough space.`,
        {
          cause: error,
        },
      );
    }
  }
}

const shellCommand = ({ program, args, stdin }: ToolCommand): string =>
  [...[program, ...args].map(shellWord), ...(stdin === null ? [] : ['<', shellWord(stdin)])].join(' ');

const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

type Checked = MediaCheck | { readonly error: string };

/** The result of ffprobe for each item, in order; null, with a message on stderr, where ffprobe is missing. */
export async function probeItems(session: Session, { media, route }: MediaReading): Promise<Checked[] | null> {
  const ffprobe = await findTool('ffprobe', session.io.env);
  if (ffprobe === null) {
    session.say('--probe: ffprobe is not in PATH. It comes with ffmpeg (Debian: apt-get install ffmpeg).');
    return null;
  }
  const checks: Checked[] = [];
  for (const item of media) checks.push(await probeOne(session, item, { ffprobe, route }));
  return checks;
}

async function probeOne(
  session: Session,
  item: MediaItem,
  { ffprobe, route }: { readonly ffprobe: string; readonly route: MediaRoute },
): Promise<Checked> {
  const obstacle = obstacleToDownload(item, 'ffmpeg');
  if (obstacle !== null) return { error: obstacle };
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-probe-'));
  try {
    const manifestFile = needsManifestFile(item) ? join(folder, 'manifest') : null;
    if (manifestFile !== null) await writeFile(manifestFile, manifestInput(item, 'ffmpeg').text);
    const checksNames = await checksSegmentNames(ffprobe, session.io.env);
    const source = probeSource(item, { userAgent: route.userAgent, manifestFile, checksSegmentNames: checksNames });
    return await checkMedia(ffprobe, source, {
      env: session.io.env,
      guardUrl: route.guardUrl,
      signal: session.signal,
      stdin: manifestFile,
      timeoutMs: null,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
