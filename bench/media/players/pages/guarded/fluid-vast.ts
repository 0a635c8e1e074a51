import { article, bundled, bundledStyles } from '../../layouts.ts';
import { filmPage, html, xml } from '../../player-page.ts';

export default filmPage({
  kind: 'guarded',
  about: 'fluid-player: a VAST answer of an ad server brings the advertisement before the film',
  files: { 'fl/harbour-bar.mp4': 'film.mp4', 'fl/creative.mp4': 'advert.mp4' },
  routes: {
    vast: (_, { file, own }) =>
      xml(`<VAST version="3.0"><Ad id="1"><InLine><AdSystem>house</AdSystem><AdTitle>Boats</AdTitle><Impression>${own('seen', 'ads')}</Impression><Creatives><Creative><Linear><Duration>00:00:08</Duration>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[${file('fl/creative.mp4')}]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`),
    seen: () => html(''),
  },
  film: { urls: ['{file}/fl/harbour-bar.mp4'], delivery: 'progressive', mustNot: ['{file}/fl/creative.mp4'] },
  html: ({ file }) =>
    article({
      title: 'The harbour bar',
      head: bundledStyles,
      main: `<video id="film" width="800" height="450"><source src="${file('fl/harbour-bar.mp4')}" type="video/mp4"></video>${bundled}`,
    }),
  script: ({ own, picture }) => `
import fluidPlayer from 'fluid-player';
fluidPlayer('film', { layoutControls: { posterImage: '${picture('poster.jpg')}', preload: 'none' }, vastOptions: { adList: [{ roll: 'preRoll', vastTag: '${own('vast', 'ads')}' }] } });`,
  user: (page) => page.click('.fluid_initial_play_button, .fluid_initial_play, #film'),
});
