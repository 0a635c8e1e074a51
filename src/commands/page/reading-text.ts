import type { ReadPageResult } from '../../app.ts';
import type { DateValue, Draft } from '../../model/article/draft.ts';
import { valueText } from '../../model/data/data-value.ts';
import type { DataFinding, OwnData } from '../../model/data/own-data.ts';
import { withoutControls } from '../../text/characters.ts';

export const readingFormats = ['page', 'json', 'md', 'html', 'text', 'media', 'links'] as const;
export type ReadingFormat = (typeof readingFormats)[number];

/** A page's reading in the requested format, with a final line break; empty where the page has nothing of it. JSON escapes control characters, text leaves them out. */
export function readingText(
  { snapshot, reading }: ReadPageResult,
  format: ReadingFormat,
  { oneLine }: { readonly oneLine: boolean },
): string {
  const { draft } = reading;
  const { media, noMedia } = snapshot;
  switch (format) {
    case 'json': {
      const { links, fingerprint, pageType, reason, detail, ownData } = reading;
      const head = { url: snapshot.url, finalUrl: snapshot.finalUrl, status: snapshot.status, via: snapshot.via };
      const value = { ...head, pageType, reason, detail, article: draft, ownData, media, noMedia, fingerprint, links };
      return `${JSON.stringify(value, null, oneLine ? 0 : 2)}\n`;
    }
    case 'page':
      return withoutControls(`${draft === null ? '' : pageOf(draft)}${ownDataText(reading.ownData)}`);
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

/** Title, facts and text for a person. Unknown facts are left out. */
function pageOf(draft: Draft): string {
  const { publishedAt, modifiedAt, provenance, images, media } = draft;
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['address', draft.canonicalUrl],
    ['outlet', draft.source ?? ''],
    ['authors', draft.authors.join(', ')],
    ['published', shownDate(publishedAt)],
    ['modified', shownDate(modifiedAt)],
    ['section', draft.section ?? ''],
    ['tags', draft.tags.join(', ')],
    ['language', draft.lang ?? ''],
    ['kind', draft.pageType],
    ['pictures', images.length === 0 ? '' : `${images.length}`],
    ['media', media.length === 0 ? '' : `${media.length}`],
    ['read by', `${draft.extractor}, sure to ${Math.round(100 * (provenance.body?.confidence ?? 0))} %`],
  ];
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(11)}${value}`);
  return `${draft.title}\n\n${lines.join('\n')}\n\n${draft.body}\n`;
}

/** Values with the rules that gave them, and problems with the page's own text. */
function ownDataText({ fields, records }: OwnData): string {
  const lines = [
    ...fields.map((finding) => `data.${findingText(finding)}`),
    ...records.flatMap(({ kind, matches, records: ofKind }) => [
      `${ofKind.length} records of ${kind} (${matches} elements)`,
      ...ofKind.map(({ findings }) => `  ${findings.map(findingText).join(', ')}`),
    ]),
  ];
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

const findingText = ({ field, value, rule, raw, problem }: DataFinding): string =>
  `${field}: ${valueText(value) || '-'}${rule === null ? '' : ` by ${rule}`}${problem === null ? '' : ` (${problem}: ${JSON.stringify(raw)})`}`;

/** `2026-11-20 09:30 +08:00`. */
const shownDate = (date: DateValue | null): string =>
  date === null ? '' : date.value.replace(/T(\d\d:\d\d)(?::\d\d)?/, ' $1').replace(/ (\d\d:\d\d)(?=[+-])/, ' $1 ');
