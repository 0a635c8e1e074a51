import type { Draw } from '../types/draw.ts';
import type { TrueType } from '../types/generate.ts';

/** Pages in the markup of one system of the web. The markup is written after what each is known to print, not taken from it. */
export interface System {
  readonly name: string;
  readonly type: TrueType;
  readonly page: (draw: Draw) => SystemPage;
}

export interface SystemPage {
  readonly path: string;
  readonly html: string;
  /** Default 200. */
  readonly status?: number;
}

/** Systems of one type by name. */
export const systemsOf = (type: TrueType, pages: Readonly<Record<string, System['page']>>): System[] =>
  Object.entries(pages).map(([name, page]) => ({ name, type, page }));

/** A message of a topic, question or mailing list. */
export interface Message {
  readonly id: number;
  readonly nick: string;
  readonly date: Date;
  /** Plain sentences, one a paragraph. */
  readonly parts: readonly string[];
}

/** The messages of a topic, the first one first. */
export function messagesOf(draw: Draw): readonly Message[] {
  const nicks = draw.many(draw.number(2, 7), () => draw.nick());
  const start = draw.date().getTime();
  return draw.many(draw.one([2, 3, 4, 6, 9, 15, 25]), (at) => ({
    id: draw.number(1_000, 90_000) * 100 + at,
    nick: at === 0 ? (nicks[0] ?? '') : draw.one(nicks),
    date: new Date(start + at * 3_600_000 * draw.number(1, 30)),
    parts:
      at === 0
        ? [...draw.many(draw.number(1, 4), () => draw.paragraph()), draw.word('help')]
        : draw.many(draw.one([1, 1, 1, 2, 3]), () =>
            draw.one([draw.word('thanks'), draw.word('same'), draw.sentence(), draw.paragraph()]),
          ),
  }));
}

export const inParagraphs = ({ parts }: Message): string => parts.map((part) => `<p>${part}</p>`).join('\n');
export const inLines = ({ parts }: Message): string => parts.join('<br />\n<br />\n');

/** A document without any furniture of its own. */
export const page = (draw: Draw, title: string, body: string, head = '', bodyClass = ''): string =>
  `<!DOCTYPE html><html lang="${draw.language}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body class="${bodyClass}">${body}</body></html>`;

export const meta = (property: string, content: string): string =>
  `<meta ${property.includes(':') ? 'property' : 'name'}="${property}" content="${content}">`;
