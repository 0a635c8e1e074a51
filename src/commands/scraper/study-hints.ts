import type { StudiedPage } from './site-study.ts';

/** What pages show that a person should know: paywalls, media, pages that need a browser. A sentence each. Pure. */
export function studyHints(pages: readonly StudiedPage[], others: readonly { readonly why: string }[]): string[] {
  const count = (test: (page: StudiedPage) => boolean): number => pages.filter(test).length;
  const of = (number: number): string => `${number} of ${pages.length} pages`;
  const walled = count(({ snapshot }) => /"isAccessibleForFree"\s*:\s*"?false/i.test(snapshot.html));
  const rendered = count(({ snapshot }) => snapshot.via === 'browser');
  const withMedia = count(({ snapshot }) => snapshot.media.length > 0);
  const unplayed = count(({ snapshot }) => snapshot.media.length === 0 && snapshot.noMedia !== 'not-video-page');
  const joined = count(({ reading }) => reading.nextPage !== null);
  const blocked = others.filter(({ why }) => /^blocked/.test(why)).length;
  const sentences: readonly (readonly [number, string])[] = [
    [
      walled,
      `${of(walled)} say that they are not free of charge (isAccessibleForFree): their text may be only a beginning.`,
    ],
    [blocked, `${blocked} pages were a wall (consent, login, bot check) instead of an article.`],
    [rendered, `${of(rendered)} have their text only in a browser.`],
    [withMedia, `${of(withMedia)} have media that the generic resolver finds.`],
    [
      unplayed,
      `${of(unplayed)} look like video pages without a medium in the markup: try \`newshawk media <address> --explain\`; docs/media.md says how to write \`media\`.`,
    ],
    [joined, `${of(joined)} continue on further pages; they are joined (articlePages: 1 leaves them apart).`],
  ];
  return sentences.flatMap(([number, sentence]) => (number > 0 ? [sentence] : []));
}
