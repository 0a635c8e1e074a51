import type { DemoArticle } from '../../articles.ts';

export const origin = 'http://harbour-gazette.example';

/** `/2026/10/14/slug`, or `/video/slug`. */
export const pathOf = ({
  publishedAt,
  slug,
  section,
}: Pick<DemoArticle, 'publishedAt' | 'slug' | 'section'>): string =>
  section === 'video' ? `/video/${slug}` : `/${publishedAt.slice(0, 10).replaceAll('-', '/')}/${slug}`;

/** Special pages; each is linked from the front page's "Editor's picks". */
export const special = {
  /** The template failed: headline, byline, and an empty body. */
  broken: '/2026/11/03/ferry-timetable-consultation',
  /** Half of the page comes, then nothing. */
  hung: '/2026/11/12/live-from-the-harbour-radio-room',
  /** Was deleted: 404. */
  gone: '/2026/09/28/quayside-market-moves-to-shed-9',
  /** robots.txt forbids it. */
  forbidden: '/subscribers/2026/11/06/inside-the-pilot-office',
  /** 301 to the article about the rail link. */
  moved: '/go/rail-link',
} as const;

export const movedTo = '/2026/11/04/rail-link-from-port-opens';

/** The same article under a second address, with rel=canonical to the first. */
export const twins: readonly { readonly path: string; readonly of: string; readonly kind: 'amp' | 'print' }[] = [
  {
    kind: 'amp',
    path: '/amp/2026/10/02/tug-crew-saves-yacht-off-skell',
    of: '/2026/10/02/tug-crew-saves-yacht-off-skell',
  },
  {
    kind: 'print',
    path: '/print/2026/09/29/shore-power-for-cruise-ships',
    of: '/2026/09/29/shore-power-for-cruise-ships',
  },
];

export const sections = [
  ['harbour', 'Harbour'],
  ['energy', 'Energy'],
  ['science', 'Science & Coast'],
  ['culture', 'Culture'],
  ['sport', 'Sport'],
  ['food', 'Food'],
  ['video', 'Video'],
] as const;
