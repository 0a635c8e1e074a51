import { article, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'plyr-react: rendered only after the banner is accepted, then plays at a click',
  files: { 'c/after-consent.mp4': 'film.mp4' },
  film: { urls: ['{file}/c/after-consent.mp4'], delivery: 'progressive' },
  html: () =>
    article({
      title: 'The customs house',
      head: bundledStyles,
      main: `<div id="app"><p>This film is shown when you accept cookies.</p></div>
<div id="banner" role="dialog" style="position:fixed;inset:auto 0 0 0;padding:24px;background:#fff;border-top:1px solid"><p>We and our partners use cookies to show films.</p><button id="accept">Accept all</button> <button>Settings</button></div>${bundled}`,
    }),
  script: ({ file, picture }) => `
import { createRoot } from 'react-dom/client';
import { Plyr } from 'plyr-react';
import 'plyr-react/plyr.css';
document.getElementById('accept').onclick = () => {
  document.cookie = 'consent=all';
  document.getElementById('banner').remove();
  createRoot(document.getElementById('app')).render(
    <Plyr source={{ type: 'video', poster: '${picture('poster.jpg')}', sources: [{ src: '${file('c/after-consent.mp4')}', type: 'video/mp4' }] }} options={{}} />);
};`,
  user: async (page) => {
    await page.click('#accept');
    await page.click('.plyr__control--overlaid');
  },
});
