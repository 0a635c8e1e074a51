import { bundled, site } from '../../layouts.ts';
import { emptyPage } from '../../player-page.ts';

export default emptyPage({
  kind: 'empty',
  about: 'the evening’s programme as a table with links, no pictures and no player',
  reasons: ['not-play-page', 'not-video-page', 'no-media'],
  shows: 'table',
  html: () =>
    site({
      title: 'Tonight',
      main: `<h1>Tonight on the channel</h1><table>${['Harbour news', 'The lock keeper', 'Tide tables', 'The ferry at night', 'Close'].map((name, at) => `<tr><td>${18 + at}:00</td><td><a href="/programmes/${at + 70}">${name}</a></td></tr>`).join('')}</table>${bundled}`,
    }),
  script: () => `import { Howler } from 'howler';\nHowler.autoUnlock = false;`,
});
