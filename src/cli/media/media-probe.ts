import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaReading, MediaRoute } from '../../app.ts';
import { needsManifestFile, obstacleToDownload } from '../../commands/download/commands.ts';
import { checkMedia, type MediaCheck, probeSource } from '../../commands/download/ffprobe.ts';
import { manifestInput } from '../../commands/download/manifest-file.ts';
import { checksSegmentNames, findTool } from '../../commands/download/tool.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import type { Session } from '../session.ts';

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
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
