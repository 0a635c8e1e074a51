import { kindOf } from '../../errors.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import type { Page } from '../../model/page/page.ts';
import type { HttpResponse, MediaFinding } from '../../ports.ts';
import type { MediaPorts } from './resolve.ts';

/** Frames per page, frames in them included: a crawl pays one request for each. */
const maxFrames = 3;
const maxDepth = 2;
const maxBytes = 512 * 1024;
const timeoutMs = 5_000;

/**
 * Adds the media in a page's frames to those in its source, where that has no sign of any: a player's frame may have any address. Only frames that may hold a
 * player are fetched. A frame that does not answer changes nothing.
 */
export async function lookIntoFrames(page: Page, finding: MediaFinding, ports: MediaPorts): Promise<MediaFinding> {
  const queue = framesOf(finding, page.finalUrl, 1);
  for (let count = 0; count < maxFrames; count++) {
    const frame = queue.shift();
    if (frame === undefined) break;
    const answer = await fetchFrame(frame, ports);
    if (answer === null) continue;
    const html = new TextDecoder().decode(answer.body);
    const inside = await ports.reader.findMedia({ html, finalUrl: answer.url, network: [] });
    if (inside.isVideoPage) return joined(finding, inside, frame.referer);
    if (frame.depth < maxDepth) queue.push(...framesOf(inside, answer.url, frame.depth + 1));
  }
  return finding;
}

interface FramePlan {
  readonly url: string;
  readonly referer: string;
  readonly depth: number;
}

const framesOf = ({ frames = [] }: MediaFinding, referer: string, depth: number): FramePlan[] =>
  frames.map((url) => ({ url, referer, depth }));

/** Null: no document. */
async function fetchFrame({ url, referer }: FramePlan, { http, identity }: MediaPorts): Promise<HttpResponse | null> {
  try {
    const answer = await http.fetch({ url, identity, headers: { referer }, maxBytes, timeoutMs });
    const isDocument = answer.status < 400 && /html|^$/.test(answer.headers['content-type'] ?? '');
    return isDocument ? answer : null;
  } catch (error) {
    if (kindOf(error) === 'bug') throw error;
    return null; // the page is judged without this frame
  }
}

/** The frame's media are asked for from its own document. */
function joined(finding: MediaFinding, inside: MediaFinding, referer: string): MediaFinding {
  const framed = (item: MediaItem): MediaItem => ({ ...item, headers: { referer, ...item.headers } });
  return {
    ...finding,
    isVideoPage: true,
    isScripted: finding.isScripted || inside.isScripted,
    items: [...finding.items, ...inside.items.map(framed)],
    sightings: [...finding.sightings, ...inside.sightings],
  };
}
