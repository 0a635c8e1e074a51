import { z } from 'zod';
import type { MediaItem } from '../../model/media/media-item.ts';
import { ffmpegInputs, type ToolInput } from './commands.ts';
import { runTool, type ToolRun } from './tool.ts';

/** What ffprobe reports about a medium. */
export interface MediaCheck {
  readonly format: string;
  readonly durationMs: number | null;
  readonly streams: readonly {
    readonly kind: string;
    readonly codec: string | null;
    readonly widthPx: number | null;
    readonly heightPx: number | null;
  }[];
}

const checkTimeoutMs = 30_000;

const outputSchema = z.object({
  format: z.object({ format_name: z.string(), duration: z.string().optional() }),
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  ),
});

/** @returns the format and streams; an error if ffprobe can't read the file or address */
export async function checkMedia(
  ffprobe: string,
  source: readonly string[],
  run: ToolRun,
): Promise<MediaCheck | { readonly error: string }> {
  const args = ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', ...source];
  const { code, stdout, stderrTail } = await runTool(ffprobe, args, { ...run, timeoutMs: checkTimeoutMs });
  if (code !== 0)
    return { error: stderrTail.trim() || `ffprobe ended ${code === null ? 'at its limit' : `with ${code}`}` };
  const parsed = outputSchema.safeParse(parseJson(stdout));
  if (!parsed.success) return { error: 'ffprobe reports nothing about it' };
  const { format, streams } = parsed.data;
  if (streams.length === 0) return { error: 'ffprobe finds neither video nor audio in it' };
  const seconds = Number(format.duration);
  return {
    format: format.format_name,
    durationMs: Number.isFinite(seconds) ? Math.round(seconds * 1_000) : null,
    streams: streams.map(({ codec_type, codec_name, width, height }) => ({
      kind: codec_type,
      codec: codec_name ?? null,
      widthPx: width ?? null,
      heightPx: height ?? null,
    })),
  };
}

/** Returns ffprobe's arguments for the item's address and headers, without companions. */
export function probeSource(item: MediaItem, input: ToolInput): string[] {
  return ffmpegInputs({ ...item, companions: [] }, input);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema reports it
  }
}
