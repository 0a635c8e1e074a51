import type { FormatEvidence } from '../../src/model/page/format-evidence.ts';
import { at, ending, entry } from '../storage/records.ts';
import type { FakeCrawl } from './crawl-ports.ts';

/** Evidence of a format whose static fetches are enough; what differs from that is given. */
export function evidenceOf(format: string, given: Partial<FormatEvidence> = {}): FormatEvidence {
  const url = entry('http://gazette.example/earlier').url;
  const comparisons = [1, 2, 3].map((minute) => ({ at: at(minute), url, result: 'same' as const, detail: '' }));
  return {
    host: 'gazette.example',
    format,
    compared: 3,
    enough: 3,
    comparisons,
    staticGave: [true, true, true],
    updatedAt: at(3),
    ...given,
  };
}

/** Puts evidence into the store, as a visit would. */
export async function knowFormat(crawl: FakeCrawl, format: string, given: Partial<FormatEvidence> = {}): Promise<void> {
  const task = await crawl.claim({ url: entry(`http://earlier.example/${format.length}`).url });
  await crawl.io.store.commit(ending(task, { format: evidenceOf(format, given) }));
}
