import type { PageReading } from '../app.ts';
import { withoutControls } from '../text/controls.ts';

export const readingFormats = ['json', 'md', 'html', 'text', 'media', 'links'] as const;
export type ReadingFormat = (typeof readingFormats)[number];

/** What was read of a page, in the format asked for; empty where there is nothing of that. Ends with a line break. JSON escapes what a terminal obeys, text leaves it out. */
export function readingText(
  { snapshot, reading, media, noMedia }: PageReading,
  format: ReadingFormat,
  { oneLine }: { readonly oneLine: boolean },
): string {
  const { draft } = reading;
  switch (format) {
    case 'json': {
      const { links, fingerprint, pageType, reason, detail } = reading;
      const head = { url: snapshot.url, finalUrl: snapshot.finalUrl, status: snapshot.status, via: snapshot.via };
      const value = { ...head, pageType, reason, detail, article: draft, media, noMedia, fingerprint, links };
      return `${JSON.stringify(value, null, oneLine ? 0 : 2)}\n`;
    }
    case 'md':
      return draft === null ? '' : withoutControls(`# ${draft.title}\n\n${draft.markdown}\n`);
    case 'html':
      return draft === null ? '' : withoutControls(`${draft.bodyHtml}\n`);
    case 'text':
      return draft === null ? '' : withoutControls(`${draft.title}\n\n${draft.body}\n`);
    case 'media':
      return media.map(({ url }) => `${url}\n`).join('');
    case 'links':
      return reading.links.map(({ url }) => `${url}\n`).join('');
  }
}
