import { paragraphs } from '../page.ts';

/** A page in the mark-up of a theme, with the fields that it shows; what is absent is as in `shown`. */
export interface ThemePage {
  readonly theme: string;
  readonly html: string;
  readonly url?: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly date?: string;
  readonly tags?: readonly string[];
  readonly section?: string | null;
  /** The end of the picture's address. */
  readonly image?: string;
}

/** What most of these pages show. */
export const shown = {
  title: 'Harbour bridge reopens',
  authors: ['Ada Marsh'],
  date: '2026-11-20',
  tags: ['bridges', 'ferry'],
  section: 'Town',
} as const;

export const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');

export const layout = (title: string, body: string, canonical = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${canonical && `<link rel="canonical" href="${canonical}">`}</head><body>${body}<footer><p><a href="/imprint">Imprint</a> © 2026</p></footer></body></html>`;

/** A box with the newest posts of the site, each with its author and section. */
export const recent = (name: string): string =>
  `<section class="${name}"><h2>Recent Posts</h2><ul>${['Rowers win again', 'Bakery closes after a century']
    .map((title, at) => `<li><a href="/story-${at}">${title}</a> <a href="/?author=9" rel="author">Tom Quill</a></li>`)
    .join('')}</ul></section>`;

/** A cloud of the site's tags. */
export const cloud = (name: string): string =>
  `<section class="${name}"><h2>Tags</h2>${['food', 'sport', 'bridges', 'winter'].map((tag) => `<a href="/tag/${tag}/" rel="tag">${tag}</a> `).join('')}</section>`;
