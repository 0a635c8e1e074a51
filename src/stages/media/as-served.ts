import type { PlayerPage } from '../../browser-port.ts';
import type { Evidence } from '../../model/media/media-sighting.ts';
import type { MediaFinding, Reader } from '../../ports.ts';

interface ServedDocument {
  readonly text: string;
  /** The address that answered. */
  readonly url: string;
}

/** Times that the text of a document that has been loaded is looked for, and the pause between them, ms. */
const looks = 12;
const pauseMs = 50;

/**
 * The media that a rendered page declares. A rendered page has lost its scripts, and its elements show what played when it was taken, perhaps an advertisement:
 * its source, as the player's tab gets it, says more. Of the rendered page, structured data and scripts count.
 */
export async function findAsServed(
  rendered: MediaFinding,
  player: PlayerPage,
  { reader }: { readonly reader: Reader },
): Promise<MediaFinding> {
  const sightings = rendered.sightings.filter(({ evidence }) => evidence.some((reason) => lasting.has(reason)));
  const served = await servedDocument(player);
  if (served === null) return { ...rendered, sightings };
  const inSource = await reader.findMedia({ html: served.text, finalUrl: served.url, network: [] });
  return {
    ...rendered,
    sightings: [...inSource.sightings, ...sightings],
    isVideoPage: rendered.isVideoPage || inSource.isVideoPage,
  };
}

const lasting: ReadonlySet<Evidence> = new Set<Evidence>(['JSON-LD or Open Graph', 'in script text']);

/** The page's document; null: its text is too large, or does not come in time. */
async function servedDocument(player: PlayerPage): Promise<ServedDocument | null> {
  for (let count = 0; count < looks; count++) {
    const document = player.exchanges().find(({ type }) => type === 'document');
    if (document?.text != null) return { text: document.text, url: document.redirectedTo ?? document.url };
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return null;
}
