import { bundled, watch } from '../../layouts.ts';
import { filmPage } from '../../player-page.ts';

export default filmPage({
  kind: 'opened',
  about: 'fslightbox: a button whose gallery, a picture and the film, is in the script',
  files: { 'fs/0042.mp4': 'film.mp4' },
  film: { urls: ['{file}/fs/0042.mp4'], delivery: 'progressive' },
  html: (place) =>
    watch({ title: 'The slipway', main: `<p><button id="open">Watch the film</button></p>${bundled}` }, place),
  script: ({ file }) => `
import 'fslightbox';
const lightbox = new FsLightbox();
lightbox.props.sources = ['${file('fs/0042.mp4')}'];
lightbox.props.types = ['video'];
document.getElementById('open').onclick = () => lightbox.open();`,
  user: async (page) => {
    await page.click('#open');
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
  },
});
