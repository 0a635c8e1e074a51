import type { Place } from './player-page.ts';

export interface Layout {
  readonly title: string;
  /** Scripts and stylesheets of the player. */
  readonly head?: string;
  /** The player and what stands around it. */
  readonly main: string;
  readonly language?: string;
}

const style = `body{margin:0;font:16px/1.5 Georgia,serif;color:#222}header,footer{background:#1d2b3a;color:#fff;padding:12px 24px}
header a{color:#fff;margin-right:16px}main{max-width:880px;margin:24px auto;padding:0 16px}.related{display:grid;grid-template-columns:repeat(3,1fr);gap:12px}
.related img{width:100%}video{max-width:100%}.stage{width:800px;height:450px;position:relative;background:#000}`;

/** A document of a site: its header, the main part, its footer. */
export function site({ title, head = '', main, language = 'en' }: Layout): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style>${head}</head><body>
<header><strong>The Estuary Channel</strong> <nav><a href="/">Home</a><a href="/programmes">Programmes</a><a href="/about">About</a></nav></header>
<main>${main}</main><footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer></body></html>`;
}

const paragraphs = [
  'The harbour crew has worked the early shift for eleven years. The film follows them from the first light until the gates close, with the sound as it was on the day.',
  'Nobody on the quay expected the river to rise so fast. The engineers show what they changed after the flood, and what still has to be rebuilt before the winter.',
  'Two of the boats are older than the people who steer them. Spare parts are made in the yard itself, from drawings that the founders left behind.',
];

/** An article of a few paragraphs around the player. */
export const article = (layout: Layout): string =>
  site({
    ...layout,
    main: `<article><h1>${layout.title}</h1><p class="meta">12 March · by the desk</p><p>${paragraphs[0]}</p>${layout.main}<p>${paragraphs[1]}</p><p>${paragraphs[2]}</p></article>`,
  });

/** A page for one film: the player first, a few lines about it, others below. */
export const watch = (layout: Layout, place: Place): string =>
  site({
    ...layout,
    main: `${layout.main}<h1>${layout.title}</h1><p>${paragraphs[2]}</p><h2>More films</h2>${thumbnails(place, 3)}`,
  });

const names = [
  'The ferry at night',
  'A yard in winter',
  'Letters from the lock',
  'Bread for the crew',
  'Under the bridge',
  'The last pilot',
];

/** Links to other films, with pictures. */
export const thumbnails = ({ picture }: Place, count: number): string =>
  `<div class="related">${names
    .slice(0, count)
    .map(
      (name, at) =>
        `<a href="/films/${at + 204}"><img src="${picture(`thumb-${at + 1}.jpg`)}" alt=""><span>${name}</span></a>`,
    )
    .join('')}</div>`;

/** A document for a frame: nothing but the player. */
export const bare = ({ title, head = '', main }: Layout): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title><style>body{margin:0;background:#000}.stage{width:100vw;height:100vh}</style>${head}</head><body>${main}</body></html>`;

export const script = (address: string): string => `<script src="${address}"></script>`;
export const styles = (address: string): string => `<link rel="stylesheet" href="${address}">`;

/** The page's own bundle, at the end of the body. */
export const bundled = '<script type="module" src="{bundle}"></script>';
/** The stylesheets that the bundle imports. */
export const bundledStyles = '<link rel="stylesheet" href="{styles}">';
