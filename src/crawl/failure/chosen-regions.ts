import { z } from 'zod';
import type { LivePage } from '../../browser-port.ts';
import { NewshawkError } from '../../errors.ts';
import type { Region } from '../../model/article/draft.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import type { Log, Reader } from '../../ports.ts';

const scrolledSchema = z.tuple([z.number(), z.number()]);
const scrolledTimeoutMs = 1_000;

/**
 * Where extraction sees headline and text on a page that is still open, in CSS px of its screenshot. Empty for a static page, and after an error: a screenshot
 * without regions is better than none.
 */
export async function chosenRegions(
  live: LivePage | null,
  snapshot: Snapshot,
  { reader, log }: { readonly reader: Reader; readonly log: Log },
): Promise<readonly Region[]> {
  const html = (await live?.htmlWithRectangles()) ?? null;
  if (live === null || html === null) return [];
  try {
    const { regions } = await reader.read({ ...snapshot, html }, { draftAlways: true });
    const [x, y] = scrolledSchema.parse(await live.evaluate('[scrollX, scrollY]', scrolledTimeoutMs));
    return regions.map((region) => ({ ...region, x: region.x - x, y: region.y - y }));
  } catch (error) {
    if (error instanceof NewshawkError && error.kind === 'bug') throw error;
    log.warn('failure.no-regions', { url: snapshot.url, error: String(error) });
    return [];
  }
}
